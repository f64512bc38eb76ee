import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Dispatch

/// What the responses to requests for parts promise.
extension DocumentIntake {
    /// Notes what a part promises of the whole document, so that it counts for whatever continues that, too.
    ///
    /// From the fetcher's thread, before the part's bytes.
    func expect(_ digests: [ExpectedDigest]) {
        let note = state.withLock { state -> PartialNote? in
            guard var note = state.note, note.needsPieces != true else { return nil }
            let known = note.digests ?? []
            let news = digests.filter { !known.contains($0) }
            guard !news.isEmpty else { return nil }
            note.digests = known + news
            state.note = note
            return note
        }
        guard let note else { return }
        queue.async { [self] in
            use { (writer: IntakeWriter) throws(StoreError) in
                guard case .partial(let partial) = writer else { return }
                try partial.truncate(to: partial.bytesWritten, note)
            }
        }
    }

    /// The digest of what a partial document has behind a place; once the fetch has returned.
    ///
    /// - Parameters:
    ///   - place: the number of bytes before.
    ///   - algorithm: the algorithm.
    /// - Returns: lower-case hexadecimal digits; `nil` if the store keeps no partial documents.
    func digest(from place: Int64, _ algorithm: DigestAlgorithm) async throws(StoreError) -> String? {
        spill()
        return try await onQueue { [self] () throws(StoreError) -> String? in
            if let failure = state.value.failure { throw failure }
            guard case .partial(let partial) = try writer() else { return nil }
            return try partial.digest(of: place..<partial.bytesWritten, algorithm)
        }.get()
    }
}

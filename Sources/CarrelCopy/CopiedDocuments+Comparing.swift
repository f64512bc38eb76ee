import CarrelModel
import CarrelStages

extension CopiedDocuments {
    /// Reads everything that was copied, and compares it with the records, or with the original if it is not as recorded.
    ///
    /// What differs is removed, so that the next run copies it again.
    ///
    /// - Parameters:
    ///   - records: those of the original.
    ///   - isFast: whether sizes, times and the service's digests do.
    ///   - summary: gets how many documents are damaged or edited.
    /// - Throws: `StoreError` with `.system` if something differs.
    func compare(
        with records: any RecordTransfer, isFast: Bool, _ summary: inout CopySummary
    ) async throws(StoreError) {
        var (count, counted, wrong) = (0, summary, [KeptPlace]())
        func note(_ contents: ArraySlice<RecordedContent>) async throws(StoreError) {
            let states = try await Together.map(Array(contents), atMost: Self.width) {
                content throws(StoreError) in
                isFast ? try await self.fastState(of: content) : try await self.state(of: content)
            }
            for (content, state) in zip(contents, states) {
                switch state {
                case .asRecorded: break
                case .edited: add(.edited, content.place, to: &counted)
                case .damaged: add(.damaged, content.place, to: &counted)
                case .wrong: wrong.append(content.place)
                }
            }
            count += contents.count
            report(.comparing(count, of: max(count, summary.contents)))
        }
        func noteAll(_ contents: [RecordedContent]) async throws(StoreError) {
            for start in stride(from: 0, to: contents.count, by: Self.group.count) {
                try await note(contents[start...].prefix(Self.group.count))
            }
        }
        try await RecordedContents.forEach(of: records) { (contents) throws(StoreError) in
            try await noteAll(contents)
        }
        for area in [KeptPlace.Area.versions, .quarantine] {
            try await from.list(area) { (places) throws(StoreError) in
                try await noteAll(places.map { RecordedContent(place: $0) })
                return true
            }
        }
        summary = counted
        guard let first = wrong.first else { return }
        for place in wrong { try await to.remove(place) }
        throw StoreError(
            .system, subject: first.name,
            reason: wrong.count == 1
                ? "its copy is not like the original"
                : "its copy and \(wrong.count - 1) more are not like the originals",
            remedy: "Run the same command again: what differs is copied once more")
    }

    private enum State: Sendable {
        case asRecorded
        /// Like the original, which somebody edited.
        case edited
        /// Like the original, which is not like its record.
        case damaged
        /// Not like the original.
        case wrong
    }

    private func state(of content: RecordedContent) async throws(StoreError) -> State {
        let taken = try await to.digest(at: content.place)
        if let taken, taken == content.digest { return .asRecorded }
        guard try await from.digest(at: content.place) == taken else { return .wrong }
        return content.digest == nil || taken == nil ? .asRecorded : try await unlikeRecord(content)
    }

    private func unlikeRecord(_ content: RecordedContent) async throws(StoreError) -> State {
        content.isTouched(try await from.entry(at: content.place)) ? .edited : .damaged
    }

    private func fastState(of content: RecordedContent) async throws(StoreError) -> State {
        guard let taken = try await to.entry(at: content.place) else {
            return try await from.entry(at: content.place) == nil ? .asRecorded : .wrong
        }
        guard let recorded = content.digest else {
            return try await isThere(content.place) ? .asRecorded : .wrong
        }
        if taken.size == recorded.size, let sha256 = taken.sha256, sha256 == recorded.sha256 {
            return .asRecorded
        }
        guard try await isThere(content.place) else { return .wrong }
        let seemsRecorded = taken.size == recorded.size && taken.sha256 == nil
        return seemsRecorded ? .asRecorded : try await unlikeRecord(content)
    }
}

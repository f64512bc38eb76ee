import CarrelModel
import CarrelStages

/// Documents that somebody renamed, which no sync has recorded yet: they are so in the copy, too.
extension LibraryCopy {
    /// How many names are looked up together: of many a bucket is asked for a list.
    private static let lookedUp = 10_000

    /// What copies the documents, each under the name that it has now; `nil` if both libraries have the same ones.
    ///
    /// - Parameters:
    ///   - source: the original.
    ///   - records: its records.
    /// - Returns: what copies them.
    func documents(
        of source: any Library, _ records: any RecordTransfer
    ) async throws(StoreError) -> CopiedDocuments? {
        guard var documents = try documents() else { return nil }
        do throws(StoreError) {
            if try await isAnyMissing(records) { documents.names = try await renamed(source) }
        } catch {
            // What cannot be read is told when it is copied.
            if error.code == .cancelled || error.code == .unreachable { throw error }
        }
        return documents
    }

    /// Whether a document is not under its recorded name.
    private func isAnyMissing(_ records: any RecordTransfer) async throws(StoreError) -> Bool {
        var names: [String] = []
        var isMissing = false
        try await RecordedContents.forEach(of: records) { (contents) throws(StoreError) in
            guard !isMissing else { return }
            names += contents.filter { $0.digest != nil }.map(\.place.name)
            guard names.count >= Self.lookedUp else { return }
            isMissing = try await isAnyMissing(of: names)
            names = []
        }
        if isMissing { return true }
        return try await isAnyMissing(of: names)
    }

    private func isAnyMissing(of names: [String]) async throws(StoreError) -> Bool {
        guard !names.isEmpty else { return false }
        let entries = try await from.store.entries(of: names)
        return names.contains { entries[FileName($0)] == nil }
    }
}

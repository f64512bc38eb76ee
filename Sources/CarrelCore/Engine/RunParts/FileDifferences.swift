import CarrelModel
import CarrelStages

/// How the files of a store differ from what is recorded of them.
struct FileDifferences: Sendable {
    /// The documents whose files are missing.
    private(set) var missing: [DocumentFile] = []
    /// The documents whose files have another time or size than when they were stored, with what is there now.
    private(set) var touched: [(key: ItemKey, entry: StoreEntry)] = []

    /// Looks once more for the files that were missing: a document is recorded a moment before it has its name.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - isMeant: whether the document of an item still counts.
    /// - Throws: what the store throws.
    mutating func lookAgain(in store: any Store, where isMeant: (ItemKey) -> Bool) async throws(StoreError) {
        let files = missing.filter { isMeant($0.key) }
        missing = []
        try await add(files, in: store)
    }

    /// Looks at some files.
    mutating func add(_ files: [DocumentFile], in store: any Store) async throws(StoreError) {
        guard !files.isEmpty else { return }
        let entries = try await store.entries(of: files.map(\.name))
        for file in files {
            guard let entry = entries[FileName(file.name)] else {
                missing.append(file)
                continue
            }
            // What nobody could look at is neither missing nor another.
            guard entry.isSeen else { continue }
            // Another document that somebody gave the name may have been written in the same moment.
            guard entry.size != file.size || entry.isTouched(since: file.time, storedAt: file.storedAt) else {
                continue
            }
            touched.append((file.key, entry))
        }
    }
}

import CarrelModel
import CarrelStages

/// How the files of documents differ from what is recorded of them, as far as can be told without reading them, and which
/// documents there are parts of.
public struct FileLook: Sendable, Hashable {
    /// The items whose files are missing.
    public let missing: Set<ItemKey>
    /// What is there for items whose files were written to after they were stored.
    public let touched: [ItemKey: StoreEntry]
    /// The items whose documents are there in part, and whether somebody fetches the rest.
    let unfinished: [ItemKey: Bool]

    init(_ differences: FileDifferences, unfinished: [ItemKey: Bool] = [:]) {
        self.unfinished = unfinished
        missing = Set(differences.missing.map(\.key))
        touched = Dictionary(differences.touched.map { ($0.key, $0.entry) }) { first, _ in first }
    }

    /// Whether it certainly finds what a view shows: what was written to may have been written to again since.
    package func agrees(with view: LibraryView) -> Bool {
        guard touched.isEmpty, unfinished == view.unfinished else { return false }
        var left = missing.count
        for catalog in view.catalogs {
            for (key, memory) in catalog.memory.items where memory.isMissing || memory.isOther {
                guard !memory.isOther, missing.contains(key) else { return false }
                left -= 1
            }
        }
        return left == 0
    }
}

extension Desk {
    /// Looks at the files of all documents of a view.
    @concurrent public nonisolated func look(at view: LibraryView) async throws(StoreError) -> FileLook {
        let shown = Set(view.catalogs.map(\.location))
        let partials = try await store.partials?.partialDocuments() ?? [:]
        return FileLook(
            try await differences(of: view.catalogs.flatMap(\.memory.files)),
            unfinished: partials.filter { shown.contains($0.key.catalog) }.mapValues(\.isBeingWritten))
    }

    /// Looks at the file of one item of a view, if a document is recorded.
    @concurrent public nonisolated func look(
        at key: ItemKey, in view: LibraryView
    ) async throws(StoreError) -> FileLook {
        let memory = view.catalog(at: key.catalog)?.memory.items[key]
        return FileLook(try await differences(of: [memory?.file(of: key)].compactMap(\.self)))
    }

    @concurrent private nonisolated func differences(
        of files: [DocumentFile]
    ) async throws(StoreError) -> FileDifferences {
        var differences = FileDifferences()
        try await differences.add(files, in: store)
        return differences
    }
}

extension LibraryView {
    /// The items whose documents were there in part when it was read, and whether somebody fetched the rest.
    fileprivate var unfinished: [ItemKey: Bool] {
        catalogs.reduce(into: [:]) { found, catalog in
            for (key, memory) in catalog.memory.items {
                if let partial = memory.partial { found[key] = partial.isBeingWritten }
            }
        }
    }
}

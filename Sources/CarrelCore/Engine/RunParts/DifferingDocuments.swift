import CarrelModel
import CarrelStages

/// Documents whose files are missing, or may hold something else.
struct DifferingDocuments: Sendable {
    /// Those whose files are missing.
    var missing: [ItemKey: ItemMemory] = [:]
    /// Those whose files have another time or size than when they were stored.
    var touched: [ItemKey: ItemMemory] = [:]

    /// Their recorded names.
    var names: [String] {
        (Array(missing.values) + Array(touched.values)).compactMap { $0.ofDocument(\.name) }
    }

    /// Leaves out those with some names.
    mutating func leaveOut(_ names: Set<String>) {
        missing = missing.filter { $0.value.ofDocument { !names.contains($0.name) } == true }
        touched = touched.filter { $0.value.ofDocument { !names.contains($0.name) } == true }
    }
}

extension RunParts {
    /// How many documents of a catalogue are looked at together.
    private static let lookedAtOnce = 10_000

    /// The documents of other catalogues that differ from their records; only these are held, for there may be many others.
    ///
    /// What waits for its name is left out: another run is about to give it.
    func differing(besides location: String) async throws(StoreError) -> DifferingDocuments {
        var found = DifferingDocuments()
        for other in try await library.locations() where other != location {
            try await eachStored(of: other) { (page) async throws(StoreError) in
                let items = Dictionary(page.map { ($0.key, $0.memory) }) { first, _ in first }
                var differences = FileDifferences()
                try await differences.add(items.compactMap { $1.file(of: $0) }, in: store)
                for file in differences.missing { found.missing[file.key] = items[file.key] }
                for (key, _) in differences.touched { found.touched[key] = items[key] }
            }
        }
        let names = found.names
        guard !names.isEmpty else { return found }
        found.leaveOut(try await library.pendingNames(among: names))
        return found
    }

    /// Whether the file of a document that seems edited holds what is recorded of another one of the catalogue: somebody exchanged
    /// their files.
    ///
    /// Only files with the size of another document are read, and those that cannot be read are skipped.
    func holdsAnother(_ memory: LibraryMemory) async throws(StoreError) -> Bool {
        let edited = memory.items.values.filter { $0.isEdited && $0.owner == nil }.compactMap(\.document)
        guard !edited.isEmpty else { return false }
        let entries = try await store.entries(of: edited.map(\.name))
        let sizes = Set(entries.values.map(\.size))
        var contents = Set<ContentDigest>()
        try await eachStored(of: memory.catalog) { page in
            contents.formUnion(
                page.compactMap { $0.memory.ofDocument(\.digest) }.filter { sizes.contains($0.size) })
        }
        for document in edited {
            guard let size = entries[FileName(document.name)]?.size,
                contents.contains(where: { $0.size == size }),
                let held = try? await store.digest(ofDocumentNamed: document.name), held != document.digest
            else { continue }
            if contents.contains(held) { return true }
        }
        return false
    }

    /// Reads the stored documents of a catalogue, some at a time; all at once where the library does not page.
    func eachStored(
        of location: String,
        _ take: (_ items: [(key: ItemKey, memory: ItemMemory)]) async throws(StoreError) -> Void
    ) async throws(StoreError) {
        guard let parts = library.parts else {
            let items = try await library.memory(of: location).items
            return try await take(items.map { (key: $0.key, memory: $0.value) })
        }
        var place: Int64?
        repeat {
            let page = try await parts.storedItems(of: location, after: place, atMost: Self.lookedAtOnce)
            try await take(page.items)
            place = page.end
        } while place != nil
    }
}

extension LibraryMemory {
    /// Whether a document's file may be that of another catalogue's document: it was written before the document was stored,
    /// and nobody writes into what is not there.
    ///
    /// Of documents that got each other's names, one has such a file.
    func mayHaveExchanged(_ differences: FileDifferences) -> Bool {
        differences.touched.contains { key, entry in
            guard let item = items[key], item.isEdited, item.owner == nil else { return false }
            return item.ofDocument { entry.isOlder(than: $0) } == true
        }
    }
}

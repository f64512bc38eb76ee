import CarrelModel
import CarrelStages

/// Documents whose files are missing, or may hold something else.
struct DifferingDocuments: Sendable {
    /// Those whose files are missing.
    var missing: [ItemKey: ItemMemory] = [:]
    /// Those whose files have another time or size than when they were stored.
    var touched: [ItemKey: ItemMemory] = [:]

    var isEmpty: Bool { missing.isEmpty && touched.isEmpty }

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

    /// The other documents with which edited ones may have changed places: they differ from their records, and have the size that an
    /// edited one's file has now, or that of another one of these.
    ///
    /// What waits for its name is left out: another run is about to give it.
    ///
    /// - Parameter memory: what is remembered of some items, and which of their documents are edited; the others are none of these.
    func exchanged(with memory: LibraryMemory) async throws(StoreError) -> DifferingDocuments {
        var found = DifferingDocuments()
        var edited = memory.items.filter { $1.isEdited && $1.owner == nil }
        var known = Set<ItemKey>()
        while !edited.isEmpty {
            let entries = try await store.entries(of: edited.values.compactMap { $0.ofDocument(\.name) })
            let items = try await stored(ofSizes: Set(entries.values.map(\.size))).filter { key, _ in
                memory.items[key] == nil && known.insert(key).inserted
            }
            var differences = FileDifferences()
            try await differences.add(items.compactMap { $1.file(of: $0) }, in: store)
            for file in differences.missing { found.missing[file.key] = items[file.key] }
            edited = [:]
            for (key, _) in differences.touched { edited[key] = items[key] }
            found.touched.merge(edited) { first, _ in first }
        }
        let names = found.names
        guard !names.isEmpty else { return found }
        found.leaveOut(try await library.pendingNames(among: names))
        return found
    }

    private func stored(ofSizes sizes: Set<Int64>) async throws(StoreError) -> [ItemKey: ItemMemory] {
        if let parts = library.parts { return try await parts.storedItems(ofSizes: sizes) }
        var found: [ItemKey: ItemMemory] = [:]
        for location in try await library.locations() {
            let items = try await library.memory(of: location).items.filter { _, item in
                item.ofDocument { sizes.contains($0.size) } == true
            }
            found.merge(items) { first, _ in first }
        }
        return found
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

import CarrelHTTP
import CarrelModel
import CarrelStages

/// What is remembered of all parts of a catalogue, read once.
struct PartMemory: Sendable {
    /// The library, part by part.
    let listings: any PartListings
    let location: String
    private(set) var ignored: IgnoreRules
    private let partials: [ItemKey: PartialDocument]
    /// Whether nothing of the catalogue was recorded before, so that no item of its own is remembered.
    private let isNew: Bool
    /// How often documents had been handed over then.
    private let handoverCount: Int
    /// The most bytes of files that are still read again to find edits.
    private var rest = RunParts.comparedBytes

    /// Reads it.
    init(_ listings: any PartListings, of location: String, _ parts: RunParts) async throws(StoreError) {
        (self.listings, self.location) = (listings, location)
        handoverCount = parts.catalogs.handoverCount
        ignored = try await listings.ignoreRules(of: location)
        isNew = try await parts.library.reading(of: location) == nil
        partials = try await parts.store.partials?.partialDocuments() ?? [:]
    }

    /// Has what is ignored follow items of a part that have a URL or an identity by now, as `LibraryMemory.followAvailable`
    /// does.
    ///
    /// - Parameters:
    ///   - part: the part.
    ///   - catalog: the catalogue, which was read once.
    ///   - parts: what runs work with.
    ///   - records: whether to record it.
    mutating func followAvailable(
        in part: CatalogPart, of catalog: PartedCatalog, _ parts: RunParts, records: Bool
    ) async throws(StoreError) {
        var moves = part.portions.flatMap { ignored.ofAvailable(in: $0.collection, of: location) }
        guard !moves.isEmpty else { return }
        let survey = await catalog.survey
        moves.removeAll { survey.lists($0.from.collection, $0.from.item) }
        ignored.move(moves)
        if records { try await parts.library.moveIgnored(moves) }
    }

    /// What is remembered of a part's items, completed with what the store holds now, with documents of other catalogues that
    /// are missing, too.
    ///
    /// - Parameters:
    ///   - keys: the items.
    ///   - survey: what the catalogue lists, to follow addresses; `nil` to follow none.
    ///   - parts: what runs work with.
    ///   - records: whether to record what was found: times of files, and addresses that were followed.
    mutating func memory(
        ofItems keys: [ItemKey], among survey: CatalogSurvey? = nil, _ parts: RunParts, records: Bool
    ) async throws(StoreError) -> LibraryMemory {
        let (shared, items) = try await read(keys, parts)
        var memory = LibraryMemory(catalog: location)
        memory.items = items
        if let survey, !isNew {
            let lacking = keys.filter { items[$0]?.hasDocument != true && shared[$0] == nil }
            try await followAddresses(of: lacking, among: survey, in: &memory, parts, records: records)
        }
        memory.ignored = ignored
        if !partials.isEmpty {
            for key in keys {
                if let partial = partials[key] { memory.items[key, default: ItemMemory()].partial = partial }
            }
        }
        memory.add(shared)
        let times = memory.items.isEmpty ? [:] : try await parts.compare(&memory, reading: &rest)
        // Files that were read again and have not changed need not be read the next time.
        if records { try await parts.library.commit(times.map { .fileTime($0.key, $0.value) }) }
        return memory
    }

    /// Has items without a document be those of the same addresses with TLS, or without it, which are listed no longer: with
    /// their documents, and whether they are ignored.
    private mutating func followAddresses(
        of keys: [ItemKey], among survey: CatalogSurvey, in memory: inout LibraryMemory, _ parts: RunParts,
        records: Bool
    ) async throws(StoreError) {
        let moves = keys.compactMap { key -> (from: ItemKey, to: ItemKey)? in
            guard let former = key.item.withOtherScheme, !survey.lists(key.collection, former) else {
                return nil
            }
            return (ItemKey(catalog: location, collection: key.collection, item: former), key)
        }
        guard !moves.isEmpty else { return }
        let former = try await parts.library.memory(ofItems: moves.map(\.from))
        let stored = moves.filter { former[$0.from]?.hasDocument == true }
        for move in stored { memory.items[move.to] = former[move.from] }
        if records {
            try await parts.library.commit(stored.map { .handedOver(from: $0.from, to: $0.to) })
            try await parts.library.moveIgnored(moves.filter { ignored.items.contains($0.from) })
        }
        ignored.move(moves)
    }

    /// The documents of other catalogues that some items show, and what is recorded of the items themselves.
    private func read(
        _ keys: [ItemKey], _ parts: RunParts
    ) async throws(StoreError) -> (shared: [ItemKey: SharedDocument], items: [ItemKey: ItemMemory]) {
        try await parts.catalogs.reading { () async throws(StoreError) in
            let shared = try await listings.sharedDocuments(ofItems: keys, in: location)
            let hasOwn = !isNew || parts.catalogs.handoverCount != handoverCount
            return (shared, hasOwn ? try await parts.library.memory(ofItems: keys) : [:])
        }
    }
}

extension RunParts {
    /// What `memory(of:)` says of some items of a catalogue, where it can be told without reading all of it.
    ///
    /// - Parameters:
    ///   - keys: the items.
    ///   - location: the catalogue.
    /// - Returns: what is remembered of these items alone.
    func memory(
        ofItems keys: [ItemKey], in location: String
    ) async throws(PipelineError) -> LibraryMemory {
        if let listings = library.parts {
            do throws(StoreError) {
                var reading = try await PartMemory(listings, of: location, self)
                var memory = try await reading.memory(ofItems: keys, self, records: false)
                // Somebody may have renamed it, or exchanged it for another one: then it is looked for among all others.
                let isMissing = memory.items.values.contains(where: \.isMissing)
                let hasSeveral = memory.items.values.lazy.filter(\.isEdited).prefix(2).count > 1
                if !isMissing, !hasSeveral, try await exchanged(with: memory).isEmpty {
                    memory.settleShared()
                    return memory
                }
            } catch {
                throw PipelineError(error)
            }
        }
        var memory = try await memory(of: location)
        let wanted = Set(keys)
        memory.items = memory.items.filter { wanted.contains($0.key) }
        return memory
    }
}

import CarrelModel
import CarrelStages
import Foundation

/// Documents that are stored for items of other catalogues.
extension Pipeline {
    /// `RunParts.look`, after documents of other catalogues were handed over to this one.
    ///
    /// - Parameters:
    ///   - location: the catalogue.
    ///   - asks: which of some items it asks for if their documents are its own.
    /// - Returns: what is remembered.
    func lookTakingOver(
        at location: String, asking asks: (Set<ItemKey>, LibraryMemory) -> AskedItems
    ) async throws(PipelineError) -> MemoryLook {
        let found = try await runParts.look(at: location)
        let hasTaken = try await asPipelineError { () async throws(StoreError) -> Bool in
            try await takeOverLeft(
                found.memory, asking: { asks($0, found.memory) },
                of: { () async throws(StoreError) in try await library.sharedDocuments(of: location) })
        }
        guard hasTaken else { return found }
        return try await runParts.look(at: location)
    }

    /// Hands documents over to this catalogue if the item that they were stored for is no longer listed, or if only this
    /// catalogue asks for them.
    ///
    /// If the catalogue is about to be planned, only after `RunCatalogs.begin` for it.
    ///
    /// - Parameters:
    ///   - memory: what is remembered of the catalogue.
    ///   - asks: which of some items this catalogue asks for if their documents are its own.
    ///   - read: reads what is shared, while no other catalogue begins to be planned.
    /// - Returns: whether any were.
    func takeOverLeft(
        _ memory: LibraryMemory, asking asks: (Set<ItemKey>) -> AskedItems,
        of read: () async throws(StoreError) -> [ItemKey: SharedDocument]
    ) async throws(StoreError) -> Bool {
        guard try await mayTakeOver(memory) else { return false }
        return try await runs.catalogs.inTurn { (isMine) async throws(StoreError) -> Bool in
            guard isMine else { return false }
            let taken = try await takenOver(asking: asks, of: read)
            guard !taken.isEmpty else { return false }
            try await handOver(taken)
            return true
        }
    }

    /// Hands documents of this catalogue's items that are no longer listed over to other catalogues that list them, if it lists their
    /// addresses for other items, which then show them: else these would fetch and store them again.
    ///
    /// - Parameters:
    ///   - memory: what is remembered of the catalogue; has the items show what was handed over.
    ///   - catalog: what it lists.
    func handOverRelisted(
        _ memory: inout LibraryMemory, in catalog: Catalog
    ) async throws(StoreError) {
        let location = memory.catalog
        let others = try await library.locations().filter { $0 != location }
        guard !others.isEmpty else { return }
        let relisted = memory.relisted(in: catalog)
        guard !relisted.isEmpty else { return }
        let former = Dictionary(
            relisted.compactMap { key in memory.items[key]?.document.map { ($0.name, key) } }
        ) {
            first, _ in first
        }
        try await give(relisted.subtracting(await runs.underWay), to: others)
        // One of them may have taken a document over since this catalogue was looked at.
        let shown = try await library.sharedDocuments(of: location).filter {
            former[$0.value.document.name] != nil
        }
        for shared in shown.values {
            if let key = former[shared.document.name] { memory.items[key] = nil }
        }
        memory.add(shown)
    }

    /// Has the memory of a catalogue that is not recorded yet show what `handOverRelisted` will hand over.
    ///
    /// - Parameters:
    ///   - memory: what is remembered of the catalogue.
    ///   - catalog: what it lists.
    func foreseeRelisted(
        _ memory: inout LibraryMemory, in catalog: Catalog
    ) async throws(StoreError) {
        let location = memory.catalog
        let relisted = memory.relistedUnlisted(in: catalog)
        guard !relisted.isEmpty else { return }
        var takers: [ItemKey: ItemKey] = [:]
        for other in try await library.locations() where other != location {
            let shared = try await library.sharedDocuments(of: other)
                .filter { relisted.contains($0.value.owner) }
            for (key, shared) in shared.sorted(by: { $0.key.item < $1.key.item })
            where takers[shared.owner] == nil {
                takers[shared.owner] = key
            }
        }
        memory.showRelisted(givenTo: takers, in: catalog)
    }

    /// Hands documents of items that are no longer listed over to those of other catalogues that list them.
    private func give(_ items: Set<ItemKey>, to others: [String]) async throws(StoreError) {
        try await runs.catalogs.inTurn { (isMine) async throws(StoreError) in
            guard isMine else { return }
            var rest = items
            for location in others where !rest.isEmpty {
                let shared = try await library.sharedDocuments(of: location)
                let taken = shared.filter { rest.contains($0.value.owner) }.takenOver(asking: [], left: [])
                guard !taken.isEmpty else { continue }
                rest.subtract(taken.map(\.from))
                try await handOver(taken)
            }
        }
    }

    /// Records that documents go from items of other catalogues to those of this one, or the other way.
    private func handOver(_ documents: [(from: ItemKey, to: ItemKey)]) async throws(StoreError) {
        try await runs.catalogs.handOver { () async throws(StoreError) in
            try await library.commit(documents.map { .handedOver(from: $0.from, to: $0.to) })
        }
    }

    /// Takes over the documents of other catalogues that are missing, and that no run is about to ask for, and notes for the
    /// other catalogues what this one asks for.
    ///
    /// Only in a turn of `RunCatalogs`, and after `RunCatalogs.begin`.
    ///
    /// - Parameters:
    ///   - memory: what is remembered of the catalogue, looked at in the same turn; has what is taken over for its own.
    ///   - asks: which of some items the catalogue asks for if their documents are its own.
    func takeOverMissing(
        _ memory: inout LibraryMemory, asking asks: (Set<ItemKey>) -> AskedItems
    ) async throws(StoreError) {
        let missing = Set(memory.items.filter { $0.value.isMissing }.keys)
        let asked = asks(missing).keys
        let taken = takenMissing(asked, of: memory)
        if !taken.isEmpty {
            try await handOver(taken)
            memory.own(taken.map(\.to))
        }
        let own = missing.filter { key in
            memory.items[key].map { $0.isMissing && !$0.isShared } == true
        }
        runs.catalogs.note(missing: own, asked: asked)
    }

    /// Those of some items that take over missing documents, with the items that they come from.
    private func takenMissing(
        _ asked: Set<ItemKey>, of memory: LibraryMemory
    ) -> [(from: ItemKey, to: ItemKey)] {
        // What is left to other machines may be under way for a catalogue that no run of this process knows.
        guard posting == nil else { return [] }
        var owners = Set<ItemKey>()
        return asked.sorted { ($0.item, $0.collection) < ($1.item, $1.collection) }.compactMap { key in
            // Otherwise the owner's item could not show it, and would lose its versions.
            guard let known = memory.items[key], known.isMutual, let owner = known.owner,
                runs.catalogs.leaves(missing: owner), owners.insert(owner).inserted
            else { return nil }
            return (from: owner, to: key)
        }
    }

    /// What is remembered once documents of other catalogues are handed over to this one, which is recorded once something is
    /// fetched; the parameters are those of `takeOverLeft`.
    func foreseeingTakeOver(
        _ memory: LibraryMemory, asking asks: (Set<ItemKey>) -> AskedItems,
        of read: () async throws(StoreError) -> [ItemKey: SharedDocument]
    ) async throws(StoreError) -> LibraryMemory {
        var memory = memory
        if try await mayTakeOver(memory) {
            memory.own(try await takenOver(asking: asks, of: read).map(\.to))
        }
        let missing = memory.items.filter { $0.value.isMissing && $0.value.isShared }
        if !missing.isEmpty { memory.own(takenMissing(asks(Set(missing.keys)).keys, of: memory).map(\.to)) }
        settleShared(&memory)
        return memory
    }

    /// Settles what is remembered of documents of other catalogues, once this one has taken over what it may: missing ones are left
    /// to runs that are about to ask for them, and forgotten otherwise, so that each item has its own fetched.
    func settleShared(_ memory: inout LibraryMemory) {
        // Where jobs are left to other machines, no run of this process fetches them.
        memory.settleShared { posting == nil && !runs.catalogs.leaves(missing: $0) }
    }

    /// Whether the catalogue may take documents over, as was remembered a moment ago.
    private func mayTakeOver(_ memory: LibraryMemory) async throws(StoreError) -> Bool {
        if memory.hasLeftOwner || memory.ownerCatalogs.contains(where: { !isKept($0) }) { return true }
        return try await !leftCatalogs(among: memory.ownerCatalogs).isEmpty
    }

    private func takenOver(
        asking asks: (Set<ItemKey>) -> AskedItems,
        of read: () async throws(StoreError) -> [ItemKey: SharedDocument]
    ) async throws(StoreError) -> [(from: ItemKey, to: ItemKey)] {
        let shared = try await read()
        let asked = asks(Set(shared.keys))
        let owners = asked.keys.compactMap { shared[$0]?.owner.catalog }
        let unasked = asked.keys.filter { key in
            shared[key].map { isUnasked($0, isUndated: asked.undated.contains(key)) } == true
        }
        let left = try await leftCatalogs(among: Set(owners))
        return await withoutUnderWay(shared.takenOver(asking: asked.keys, left: left, unasked: unasked))
    }

    /// Whether no run is about to ask for a document, because its catalogue goes by its date, or is not kept up to date.
    ///
    /// - Parameters:
    ///   - shared: the document.
    ///   - isUndated: whether this catalogue lists it without a date that counts.
    /// - Returns: whether none is, as far as is known.
    private func isUnasked(_ shared: SharedDocument, isUndated: Bool) -> Bool {
        // What is left to other machines may be under way for a catalogue that no run of this process knows.
        guard posting == nil else { return false }
        let isLeft = isUndated && shared.document.listed != nil || !isKept(shared.owner.catalog)
        return isLeft && runs.catalogs.leaves(stored: shared.owner)
    }

    /// Whether a catalogue is kept up to date, or nobody says which ones are.
    func isKept(_ location: String) -> Bool { kept?.contains(CatalogIdentity.key(of: location)) ?? true }

    /// Those of some documents that may be taken over whose owners no run fetches: what comes is stored for the owner, under
    /// the name that the document has.
    private func withoutUnderWay(
        _ taken: [(from: ItemKey, to: ItemKey)]
    ) async -> [(from: ItemKey, to: ItemKey)] {
        guard !taken.isEmpty else { return [] }
        let underWay = await runs.underWay
        return taken.filter { !underWay.contains($0.from) }
    }

    /// Those of some catalogues that do not ask for their documents, because their last reading failed.
    private func leftCatalogs(among owners: Set<String>) async throws(StoreError) -> Set<String> {
        // What is left to other machines may be under way for a catalogue that no run of this process knows.
        let owners: Set<String> = posting == nil ? owners.filter { !runs.catalogs.isPlanned($0) } : []
        guard !owners.isEmpty else { return [] }
        let unread = try await library.visits().filter { $0.failures > 0 }
        return owners.intersection(unread.map(\.location))
    }

    /// Those of some items that the catalogue asks for if their documents are its own.
    ///
    /// - Parameters:
    ///   - keys: the items.
    ///   - catalog: the catalogue, or a part of it.
    ///   - memory: what is remembered of it.
    /// - Returns: those that its plan transfers.
    func asked(_ keys: Set<ItemKey>, of catalog: Catalog, _ memory: LibraryMemory) -> AskedItems {
        let collections = catalog.collections.compactMap { collection -> ItemCollection? in
            let items = collection.items.filter { keys.contains(memory.key(of: $0, in: collection)) }
            guard !items.isEmpty else { return nil }
            return ItemCollection(id: collection.id, title: collection.title, items: items)
        }
        // Without what it says of other catalogues.
        var own = LibraryMemory(catalog: memory.catalog, items: memory.items.filter { keys.contains($0.key) })
        own.ignored = memory.ignored
        let listed = Catalog(collections: collections)
        let plan = planner.plan(listed, memory: own).heeding(own)
        let places = plan.places(where: \.transfers)
        let always = askedAlways(of: listed, own)
        let undated = places.filter {
            plan.entries[$0].item.listedVersion == nil || always.contains(plan.key(at: $0))
        }
        return AskedItems(
            keys: Set(places.map { plan.key(at: $0) }), undated: Set(undated.map { plan.key(at: $0) }))
    }

    /// The items that the planner asks after even if the server was asked long after the date that the catalogue lists: it knows
    /// which dates say nothing.
    private func askedAlways(of catalog: Catalog, _ memory: LibraryMemory) -> Set<ItemKey> {
        var memory = memory
        for collection in catalog.collections {
            for item in collection.items {
                guard let version = item.listedVersion else { continue }
                let key = memory.key(of: item, in: collection)
                memory.items[key]?.document?.listed = ListedVersion(version, askedAt: .distantFuture)
            }
        }
        let plan = planner.plan(catalog, memory: memory)
        return Set(plan.places { $0 == .revalidate }.map { plan.key(at: $0) })
    }
}

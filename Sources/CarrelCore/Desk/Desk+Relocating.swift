import CarrelBasics
import CarrelModel
import CarrelStages

/// Catalogues that come to be at another location.
extension Desk {
    /// Has a catalogue be at another location, with its documents: an item that is beside it there as it was before stays
    /// the same item.
    ///
    /// - Parameters:
    ///   - location: where the library has it.
    ///   - catalog: the catalogue as it is from now on.
    /// - Throws: `CatalogPlaceError` if another catalogue is there; `StoreError` if the library cannot be written to.
    public func relocate(_ location: String, as catalog: KnownCatalog) async throws {
        try await writing(with: .exclusive, copiedWithin: .zero) { pipeline in
            // What goes on would record the old location anew.
            try await keepOthersOut()
            let library = pipeline.library
            let known = try await library.knownCatalogs()
            let identity = CatalogIdentity.key(of: catalog.location)
            for other in known.map(\.location) + (try await library.locations()) where other != location {
                guard CatalogIdentity.key(of: other) != identity else {
                    throw CatalogPlaceError(other, named: known.first { $0.location == other }?.name)
                }
            }
            try await sharedQueue?.withdraw(.ofCatalog(location))
            try await library.relocate(try await Self.relocation(of: location, as: catalog, library))
        }
    }

    /// What holds once a catalogue is elsewhere: its documents, and what is left alone of it, follow the items that have
    /// another identity there.
    ///
    /// All of it at once: half of it, nobody could tell from a catalogue that lists something else.
    private static func relocation(
        of location: String, as catalog: KnownCatalog, _ library: any Library
    ) async throws(StoreError) -> CatalogRelocation {
        let addresses = RelocatedAddresses(from: location, to: catalog.location)
        var relocation = CatalogRelocation(from: location, as: catalog)
        relocation.listing = try await library.catalog(at: location).map { addresses($0) }
        func moved(_ key: ItemKey) -> (from: ItemKey, to: ItemKey)? {
            let from = ItemKey(catalog: catalog.location, collection: key.collection, item: key.item)
            var to = from
            to.item = addresses(key.item)
            return to == from ? nil : (from, to)
        }
        let stored = try await library.memory(of: location).items.filter {
            $0.value.hasDocument && $0.value.owner == nil
        }.map { ItemKey(catalog: catalog.location, collection: $0.key.collection, item: $0.key.item) }
        relocation.documents = inOrder(stored.compactMap(moved), taken: Set(stored))
        relocation.ignored = try await library.ignored().items.filter { $0.catalog == location }
            .compactMap(moved)
        return relocation
    }

    /// Puts moves in an order in which each item that gets a document has none any more; a document whose item has one
    /// of its own stays with what is listed no longer.
    private static func inOrder(
        _ moves: [(from: ItemKey, to: ItemKey)], taken: Set<ItemKey>
    ) -> [(from: ItemKey, to: ItemKey)] {
        var (left, taken) = (moves, taken)
        var ordered: [(from: ItemKey, to: ItemKey)] = []
        while true {
            let before = ordered.count
            left.removeAll { move in
                guard taken.insert(move.to).inserted else { return false }
                taken.remove(move.from)
                ordered.append(move)
                return true
            }
            if ordered.count == before { return ordered }
        }
    }
}

/// Why a catalogue cannot be at a location: another one is there.
public struct CatalogPlaceError: Error, Sendable, Hashable, CustomStringConvertible {
    private let location: String
    private let name: String?

    init(_ location: String, named name: String?) { (self.location, self.name) = (location, name) }

    /// The reason and the remedy.
    public var description: String {
        let what = ShellWord.text(name ?? location)
        return
            "\(ShownText.of(location)): the catalogue \(what) is there already. Leave it there, or: carrel remove \(ShellWord.operands(name ?? location))"
    }
}

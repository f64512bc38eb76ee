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
            try await library.relocate(location, to: catalog.location)
            try await library.keep(catalog)
            try await library.setName(catalog.name, of: catalog.location)
            try await Self.follow(
                RelocatedAddresses(from: location, to: catalog.location), catalog.location, library)
        }
    }

    /// Has documents follow the items that have another identity because their catalogue is elsewhere.
    private static func follow(
        _ addresses: RelocatedAddresses, _ location: String, _ library: any Library
    ) async throws(StoreError) {
        guard let listing = try await library.catalog(at: location),
            let reading = try await library.reading(of: location)
        else { return }
        let moved = addresses(listing)
        guard moved != listing else { return }
        try await library.record(moved, reading: reading)
        let changes = try await library.memory(of: location).items.compactMap {
            key, memory -> LibraryChange? in
            var new = key
            new.item = addresses(key.item)
            return memory.hasDocument && memory.owner == nil && new != key
                ? .handedOver(from: key, to: new) : nil
        }
        try await library.commit(changes)
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
            "\(ShownText.of(location)): the catalogue \(what) is there already. Leave it there, or: carrel remove \(what)"
    }
}

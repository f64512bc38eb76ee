import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// One catalogue of a library.
public struct CatalogRow: Encodable, Sendable {
    /// Its location.
    public var catalog: String
    /// Its name; none for one that was read by a plan or by a profile without names.
    public var catalogName: String?
    /// The profile that it is read with, where the library knows it and that is another than the default.
    public var profile: String?
    /// What is set over the profile, each as `STAGE.KEY=VALUE`; none if the library does not know it.
    public var settings: [String]?
    /// When the library came to know it.
    public var addedAt: Date?
    /// How many collections and items it lists, and how many of those are stored.
    public var collections, items, stored: Int

    /// A catalogue that is recorded, known or both.
    ///
    /// - Parameters:
    ///   - view: what is recorded of it.
    ///   - known: how it is read.
    public init?(_ view: LibraryView.CatalogView?, _ known: KnownCatalog?) {
        guard let location = view?.location ?? known?.location else { return nil }
        (catalog, catalogName) = (location, known?.name ?? view?.name)
        (profile, settings, addedAt) = (known?.profile, known?.settings, known?.addedAt)
        collections = view?.catalog.collections.count ?? 0
        items = view?.catalog.collections.reduce(0) { $0 + $1.items.count } ?? 0
        stored = view.map(Self.stored) ?? 0
    }

    /// How many of the items are stored that the catalogue lists.
    private static func stored(_ view: LibraryView.CatalogView) -> Int {
        guard !view.memory.items.isEmpty else { return 0 }
        return view.catalog.collections.reduce(0) { sum, collection in
            sum
                + collection.items.count { item in
                    let memory = view.memory[collection.id, item.duplicateOf ?? item.id]
                    return memory.document != nil && !memory.isMissing
                }
        }
    }
}

/// A catalogue that was removed from a library.
public struct RemovedRow: Encodable, Sendable {
    /// Its location.
    public var catalog: String
    /// Its name, if it had one.
    public var catalogName: String?
    /// How many files were removed, and how many stay in the folder.
    public var removed, files: Int

    /// A catalogue, and what became of its files.
    public init(_ row: CatalogRow, _ removal: Desk.Removal) {
        (catalog, catalogName) = (row.catalog, row.catalogName)
        (removed, files) = (removal.removed, removal.left)
    }
}

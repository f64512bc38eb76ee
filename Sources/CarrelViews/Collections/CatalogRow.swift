import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// One catalogue of a library.
public struct CatalogRow: Encodable, Sendable {
    /// Its location.
    public var catalog: String
    /// Its name; `nil` if it came from a saved plan or from a profile without names.
    public var catalogName: String?
    /// The profile that it is read with; `nil` for the default, or if the library does not keep it up to date.
    public var profile: String?
    /// Settings that override the profile, each as `STAGE.KEY=VALUE`; `nil` if the library does not keep it up to date.
    public var settings: [String]?
    /// When it was added to the library.
    public var addedAt: Date?
    /// When it could not be read; `nil` if the last reading did not fail.
    public var failedAt: Date?
    /// The numbers of its collections, its items, and its stored items.
    public var collections, items, stored: Int

    /// Makes the row of a catalogue that the library keeps up to date.
    ///
    /// - Parameters:
    ///   - view: its records; `nil` if it was never read.
    ///   - known: how the library reads it.
    public init(_ view: LibraryView.CatalogView?, _ known: KnownCatalog) {
        self.init(at: view?.location ?? known.location, name: known.name, view)
        (profile, settings, addedAt) = (known.profile, known.settings, known.addedAt)
    }

    private init(at location: String, name: String?, _ view: LibraryView.CatalogView?) {
        (catalog, catalogName) = (location, name)
        collections = view?.catalog.collections.count ?? 0
        items = view?.catalog.itemCount ?? 0
        stored = view.map(Self.stored) ?? 0
    }

    /// The known catalogues in order, then the others of a view, then those of the profile that could never be read.
    ///
    /// - Parameters:
    ///   - desk: the desk over the library.
    ///   - view: the records.
    /// - Throws: `StoreError` if the library cannot be read.
    public static func rows(of desk: Desk, _ view: LibraryView) async throws(StoreError) -> [CatalogRow] {
        let (known, failed) = (try await desk.knownCatalogs(), try await desk.failedVisits())
        let others = view.catalogs.filter { catalog in !known.contains { $0.location == catalog.location } }
        var rows =
            known.map { CatalogRow(view.catalog(at: $0.location), $0) }
            + others.map { CatalogRow(at: $0.location, name: $0.name, $0) }
        let unread = desk.namedLocations.intersection(failed.map(\.location)).subtracting(rows.map(\.catalog))
        for location in unread.sorted() {
            rows.append(CatalogRow(at: location, name: try await desk.catalogName(at: location), nil))
        }
        let dates = Dictionary(failed.map { ($0.location, $0.date) }) { $1 }
        for index in rows.indices { rows[index].failedAt = dates[rows[index].catalog] }
        return rows
    }

    /// The number of listed items that are stored.
    private static func stored(_ view: LibraryView.CatalogView) -> Int {
        guard !view.memory.items.isEmpty else { return 0 }
        return view.catalog.collections.reduce(0) { sum, collection in
            sum
                + collection.items.count { view.memory[collection.id, $0.duplicateOf ?? $0.id].isStored }
        }
    }
}

/// A catalogue that was removed from a library.
public struct RemovedRow: Encodable, Sendable {
    /// Its location.
    public var catalog: String
    /// Its name, if it had one.
    public var catalogName: String?
    /// The number of files that were removed, and of those that stay in the folder.
    public var removed, files: Int
    /// The names of the documents that would be removed; `nil` once they are.
    public var names: [String]?

    public init(_ row: CatalogRow, _ removal: Desk.Removal, foreseen names: [String]? = nil) {
        (catalog, catalogName, self.names) = (row.catalog, row.catalogName, names)
        (removed, files) = (removal.removed, removal.left)
    }
}

import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelViews
import Foundation

/// What programs ask of a library: rows as `--json` prints them, each as JSON.
package struct LibraryQueries: Sendable {
    package let library: CurrentLibrary

    package init(_ library: CurrentLibrary) { self.library = library }

    /// The library as it is recorded now.
    func view() async throws -> LibraryView { try await library.current().view }

    // MARK: The library

    /// The catalogues: those that the library keeps up to date first.
    package func catalogs() async throws -> [String] {
        let (desk, view) = (try await library.desk(), try await view())
        let rows = try await CatalogRow.rows(of: desk, view)
        return rows.compactMap { JSONForm.line($0) }
    }

    /// The collections, of one catalogue or of all.
    package func collections(catalog: String?, _ paging: RowPaging) async throws -> RowPage {
        let view = try await view()
        var rows = try await library.desk().collectionRows(of: view)
        if let catalog {
            let location = try NamedItems(view).catalog(catalog).location
            rows.removeAll { $0.catalog != location }
        }
        return try RowPage(
            of: rows, paging, name: { RowPage.name($0.catalog, $0.collection, title: $0.title) },
            row: { JSONForm.line($0) })
    }

    /// One collection, as a list of collections has it.
    package func collection(_ name: ItemName) async throws -> String {
        let view = try await library.latest().view
        let key = try NamedItems(view).collection(name).key
        let row = try await library.desk().collectionRows(of: view).first {
            $0.catalog == key.catalog && $0.collection == key.collection
        }
        guard let row, let line = JSONForm.line(row) else {
            throw InterfaceError(.notFound, "the collection is no longer listed")
        }
        return line
    }

    /// The items of a collection, a catalogue or the library that pass a filter.
    package func items(
        catalog: String?, collection: String?, _ filter: ItemFilter, _ paging: RowPaging
    ) async throws -> RowPage {
        let (snapshot, desk) = (try await library.current(), try await library.desk())
        let (underWay, root) = (await desk.itemsUnderWay(), desk.documents.root)
        // Whoever has left gets no list. Nothing is waited for from here on: who waited would hold rows, and any number of
        // requests may be under way.
        try Task.checkCancellation()
        let rows = try Self.lists(of: catalog, collection, in: snapshot).joined()
        // What is on its way is not recorded yet.
        func now(_ row: LibraryView.Row) -> LibraryView.Row { row.now(underWay[row.documentKey]) }
        let places = rows.indices.filter { filter.isEmpty || filter.takes(now(rows[$0])) }
        return try RowPage(
            of: places, paging, name: { RowPage.name(of: rows[$0].entry, title: rows[$0].item.title) },
            row: { JSONForm.line(ItemRow(now(rows[$0]), root: root)) })
    }

    /// The rows of a collection, or of those of a catalogue or of the library.
    private static func lists(
        of catalog: String?, _ collection: String?, in snapshot: LibrarySnapshot
    ) throws -> [[LibraryView.Row]] {
        let names = NamedItems(snapshot.view)
        let collections =
            if collection != nil {
                [try names.collection(ItemName(catalog: catalog, collection: collection))]
            } else if let catalog {
                try names.collections(ofCatalog: catalog)
            } else {
                snapshot.collections
            }
        return collections.map { snapshot.rows(of: $0.key) }
    }

    /// What nobody has looked at since it came.
    package func news(_ paging: RowPaging) async throws -> RowPage {
        let (view, root) = (try await view(), try await library.desk().documents.root)
        try Task.checkCancellation()
        return try RowPage(
            of: view.news.flatMap(\.rows), paging,
            name: { RowPage.name(of: $0.entry, title: $0.item.title) },
            row: { JSONForm.line(ItemRow($0, root: root)) })
    }

    /// What was looked at last, newest first.
    package func recent() async throws -> [String] {
        let finder = ItemFinder(try await view(), selection: nil)
        return try await library.desk().recentViews(limit: 20).compactMap { shown in
            let row = finder.row(of: shown.key)
            return JSONForm.line(
                RecentRow(shown, address: row.map { finder.address(of: $0) }, news: row?.news))
        }
    }

    /// What servers sent instead of what was promised.
    package func quarantine() async throws -> [String] {
        let desk = try await library.desk()
        var lines: [String] = []
        for entry in try await desk.quarantine(in: try await view()) {
            let row = QuarantineRow(entry, file: await desk.localFile(of: entry.document))
            if let line = JSONForm.line(row) { lines.append(line) }
        }
        return lines
    }

    // MARK: Searching

    // As on the command line: who wants more uses other words.
    private static let mostHits = 1000

    /// The documents that hold words, the best first; new documents are looked into before.
    ///
    /// - Parameters:
    ///   - text: the words.
    ///   - paging: the part of the list.
    ///   - progress: gets how far the looking into new documents is, from any task.
    /// - Returns: the rows.
    /// - Throws: `SearchError`, `ListPageError`, `StoreError`.
    package func search(
        _ text: String, _ paging: RowPaging, progress: @escaping @Sendable (IndexProgress) -> Void = { _ in }
    ) async throws -> RowPage {
        // One more than the first page tells that there is another; later pages are cut out of all hits.
        let limit = paging.cursor == nil ? paging.limit + 1 : nil
        let results = try await hits(text, limit: limit, progress: progress)
        let root = try await library.desk().documents.root
        return try RowPage(
            of: results, paging, name: { RowPage.name(of: $0.hit.item.key, title: $0.hit.item.title) },
            row: { JSONForm.line(SearchRow($0, root: root)) })
    }

    /// The documents themselves; the rest is as with `search(_:_:progress:)`.
    package func hits(
        _ text: String, limit: Int? = nil,
        progress: @escaping @Sendable (IndexProgress) -> Void = { _ in }
    ) async throws -> [SearchResult] {
        let query = try SearchQuery(text)
        return try await library.desk().search(query, limit: limit ?? Self.mostHits, progress: progress)
    }
}

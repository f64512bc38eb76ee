import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages

/// Makes the lists of the second pane.
struct ListMaker: Sendable {
    let snapshot: LibrarySnapshot
    let desk: Desk

    // More than anybody reads at once.
    private static let mostHits = 500
    private static let mostViews = 100

    /// The items of a place.
    ///
    /// - Throws: `StoreError`, `PipelineError`, `SearchError`.
    func list(_ place: ListedPlace, _ filter: ListFilter) async throws -> ItemList {
        switch place {
        case .collection(let key):
            let rows = snapshot.rows(of: key)
            return ItemList(filter.rows(rows), total: rows.count)
        case .news:
            let rows = snapshot.view.news.flatMap { $0.rows }
            return noted(rows, filter) { collection(of: $0) }
        case .setAside:
            let entries = try await desk.quarantine(in: snapshot.view)
            let reasons = Dictionary(entries.map { ($0.key, $0.document.reason) }) { first, _ in first }
            let rows = entries.map { snapshot.row(of: $0.key) ?? $0.unlistedRow }
            return noted(rows, filter) { reasons[$0.entry] ?? "" }
        case .recent:
            let views = try await desk.recentViews(limit: Self.mostViews)
            return noted(views.compactMap { snapshot.row(of: $0.key) }, filter) { collection(of: $0) }
        case .search(let words): return try await search(words, filter)
        case .week, .converter: return ItemList()
        }
    }

    private func search(_ words: String, _ filter: ListFilter) async throws -> ItemList {
        let query = try SearchQuery(words)
        let results = try await desk.search(query, limit: Self.mostHits)
        var notes: [ItemKey: String] = [:]
        let rows = results.compactMap { result -> LibraryView.Row? in
            guard let row = snapshot.row(of: result.hit.item.key) else { return nil }
            let page = result.hit.page.map { "page \($0): " } ?? ""
            notes[row.entry] = page + result.hit.snippet.map(\.text).joined()
            return row
        }
        return noted(rows, filter) { notes[$0.entry] ?? "" }
    }

    private func noted(
        _ rows: [LibraryView.Row], _ filter: ListFilter, _ note: (LibraryView.Row) -> String
    ) -> ItemList {
        let shown = filter.rows(rows)
        return ItemList(shown, notes: shown.map { note($0).singleLine }, total: rows.count)
    }

    private func collection(of row: LibraryView.Row) -> String {
        let key = CollectionKey(catalog: row.entry.catalog, collection: row.entry.collection)
        return snapshot.collection(key)?.collection.title ?? key.collection
    }
}

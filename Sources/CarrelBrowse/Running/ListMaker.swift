import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages

/// Makes the lists of the second pane.
struct ListMaker: Sendable {
    let snapshot: LibrarySnapshot
    let desk: Desk
    /// The entry that stays in the list, though it is no longer new, or no longer passes the filter; `nil` for none.
    let staying: ItemKey?

    // More than anybody reads at once.
    private static let mostHits = 500
    private static let mostViews = 100

    /// The items of a place.
    ///
    /// - Throws: `StoreError`, `PipelineError`, `SearchError`.
    func list(_ place: ListedPlace, _ filter: ListFilter) async throws -> ItemList {
        if place == .setAside { return try await setAside(filter) }
        var list = try await items(of: place, filter)
        list.files = try await files(of: list.rows)
        return list
    }

    private func items(of place: ListedPlace, _ filter: ListFilter) async throws -> ItemList {
        switch place {
        case .collection(let key):
            let rows = snapshot.rows(of: key)
            return ItemList(filter.rows(rows, with: staying), total: rows.count)
        case .news:
            let rows = snapshot.view.news(with: staying).flatMap { $0.rows }
            return noted(rows, filter) { collection(of: $0) }
        case .recent:
            let views = try await desk.recentViews(limit: Self.mostViews)
            return noted(views.compactMap { snapshot.row(of: $0.key) }, filter) { collection(of: $0) }
        case .search(let words): return try await search(words, filter)
        case .setAside, .week, .converter: return ItemList()
        }
    }

    /// What is set aside, a row for each file: of one item there may be several.
    private func setAside(_ filter: ListFilter) async throws -> ItemList {
        let entries = try await desk.quarantine(in: snapshot.view)
        let shown = entries.map { (row: row(of: $0), document: $0.document) }
            .filter { !filter.rows([$0.row], with: staying).isEmpty }
        return ItemList(
            shown.map(\.row), notes: shown.map(\.document.reason.singleLine),
            files: shown.map(\.document.token), total: entries.count)
    }

    /// The row of an item, with what is to be said of this file.
    private func row(of entry: QuarantineEntry) -> LibraryView.Row {
        guard var row = snapshot.row(of: entry.key) else { return entry.unlistedRow }
        let status = ItemStatus.setAside(reason: entry.document.reason)
        if row.isStored { row.trouble = status } else { (row.status, row.trouble) = (status, nil) }
        return row
    }

    /// The names in the quarantine of what was set aside last for items that say so.
    private func files(of rows: [LibraryView.Row]) async throws -> [String?] {
        guard rows.contains(where: \.isSetAside) else { return [] }
        let named = try await desk.quarantinedDocuments().compactMap { file in
            file.key.map { ($0, file.token) }
        }
        let newest = Dictionary(named) { first, _ in first }
        return rows.map { newest[$0.key] }
    }

    private func search(_ words: String, _ filter: ListFilter) async throws -> ItemList {
        let query = try SearchQuery(words)
        let results = try await desk.search(query, limit: Self.mostHits)
        var excerpts: [ItemKey: HitExcerpt] = [:]
        let rows = results.compactMap { result -> LibraryView.Row? in
            guard let row = snapshot.row(of: result.hit.item.key) else { return nil }
            excerpts[row.entry] = HitExcerpt(result.hit.snippet, place: result.place)
            return row
        }
        var list = ItemList(filter.rows(rows, with: staying), total: rows.count)
        list.hits = list.rows.map { excerpts[$0.entry] ?? HitExcerpt([]) }
        return list
    }

    private func noted(
        _ rows: [LibraryView.Row], _ filter: ListFilter, _ note: (LibraryView.Row) -> String
    ) -> ItemList {
        let shown = filter.rows(rows, with: staying)
        return ItemList(shown, notes: shown.map { note($0).singleLine }, total: rows.count)
    }

    private func collection(of row: LibraryView.Row) -> String {
        let key = CollectionKey(of: row.entry)
        return snapshot.collection(key)?.collection.title ?? key.collection
    }
}

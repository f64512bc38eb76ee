import CarrelModel

/// The new and updated documents.
extension LibraryView {
    /// The new and updated documents, each once, by catalogue and in its order; without ignored ones and empty
    /// catalogues.
    public var news: [(catalog: CatalogView, rows: [Row])] { news(with: nil) }

    /// The same with an entry that stays in its place, new or not; `nil` for none.
    package func news(with staying: ItemKey?) -> [(catalog: CatalogView, rows: [Row])] {
        var seen = Set<ItemKey>()
        return catalogs.compactMap { catalog -> (catalog: CatalogView, rows: [Row])? in
            // In a large library most catalogues have none.
            guard
                catalog.location == staying?.catalog
                    || catalog.memory.items.values.contains(where: { $0.news != nil })
            else { return nil }
            var view = self
            view.catalogs = [catalog]
            let rows = view.allRows.filter {
                ($0.isNews || $0.entry == staying) && seen.insert($0.documentKey).inserted
            }
            return rows.isEmpty ? nil : (catalog, rows)
        }
    }
}

extension Collection<LibraryView.Row> {
    /// The keys of the documents that are new or updated: each once, though several rows may show it.
    package var newDocuments: Set<ItemKey> { Set(lazy.filter(\.isNews).map(\.documentKey)) }
}

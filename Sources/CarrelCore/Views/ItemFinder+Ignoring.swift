import CarrelBasics
import CarrelModel
import CarrelStages

/// Finds what the user wants to ignore.
extension ItemFinder {
    /// The items and patterns for a selection; patterns and collections also cover items that are listed later.
    ///
    /// - Throws: `FindError` for a text that matches nothing.
    public func ignoring(
        _ selection: ItemSelection
    ) throws(FindError) -> (items: [ItemKey], patterns: [String]) {
        guard selection.filter.isEmpty else { return (try items(selection).map(\.key), []) }
        var (items, patterns): ([ItemKey], [String]) = ([], [])
        for text in selection.texts {
            if Glob.isPattern(text), collections(named: text).isEmpty, named(text).isEmpty {
                patterns.append(text)
            } else if !namesItems(text), named(text).isEmpty, let collections = try wholeCollections(text) {
                patterns += collections.map { pattern(of: $0) }
            } else {
                items += try self.items(ItemSelection([text])).map(\.key)
            }
        }
        return (items, patterns)
    }

    /// The pattern that covers only this collection.
    private func pattern(of row: LibraryView.CollectionRow) -> String {
        let name = view.catalogs.first { $0.location == row.key.catalog }?.name
        return name.map { "\($0)/\(row.collection.id)/*" } ?? "\(row.key.catalog)#\(row.collection.id)/*"
    }
}

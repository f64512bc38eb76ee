import CarrelBasics
import CarrelModel
import CarrelStages

/// What is to be left alone, as a person names it.
extension ItemFinder {
    /// The items and patterns that a selection stands for: a pattern and a collection cover what is listed later, too.
    ///
    /// - Throws: `FindError` for a text that means nothing.
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

    /// The pattern that covers a collection and no other one of its name.
    private func pattern(of row: LibraryView.CollectionRow) -> String {
        let name = view.catalogs.first { $0.location == row.key.catalog }?.name
        return name.map { "\($0)/\(row.collection.id)/*" } ?? "\(row.key.catalog)#\(row.collection.id)/*"
    }
}

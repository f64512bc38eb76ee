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

    /// What a selection names of what is ignored: patterns as they are listed, items and collections.
    ///
    /// - Parameters:
    ///   - texts: what the user wrote.
    ///   - ignored: the ignored items and patterns.
    /// - Returns: those to ignore no longer.
    /// - Throws: `FindError` for a text that is not one of the patterns and matches nothing.
    public func unignoring(
        _ texts: [String], among ignored: (items: [ItemKey], patterns: [String])
    ) throws(FindError) -> (items: [ItemKey], patterns: [String]) {
        let patterns = ignored.patterns.filter(texts.contains)
        let rest = ItemSelection(texts.filter { !ignored.patterns.contains($0) })
        guard !rest.texts.isEmpty else { return ([], patterns) }
        let rules = try ignoring(rest)
        let meant = Set(try items(rest).map(\.key) + rules.items)
        return (
            ignored.items.filter(meant.contains),
            patterns + rules.patterns.filter(ignored.patterns.contains)
        )
    }

    /// The pattern that still covers an item; `nil` if there is none.
    public func ignoringPattern(covering row: LibraryView.Row) -> String? {
        let memory = view.catalogs.first { $0.location == row.key.catalog }?.memory
        return memory?.ignored.pattern(covering: row.item, in: row.key.collection, of: row.key.catalog)?.text
    }

    /// The pattern that covers only this collection.
    private func pattern(of row: LibraryView.CollectionRow) -> String {
        let name = view.catalogs.first { $0.location == row.key.catalog }?.name
        return name.map { "\($0)/\(row.collection.id)/*" } ?? "\(row.key.catalog)#\(row.collection.id)/*"
    }
}

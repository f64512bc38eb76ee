import CarrelBasics
import CarrelModel
import CarrelStages

/// Finds what the user wants to ignore.
extension ItemFinder {
    /// The items and patterns for a selection; patterns and collections also cover items that are listed later.
    ///
    /// - Parameter selection: what the user wrote.
    /// - Returns: the items, with `CollectionKey.allItems` for each collection that is named as a whole, and the patterns.
    /// - Throws: `FindError` for a text that matches nothing.
    public func ignoring(
        _ selection: ItemSelection
    ) throws(FindError) -> (items: [ItemKey], patterns: [String]) {
        guard selection.filter.isEmpty else { return (try items(selection).map(\.key), []) }
        var (items, patterns): ([ItemKey], [String]) = ([], [])
        for text in selection.texts {
            if try isPattern(text) {
                patterns.append(text)
            } else if !namesItems(text), named(text).isEmpty, let collections = try wholeCollections(text) {
                items += collections.map(\.key.allItems)
            } else {
                items += try self.items(ItemSelection([text])).map(\.key)
            }
        }
        return (items, patterns)
    }

    /// Whether a text is a pattern, and not the name of a collection or an item that looks like one.
    private func isPattern(_ text: String) throws(FindError) -> Bool {
        guard Glob.isPattern(text), collections(named: text).isEmpty, named(text).isEmpty,
            identified(text).isEmpty
        else { return false }
        return try collectionAndNumbers(text) == nil
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
        let unlisted = ignored.items.filter { key in
            key.isWholeCollection && collectionNames.row(of: CollectionKey(of: key)) == nil
                && address(ofIgnored: key).map { texts.contains($0) } == true
        }
        let known = Set(patterns + unlisted.compactMap { address(ofIgnored: $0) })
        let rest = ItemSelection(texts.filter { !known.contains($0) })
        guard !rest.texts.isEmpty else { return (unlisted, patterns) }
        let rules = try ignoring(rest)
        var meant = Set(rules.items)
        if !rules.patterns.isEmpty { meant.formUnion(try items(ItemSelection(rules.patterns)).map(\.key)) }
        let former = rules.items.compactMap { formerPattern(of: $0) }
        return (
            unlisted
                + ignored.items.filter {
                    meant.contains($0) || meant.contains(CollectionKey(of: $0).allItems)
                },
            patterns + (rules.patterns + former).filter(ignored.patterns.contains)
        )
    }

    /// The text by which `carrel unignore` takes an ignored item or collection; `nil` for an item that is not listed.
    public func address(ofIgnored key: ItemKey) -> String? {
        guard key.isWholeCollection else { return row(of: key).map { address(of: $0) } }
        let collection = CollectionKey(of: key)
        let text = collectionNames.row(of: collection).map { address(of: $0) }
        // What is an item's name, too, means that item.
        guard let text, named(text).isEmpty else { return Self.locator(collection) }
        return text
    }

    /// What lists show for an ignored item or collection; `nil` if it is not listed.
    public func label(ofIgnored key: ItemKey) -> String? {
        guard key.isWholeCollection else { return row(of: key)?.label }
        return collectionNames.row(of: CollectionKey(of: key))?.collection.label
    }

    /// Whether its collection or a pattern covers an item, beside a rule of its own.
    public func isCovered(_ row: LibraryView.Row) -> Bool {
        guard let rules = view.catalog(at: row.key.catalog)?.memory.ignored else { return false }
        return rules.coverAll(of: row.key.collection, in: row.key.catalog)
            || rules.pattern(covering: row.item, in: row.key.collection, of: row.key.catalog) != nil
    }

    /// What covers an item beside a rule of its own: its collection, or a pattern.
    public struct CoveringRule: Sendable, Hashable {
        /// What to say of it.
        public var words: String
        /// The text by which `carrel unignore` takes it.
        public var text: String
    }

    /// What covers an item beside a rule of its own; `nil` if nothing does.
    public func rule(covering row: LibraryView.Row) -> CoveringRule? {
        guard let rules = view.catalog(at: row.key.catalog)?.memory.ignored else { return nil }
        let collection = CollectionKey(of: row.key)
        if rules.coverAll(of: collection.collection, in: collection.catalog) {
            return address(ofIgnored: collection.allItems).map {
                CoveringRule(words: "the whole collection is ignored", text: $0)
            }
        }
        let pattern = rules.pattern(covering: row.item, in: row.key.collection, of: row.key.catalog)
        return pattern.map { CoveringRule(words: "the pattern “\($0.text)” covers it", text: $0.text) }
    }

    /// The pattern that earlier versions recorded for a collection; `nil` for an item.
    private func formerPattern(of key: ItemKey) -> String? {
        guard key.isWholeCollection else { return nil }
        let name = view.catalog(at: key.catalog)?.name
        return name.map { "\($0)/\(key.collection)/*" } ?? "\(key.catalog)#\(key.collection)/*"
    }
}

import CarrelModel

/// The items that the user means: texts that name them, and a filter.
public struct ItemSelection: Sendable, Hashable {
    /// Names, numbers, ranges, patterns, collections, catalogues; empty for the whole library.
    public var texts: [String]
    /// The filter on these items.
    public var filter: ItemFilter

    public init(_ texts: [String], _ filter: ItemFilter = ItemFilter()) {
        (self.texts, self.filter) = (texts, filter)
    }
}

/// Selects items by state; by default, all.
public struct ItemFilter: Sendable, Hashable {
    /// The states that an item may have; empty for any.
    public var states: Set<StateWord>
    /// Whether to select only new and updated items.
    public var onlyNews: Bool

    public init(_ states: Set<StateWord> = [], onlyNews: Bool = false) {
        (self.states, self.onlyNews) = (states, onlyNews)
    }

    /// Whether it selects all items.
    public var isEmpty: Bool { states.isEmpty && !onlyNews }

    /// Whether it selects an item.
    public func takes(_ row: LibraryView.Row) -> Bool {
        if onlyNews, !row.isNews { return false }
        return states.isEmpty || states.contains { Self.has(row, $0) }
    }

    private static func has(_ row: LibraryView.Row, _ state: StateWord) -> Bool {
        switch (state, row.status) {
        case (.stored, .stored), (.stored, .updateAvailable), (.updateAvailable, .updateAvailable),
            (.notFetched, .available), (.failed, .failed), (.notAvailable, .notAvailable),
            (.paused, .paused), (.setAside, .setAside), (.discarded, .discarded):
            true
        // A stored document may have failed to be updated.
        case (.failed, _): if case .failed? = row.trouble { true } else { false }
        case (.setAside, _): if case .setAside? = row.trouble { true } else { false }
        case (.ignored, _): row.isIgnored
        case (.notListed, _): row.isOrphaned
        case (.new, _): row.news == .new
        case (.updated, _): row.news == .updated
        default: false
        }
    }
}

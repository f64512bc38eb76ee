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
    /// A state by which items can be selected.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// Stored, whether an update is available or not.
        case stored
        /// Listed with a URL, and not stored.
        case notFetched = "not-fetched"
        /// Stored, and the server has a newer version.
        case updateAvailable = "update-available"
        /// The last try failed.
        case failed
        /// The document was not what was promised, and is in the quarantine.
        case setAside = "set-aside"
        /// The document was not what was promised, and somebody discarded it.
        case discarded
        /// Ignored, stored or not.
        case ignored
        /// Listed without a URL.
        case notAvailable = "not-available"
        /// Stored, and no longer listed.
        case notListed = "not-listed"
        /// Stored, and nobody has looked at any version of it.
        case new
        /// Stored in another version than the one that was last looked at.
        case updated
    }

    /// The states that an item may have; empty for any.
    public var states: Set<State>
    /// Whether to select only new and updated items.
    public var onlyNews: Bool

    public init(_ states: Set<State> = [], onlyNews: Bool = false) {
        (self.states, self.onlyNews) = (states, onlyNews)
    }

    /// Whether it selects all items.
    public var isEmpty: Bool { states.isEmpty && !onlyNews }

    /// Whether it selects an item.
    public func takes(_ row: LibraryView.Row) -> Bool {
        if onlyNews, !row.isNews { return false }
        return states.isEmpty || states.contains { Self.has(row, $0) }
    }

    private static func has(_ row: LibraryView.Row, _ state: State) -> Bool {
        switch (state, row.status) {
        case (.stored, .stored), (.stored, .updateAvailable), (.updateAvailable, .updateAvailable),
            (.notFetched, .available), (.failed, .failed), (.notAvailable, .notAvailable),
            (.setAside, .setAside), (.discarded, .discarded):
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

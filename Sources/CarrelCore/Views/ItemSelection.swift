import CarrelModel

/// The items that a person means: texts that name them, and what they are narrowed to.
public struct ItemSelection: Sendable, Hashable {
    /// Names, numbers, ranges, patterns, collections, catalogues; the whole library if there are none.
    public var texts: [String]
    /// What they are narrowed to.
    public var filter: ItemFilter

    public init(_ texts: [String], _ filter: ItemFilter = ItemFilter()) {
        (self.texts, self.filter) = (texts, filter)
    }
}

/// What a list of items is narrowed to; everything, unless something is asked for.
public struct ItemFilter: Sendable, Hashable {
    /// A state that items can be asked for by.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// Stored, whether an update is available or not.
        case stored
        /// Listed with an address, and not stored.
        case notFetched = "not-fetched"
        /// Stored, and the server has a newer version.
        case updateAvailable = "update-available"
        /// The last try failed.
        case failed
        /// What came was not what was promised, and is in the quarantine.
        case setAside = "set-aside"
        /// What came was not what was promised, and was thrown away.
        case discarded
        /// To be left alone, stored or not.
        case ignored
        /// Listed without an address.
        case notAvailable = "not-available"
        /// Stored, and no longer listed.
        case notListed = "not-listed"
        /// Stored, and nobody has looked at it.
        case new
        /// Another version than the one that was looked at last.
        case updated
    }

    /// The states that an item may have; empty for any.
    public var states: Set<State>
    /// Whether only what is new or updated is meant.
    public var onlyNews: Bool

    public init(_ states: Set<State> = [], onlyNews: Bool = false) {
        (self.states, self.onlyNews) = (states, onlyNews)
    }

    /// Whether it narrows nothing.
    public var isEmpty: Bool { states.isEmpty && !onlyNews }

    /// Whether an item is asked for.
    public func takes(_ row: LibraryView.Row) -> Bool {
        if onlyNews, row.news == nil { return false }
        return states.isEmpty || states.contains { Self.has(row, $0) }
    }

    private static func has(_ row: LibraryView.Row, _ state: State) -> Bool {
        switch (state, row.status) {
        case (.stored, .stored), (.stored, .updateAvailable), (.updateAvailable, .updateAvailable),
            (.notFetched, .available), (.failed, .failed), (.notAvailable, .notAvailable),
            (.setAside, .setAside), (.discarded, .discarded):
            true
        // What is stored may have failed to be brought up to date.
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

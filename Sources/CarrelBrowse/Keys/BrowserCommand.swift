import CarrelTerminal

/// What a key does.
package enum BrowserCommand: Sendable, Hashable, CaseIterable {
    case down, up, first, last, halfDown, halfUp, pageDown, pageUp
    case left, right, nextPane, previousPane, choose, back
    case find, findNext, findPrevious, search, filter, news, setAside, recent, week, converter
    case sync, syncAll, add, download, cancel, markRead, markAllRead, ignore, accept, discard, open, tries,
        versions, details
    case undo, verify, remove
    case tick, previousDay, nextDay
    case redraw, suspend, help, quit
}

/// Where a key counts.
package enum KeyContext: Sendable, Hashable, CaseIterable {
    /// In the list of collections.
    case library
    /// In a list of items.
    case items
    /// In a document.
    case document
    /// In the week.
    case week
}

/// Keys that do one thing.
package struct KeyBinding: Sendable {
    /// The keys.
    package let keys: [Key]
    /// Their names.
    package let names: [String]
    /// What they do.
    package let command: BrowserCommand
    /// What they do, in words.
    package let words: String
    /// Where they count; everywhere unless told.
    package let contexts: Set<KeyContext>

    init(
        _ keys: [Key], _ names: [String], _ command: BrowserCommand, _ words: String,
        _ contexts: Set<KeyContext>
    ) {
        (self.keys, self.names) = (keys, names)
        (self.command, self.words, self.contexts) = (command, words, contexts)
    }
}

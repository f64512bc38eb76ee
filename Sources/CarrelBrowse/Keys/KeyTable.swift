import CarrelTerminal

/// Every key of the browser: what it does, where, and how the help and the documentation tell it.
package enum KeyTable {
    private static let lists: Set<KeyContext> = [.library, .items]
    private static let item: Set<KeyContext> = [.items, .document]
    private static let outside: Set<KeyContext> = [.library, .items, .week]

    /// The keys, in the order of the help.
    package static let all: [KeyBinding] = [
        binding("j ↓", .down, "down: the next row, or a line further"),
        binding("k ↑", .up, "up: the row before, or a line back"),
        binding("g Home", .first, "to the first row or line"),
        binding("G End", .last, "to the last row or line"),
        binding("Ctrl-D", .halfDown, "half a screen down"),
        binding("Ctrl-U", .halfUp, "half a screen up"),
        binding("Ctrl-F PgDn", .pageDown, "a screen down"),
        binding("Space", .pageDown, "a screen down", [.library, .items, .document]),
        binding("Ctrl-B PgUp", .pageUp, "a screen up"),
        binding("h ←", .left, "to the pane at the left", [.library, .items, .document]),
        binding("l →", .right, "to the pane at the right", [.library, .items, .document]),
        binding("h ←", .previousDay, "the day before; from the first one back to the library", [.week]),
        binding("l →", .nextDay, "the next day", [.week]),
        binding("Tab", .nextPane, "to the next pane"),
        binding("Shift-Tab", .previousPane, "to the pane before"),
        binding("Enter", .choose, "shows the collection or the item; fetches an item that is not stored"),
        binding("Space", .tick, "chooses a module, or leaves it out", [.week]),
        binding("Esc", .back, "back: ends a filter or a search, or goes to the pane at the left"),
        binding("/", .find, "finds words in the document", [.document]),
        binding("n", .findNext, "to the next line with them", [.document]),
        binding("N", .findPrevious, "to the line with them before", [.document]),
        binding("/", .search, "searches the text of all documents", outside),
        binding("f", .filter, "filters the items by title, status and type", item.union([.library])),
        binding("n", .news, "what is new", outside),
        binding("d", .setAside, "what is set aside"),
        binding("v", .recent, "what was viewed last"),
        binding("w", .week, "the week of the timetables"),
        binding("=", .converter, "the converter"),
        binding("s", .sync, "syncs the catalogue; in a collection of its own catalogue, reads that"),
        binding("S", .syncAll, "syncs all catalogues"),
        binding("+", .add, "adds a catalogue by its address"),
        binding(
            "X", .remove, "removes the catalogue of the collection after a question; its files stay", lists),
        binding("D", .download, "downloads the item, or tries again", item),
        binding("c", .cancel, "no longer downloads the item, unless a sync fetches it", item),
        binding("r", .markRead, "marks the item as read, or as unread", item),
        binding("R", .markAllRead, "marks everything new as read, after a question"),
        binding("u", .undo, "takes back that everything was marked as read"),
        binding("i", .ignore, "ignores the item, or no longer", item),
        binding("a", .accept, "accepts what is set aside, after a question", item),
        binding("x", .discard, "discards what is set aside, after a question", item),
        binding("o", .open, "opens the document with the desktop's viewer", item),
        binding("e", .tries, "what was tried for the item, or the document again", item),
        binding("V", .versions, "the document's versions and what changed last, or the document again", item),
        binding("H", .details, "all details of the item, or the document again", item),
        binding("!", .verify, "verifies all documents, and asks whether to fetch what is damaged again"),
        binding("Ctrl-L", .redraw, "draws the screen anew"),
        binding("Ctrl-Z", .suspend, "suspends the program"),
        binding("? F1", .help, "these keys"),
        binding("q Ctrl-C", .quit, "quits"),
    ]

    /// The command of a key where it counts.
    package static func command(_ key: Key, in context: KeyContext) -> BrowserCommand? {
        table[context]?[key]
    }

    private static let table: [KeyContext: [Key: BrowserCommand]] = {
        var table: [KeyContext: [Key: BrowserCommand]] = [:]
        for binding in all {
            for context in binding.contexts {
                for key in binding.keys { table[context, default: [:]][key] = binding.command }
            }
        }
        return table
    }()

    private static let names: [String: Key] = [
        "↓": .down, "↑": .up, "←": .left, "→": .right, "Home": .home, "End": .end, "PgDn": .pageDown,
        "PgUp": .pageUp, "Space": .character(" "), "Tab": .tab, "Shift-Tab": .backTab, "Enter": .enter,
        "Esc": .escape, "F1": .function(1),
    ]

    private static func binding(
        _ keys: String, _ command: BrowserCommand, _ words: String,
        _ contexts: Set<KeyContext> = Set(KeyContext.allCases)
    ) -> KeyBinding {
        let shown = keys.split(separator: " ").map(String.init)
        let keys = shown.map { name -> Key in
            if let key = names[name] { return key }
            let letter = name.last ?? " "
            return name.hasPrefix("Ctrl-") ? .control(Character(letter.lowercased())) : .character(letter)
        }
        return KeyBinding(keys, shown, command, words, contexts)
    }
}

/// A word that other programs have for what Carrel calls otherwise.
enum FamiliarWord {
    private static let commands = [
        "cat": "preview", "check": "verify", "dir": "list", "download": "get", "fetch": "get",
        "find": "search", "grep": "search", "history": "versions", "info": "show", "init": "add",
        "ls": "list", "mv": "move", "pull": "sync", "refresh": "sync", "undo": "restore",
        "update": "sync", "upgrade": "sync", "view": "preview", "where": "show",
    ]

    /// What to do where no single command does it.
    private static let advice = [
        ["delete", "del", "rm", "uninstall"]:
            "carrel ignore ITEM, then carrel prune --ignored, removes a document; carrel remove CATALOGUE a catalogue",
        ["stop", "cancel", "kill", "pause"]:
            "Ctrl-C ends a sync, and the next one continues; carrel schedule off ends those in the background",
    ]

    /// What follows the message that there is no such command; `nil` for words that nobody uses elsewhere.
    static func remedy(_ word: String) -> String? {
        let word = word.lowercased()
        if let command = commands[word] { return "; did you mean “\(command)”?" }
        return advice.first { $0.key.contains(word) }.map { "; \($0.value)" }
    }
}

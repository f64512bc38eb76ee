/// The words for the states by which items are selected: those of `--status`, of `status:` in a search, and of programs.
public enum StateWord: String, Sendable, Hashable, CaseIterable {
    /// Stored, whether an update is available or not.
    case stored
    /// Listed with a URL, and nothing of it is stored.
    case notFetched = "not-fetched"
    /// Listed and not stored; what came before it was interrupted is kept.
    case paused
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

    /// Reads a word as a person types it, in any case and with or without its hyphen, or a state as lists show it, or
    /// rows give it to programs.
    public init?(typed text: String) {
        // Behind a colon, lists show the reason.
        let letters = Self.letters(text.lowercased().prefix { $0 != ":" })
        let known = Self.allCases.first { Self.letters($0.rawValue) == letters }
        guard let state = known ?? Self.shown.first(where: { Self.letters($0.key) == letters })?.value else {
            return nil
        }
        self = state
    }

    private static func letters(_ text: some StringProtocol) -> String {
        String(text.filter { $0 != " " && $0 != "-" })
    }

    /// What lists and the rows of programs call some of them otherwise.
    private static let shown: [String: StateWord] = [
        "not-available-yet": .notAvailable, "no-longer-listed": .notListed, "available": .notFetched,
    ]

    /// The first words of states that lists show in several words, which are none by themselves.
    public static let firstWords = Set(
        (allCases.map(\.rawValue) + shown.keys).filter { $0.contains("-") }.map {
            String($0.prefix { $0 != "-" })
        })

    /// All words.
    public static let list = allCases.map(\.rawValue).joined(separator: ", ")

    /// What is wrong with a word that is none of them; before it stands what it is for.
    public static func refusal(of typed: String) -> String { "\(typed) is not a state; expected \(list)" }
}

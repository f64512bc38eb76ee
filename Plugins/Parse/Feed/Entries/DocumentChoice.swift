import CarrelStages

/// What of an entry is fetched.
enum DocumentChoice: String, Sendable, Hashable, CaseIterable {
    /// Its enclosures; its page where it has none.
    case enclosures
    /// Its page.
    case pages
    /// Its enclosures and its page.
    case both
}

extension DocumentChoice: SettingValue {
    static var kind: String { "\"enclosures\", \"pages\" or \"both\"" }

    init?(configValue: ConfigValue) {
        guard let choice = configValue.text.flatMap({ DocumentChoice(rawValue: $0) }) else { return nil }
        self = choice
    }

    var configText: String? { "\"\(rawValue)\"" }
}

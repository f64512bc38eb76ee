import CarrelStages

/// What of an entry is fetched.
enum DocumentChoice: String, Sendable, Hashable, CaseIterable, SettingValue {
    /// Its enclosures; its page where it has none.
    case enclosures
    /// Its page.
    case pages
    /// Its enclosures and its page.
    case both
}

import CarrelCore

/// The one JSON form of rows and events, whichever front end sends them.
public enum JSONForm {
    /// A value as one line without its end: keys sorted, times in ISO 8601 UTC, nothing that acts on a terminal.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - showsAll: whether the line keeps what URLs hold of keys and passwords, as in a document's own text.
    /// - Returns: the line; `nil` for a value that JSON has no form for, such as a number that is none.
    public static func line(_ value: some Encodable, showsAll: Bool = false) -> String? {
        guard let text = JSONText.line(value) else { return nil }
        return showsAll ? text : ShownText.of(text)
    }
}

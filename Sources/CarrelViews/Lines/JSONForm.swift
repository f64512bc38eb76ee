import CarrelBasics

/// The one JSON form of rows and events, whichever front end sends them: docs/JSON.md.
public enum JSONForm {
    /// The version of the form, which the first event of a run carries.
    ///
    /// It rises when a key or an event goes or means something else. New ones do not raise it: readers ignore what they
    /// do not know.
    public static let version = 2

    /// A value as one line without its end: keys sorted, times in ISO 8601 UTC, nothing that acts on a terminal.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - showsAll: whether the line keeps what URLs hold of keys and passwords, as in a document's own text.
    /// - Returns: the line; `nil` for a value that JSON has no form for, such as a number that is none.
    public static func line(_ value: some Encodable, showsAll: Bool = false) -> String? {
        guard let text = (value as? any DirectJSON)?.lineText ?? JSONText.line(value) else { return nil }
        return showsAll ? text : ShownText.of(text)
    }
}

/// A row that a run has thousands of: an encoder would take a good part of its time, so it writes its line itself.
protocol DirectJSON {
    /// The line that an encoder would write.
    var lineText: String { get }
}

import CarrelBasics

/// The JSON form of rows and events, the same for all front ends: docs/JSON.md.
public enum JSONForm {
    /// The version of the form, which the first event of a run carries.
    ///
    /// It rises when a key or an event is removed or changes its meaning. New ones do not raise it, because readers
    /// ignore what they do not know.
    public static let version = 2

    /// A value as one line without a line break: keys sorted, times in ISO 8601 UTC, no characters that act on a
    /// terminal.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - showsAll: whether to keep keys and passwords in URLs, as in a document's own text.
    /// - Returns: the line; `nil` for a value that JSON cannot express, such as NaN.
    public static func line(_ value: some Encodable, showsAll: Bool = false) -> String? {
        guard let text = (value as? any DirectJSON)?.lineText ?? JSONText.line(value) else { return nil }
        return showsAll ? text : ShownText.of(text)
    }
}

/// A row that writes its own line, because a run has thousands of them and an encoder would be slow.
protocol DirectJSON {
    /// The line that an encoder would write.
    var lineText: String { get }
}

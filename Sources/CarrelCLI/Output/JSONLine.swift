import CarrelCore

/// Machine-readable output: one object a line, keys in lowerCamelCase, times in ISO 8601 UTC.
enum JSONLine {
    /// Writes a value as one line of standard output.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - showsAll: whether also what URLs hold of keys and passwords, as in a document's own text.
    static func write(_ value: some Encodable, showsAll: Bool = false) {
        guard let text = JSONText.line(value) else { return }
        LineWriter.output.line(text, showsAll: showsAll)
    }
}

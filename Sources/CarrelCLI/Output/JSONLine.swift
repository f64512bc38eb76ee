import CarrelCore

/// Machine-readable output: one object a line, keys in lowerCamelCase, times in ISO 8601 UTC.
enum JSONLine {
    /// Writes a value as one line of standard output.
    static func write(_ value: some Encodable) {
        guard let text = JSONText.line(value) else { return }
        LineWriter.output.line(text)
    }
}

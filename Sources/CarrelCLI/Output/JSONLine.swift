import CarrelViews

/// Machine-readable output: one JSON object on each line.
enum JSONLine {
    /// Writes a value as one line of standard output.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - showsAll: whether to keep keys and passwords in URLs, as in a document's own text.
    static func write(_ value: some Encodable, showsAll: Bool = false) {
        guard let line = JSONForm.line(value, showsAll: showsAll) else { return }
        LineWriter.output.line(line, showsAll: true)
    }
}

/// What helps against mistakes in the writing of values, which toml++ tells in the words of its grammar.
enum TOMLAdvice {
    /// What is expected where a mistake is; `nil` for mistakes whose message says enough.
    ///
    /// - Parameters:
    ///   - message: what toml++ says.
    ///   - text: the document.
    ///   - line: where the mistake is, counted from 1.
    ///   - column: where it is in the line, counted from 1.
    static func expected(_ message: String, in text: String, line: Int, column: Int) -> String? {
        let found = remedies.first { entry in entry.signs.contains { message.contains($0) } }
        if let found { return found.remedy }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard message.contains("control characters"), let broken = lines.dropFirst(max(0, line - 1)).first,
            column > broken.count
        else { return nil }
        return "a quotation mark at the end of the text"
    }

    private static let remedies: [(signs: [String], remedy: String)] = [
        (
            ["escape sequence", "unicode scalar"],
            #"single quotes around a text with backslashes, as in '\.pdf'"#
        ),
        (
            ["value type", "parsing boolean", "parsing decimal integer", "parsing floating-point"],
            #"text in straight quotes, as in "5s", a number, true or false"#
        ),
        (
            ["key-value pair: expected a comment or whitespace"],
            #"one value in a line, and text in straight quotes, as in "10 MiB""#
        ),
    ]
}

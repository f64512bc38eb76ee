/// Breaks text into lines between words.
enum TextWrap {
    /// The lines of a text, none wider than a width unless a word alone is: such a word, a URL mostly, stays whole.
    static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ").map(String.init) {
            if line.isEmpty {
                line = word
            } else if TextTable.width(line) + 1 + TextTable.width(word) <= width {
                line += " " + word
            } else {
                lines.append(line)
                line = word
            }
        }
        return lines + [line]
    }

    /// The same for paragraphs, which are separated by empty lines and whose own line ends count as spaces.
    static func paragraphs(_ text: String, width: Int) -> String {
        text.split(separator: "\n\n").map { paragraph in
            lines(String(paragraph).replacing("\n", with: " "), width: width).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }
}

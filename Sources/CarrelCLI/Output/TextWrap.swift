/// Breaks text into lines between words.
enum TextWrap {
    /// The lines of a text within a width; a longer word, usually a URL, stays whole.
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

    /// Wraps paragraphs, which are separated by empty lines; other line breaks count as spaces.
    static func paragraphs(_ text: String, width: Int) -> String {
        text.split(separator: "\n\n").map { paragraph in
            lines(String(paragraph).replacing("\n", with: " "), width: width).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }
}

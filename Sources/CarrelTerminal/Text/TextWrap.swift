/// Breaks text into lines between words.
package enum TextWrap {
    /// The lines of a text within a width; a longer word, usually a URL, stays whole.
    package static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ").map(String.init) {
            if line.isEmpty {
                line = word
            } else if TextWidth.of(line) + 1 + TextWidth.of(word) <= width {
                line += " " + word
            } else {
                lines.append(line)
                line = word
            }
        }
        return lines + [line]
    }

    /// Wraps paragraphs, which are separated by empty lines; other line breaks count as spaces, but a paragraph with only
    /// indented lines keeps them.
    package static func paragraphs(_ text: String, width: Int) -> String {
        text.split(separator: "\n\n").map { paragraph in
            let indented = paragraph.split(separator: "\n")
            if indented.allSatisfy({ $0.hasPrefix("  ") }) { return indented.joined(separator: "\n") }
            return lines(String(paragraph).replacing("\n", with: " "), width: width).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }
}

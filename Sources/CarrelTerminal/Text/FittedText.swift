/// Text in lines that fit a width.
package enum FittedText {
    /// Breaks a text between words, and a longer word within; broken lines keep their indentation.
    ///
    /// - Parameters:
    ///   - text: the text; line feeds end lines, tabs become spaces.
    ///   - width: the columns of a line, at least 2.
    /// - Returns: the lines.
    package static func lines(_ text: String, width: Int) -> [String] {
        let width = max(2, width)
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            let line = line.utf8.contains(0x09) ? line.replacing("\t", with: "    ") : line
            return TextWidth.of(line) <= width ? [String(line)] : broken(line, width)
        }
    }

    private static func broken(_ line: Substring, _ width: Int) -> [String] {
        let indent = String(line.prefix { $0 == " " }.prefix(width / 2))
        var lines: [String] = []
        var (current, taken) = (indent, indent.count)
        var isEmpty = true
        func end() {
            lines.append(current)
            (current, taken, isEmpty) = (indent, indent.count, true)
        }
        for word in line.split(separator: " ") {
            let length = TextWidth.of(word)
            if !isEmpty, taken + 1 + length > width { end() }
            if !isEmpty {
                current += " "
                taken += 1
            }
            if taken + length <= width {
                current += word
                (taken, isEmpty) = (taken + length, false)
                continue
            }
            for character in word {
                let width = (TextWidth.of(character), width)
                if taken + width.0 > width.1, !isEmpty { end() }
                current.append(character)
                (taken, isEmpty) = (taken + width.0, false)
            }
        }
        if !isEmpty || lines.isEmpty { lines.append(current) }
        return lines
    }
}

/// Text in lines that fit a width.
package enum FittedText {
    /// What is between a line and the one before it.
    package enum Joint: Sendable, Hashable {
        /// The end of a line of the text.
        case line
        /// White space, at which a line of the text was broken.
        case space
        /// Nothing: a word was broken.
        case none
    }

    /// One of the lines.
    package struct Line: Sendable, Hashable {
        package var text: String
        package var joint: Joint

        package init(_ text: String, _ joint: Joint = .line) { (self.text, self.joint) = (text, joint) }
    }

    /// Breaks a text between words, and a longer word within; broken lines keep their indentation and the spaces within.
    ///
    /// - Parameters:
    ///   - text: the text; line feeds end lines, tabs become spaces.
    ///   - width: the columns of a line, at least 2.
    package static func lines(_ text: String, width: Int) -> [String] {
        joinedLines(text, width: width).map(\.text)
    }

    /// The same lines, each with what joins it to the one before.
    package static func joinedLines(_ text: String, width: Int) -> [Line] {
        let width = max(2, width)
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            let line = line.utf8.contains(0x09) ? line.replacing("\t", with: "    ") : line
            return TextWidth.of(line) <= width ? [Line(String(line))] : BrokenLine(line, width).lines
        }
    }
}

/// A line of a text that is broken into lines of a width.
private struct BrokenLine {
    private(set) var lines: [FittedText.Line] = []
    private let width: Int
    private let indent: String
    /// The line that is being filled, and its columns.
    private var current: FittedText.Line
    private var taken: Int
    private var isEmpty = true

    init(_ line: Substring, _ width: Int) {
        self.width = width
        indent = String(line.prefix { $0 == " " }.prefix(width / 2))
        (current, taken) = (FittedText.Line(indent), indent.count)
        var rest = line.drop { $0 == " " }
        var gap = 0
        while !rest.isEmpty {
            let word = rest.prefix { $0 != " " }
            add(word, after: gap)
            rest = rest[word.endIndex...]
            gap = rest.prefix { $0 == " " }.count
            rest = rest.dropFirst(gap)
        }
        if !isEmpty || lines.isEmpty { lines.append(current) }
    }

    private mutating func add(_ word: Substring, after gap: Int) {
        let length = TextWidth.of(word)
        if !isEmpty, taken + gap + length > width { end(.space) }
        if !isEmpty {
            current.text += String(repeating: " ", count: gap)
            taken += gap
        }
        guard taken + length > width else {
            current.text += word
            (taken, isEmpty) = (taken + length, false)
            return
        }
        for character in word {
            let columns = TextWidth.of(character)
            if taken + columns > width, !isEmpty { end(.none) }
            current.text.append(character)
            (taken, isEmpty) = (taken + columns, false)
        }
    }

    private mutating func end(_ joint: FittedText.Joint) {
        lines.append(current)
        (current, taken, isEmpty) = (FittedText.Line(indent, joint), indent.count, true)
    }
}

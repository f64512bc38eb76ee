import CarrelBasics

/// The text of a line with links: a table's row, a list item, or what stands between breaks.
struct LinkLine {
    // The most text of a line, in bytes; in titles the link's own text follows it.
    private static let maxText = 200

    /// The number of links before the line.
    let start: Int
    /// Whether it is a row of a table, which goes on behind the breaks in its cells.
    var hasCells = false
    private var text = ""
    /// The text that is in no link.
    private(set) var beside = ""

    init(start: Int = 0) { self.start = start }

    /// Adds text, of a link or beside all links.
    mutating func add(_ more: String, isInLink: Bool) {
        Self.add(more, to: &text)
        if !isInLink { Self.add(more, to: &beside) }
    }

    private static func add(_ more: String, to text: inout String) {
        let room = maxText - text.utf8.count
        guard room > 0 else { return }
        // How a page is indented must not take the room.
        guard !more.utf8.allSatisfy({ $0 <= 0x20 }) else {
            text += " "
            return
        }
        let part = more.prefix(utf8: room)
        text += part.isCut ? part.text + "…" : part.text
    }

    /// What stands before the next link; `nil` without a word.
    var before: String? { Self.words(text) }
    /// What is in no link; `nil` without a word.
    var aside: String? { Self.words(beside) }

    /// The text, if there is a word in it.
    static func words(_ text: String) -> String? {
        text.contains { $0.isLetter || $0.isNumber } ? text : nil
    }
}

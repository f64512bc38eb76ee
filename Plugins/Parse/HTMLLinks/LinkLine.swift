import CarrelBasics

/// The text of a line with links: a table's row, a list item, or what stands between breaks.
struct LinkLine {
    // The most text of a line, in bytes; in titles the link's own text follows it.
    private static let maxText = 200

    /// The number of links before the line.
    let start: Int
    /// Whether it is a row of a table, which goes on behind the breaks in its cells.
    var hasCells = false
    // What stands before it in the row or list item around it; `nil` without a word.
    private let around: String?
    // The number of links before that row or list item.
    private let entry: Int
    private var text = ""
    private var hasWords = false
    // What is in no link, and what of it follows the last link.
    private var beside = ""
    private var behindLink = ""
    // The words in no link that stand nearest before the last link.
    private var nearest = ""

    init(start: Int = 0, in entry: LinkLine? = nil) {
        self.start = start
        around = entry?.before
        self.entry = entry?.start ?? start
    }

    /// Adds text, of a link or beside all links.
    mutating func add(_ more: String, isInLink: Bool) {
        if !hasWords, text.utf8.count < Self.maxText { hasWords = Self.words(more) != nil }
        Self.add(more, to: &text)
        guard !isInLink else { return }
        Self.add(more, to: &beside)
        Self.add(more, to: &behindLink)
    }

    /// Begins a link, which has what stands before it.
    mutating func startLink(_ link: inout Link) {
        nearest = Self.words(behindLink) ?? nearest
        behindLink = ""
        hold(&link)
        (link.before, link.nearest) = (before, nearest)
    }

    /// Takes a link in.
    func hold(_ link: inout Link) {
        (link.line, link.around, link.entry) = (start, around, entry)
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
    var before: String? { hasWords ? text : nil }
    /// What is in no link; `nil` without a word.
    var aside: String? { Self.words(beside) }

    /// The text, if there is a word in it.
    static func words(_ text: String) -> String? {
        text.contains { $0.isLetter || $0.isNumber } ? text : nil
    }
}

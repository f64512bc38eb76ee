import CarrelBasics
import CarrelModel

/// A run of paragraphs: the document's own, or those of a note, a header or a shape.
struct RTFFlow {
    /// What a paragraph is.
    struct Paragraph {
        var isInTable = false
        var depth = 0
        var isItem = false
        var outline: Int?
        var style: Int?
    }

    var paragraph = Paragraph()
    var label = ""
    private(set) var text = ""
    private var flow = TableFlow()

    // A line without end would be copied for ever.
    private static let maxLine = 1 << 20

    /// Adds words to the paragraph.
    mutating func add(_ words: String) { if text.utf8.count < Self.maxLine { text += words } }

    /// Ends a paragraph.
    ///
    /// - Parameter headings: the levels of the styles that are headings.
    mutating func endParagraph(headings: [Int: Int]) {
        let words = text.trimmed
        defer { (text, label) = ("", "") }
        if !paragraph.isInTable { flow.endTable() }
        guard !words.isEmpty else { return }
        flow.add([block(words, headings)], inTable: paragraph.isInTable)
    }

    private func block(_ words: String, _ headings: [Int: Int]) -> Block {
        let mark = label.singleLine
        let level = paragraph.outline.map { $0 + 1 } ?? paragraph.style.flatMap { headings[$0] }
        if let level {
            return .heading(level: level, mark.isEmpty || isBullet(mark) ? words : "\(mark) \(words)")
        }
        if mark.isEmpty { return paragraph.isItem ? .item(words, depth: paragraph.depth) : .paragraph(words) }
        if isBullet(mark) { return .item(words, depth: paragraph.depth) }
        if let number = Int(mark.drop { $0 == "(" }.prefix { $0.isASCII && $0.isNumber }),
            mark.dropFirst(String(number).count).allSatisfy({ $0 == "." || $0 == ")" })
        {
            return .item(words, depth: paragraph.depth, number: number)
        }
        return .item("\(mark) \(words)", depth: paragraph.depth)
    }

    private func isBullet(_ mark: String) -> Bool {
        mark.count == 1 && mark.allSatisfy { !$0.isLetter && !$0.isNumber || $0 == "o" || $0 == "§" }
    }

    /// Ends a cell of a table.
    mutating func endCell(headings: [Int: Int]) {
        let before = paragraph.isInTable
        paragraph.isInTable = true
        endParagraph(headings: headings)
        paragraph.isInTable = before
        flow.endCell()
    }

    /// Ends a row of a table.
    mutating func endRow() { flow.endRow() }

    /// Adds blocks that stand beside the text.
    mutating func add(_ more: [Block]) { flow.add(more, inTable: paragraph.isInTable || flow.hasRows) }

    /// Ends everything.
    mutating func finish(headings: [Int: Int]) {
        endParagraph(headings: headings)
        flow.endTable()
    }

    /// Gives the blocks so far, and forgets them.
    mutating func takeBlocks() -> [Block] { flow.takeBlocks() }
}

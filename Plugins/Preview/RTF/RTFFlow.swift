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
    private(set) var blocks: [Block] = []
    private var cell: [Block] = []
    private var cells: [[Block]] = []
    private var rows = TableBlocks()
    private var hasRows = false

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
        if !paragraph.isInTable { endTable() }
        guard !words.isEmpty else { return }
        let block = block(words, headings)
        if paragraph.isInTable { cell.append(block) } else { blocks.append(block) }
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
        // As many as a table may show.
        if cells.count < 256 { cells.append(cell) }
        cell = []
    }

    /// Ends a row of a table.
    mutating func endRow() {
        guard !cells.isEmpty else { return }
        rows.add(cells)
        hasRows = true
        cells = []
    }

    private mutating func endTable() {
        endRow()
        guard hasRows || !cell.isEmpty else { return }
        blocks += rows.blocks + cell
        (rows, cell, hasRows) = (TableBlocks(), [], false)
    }

    /// Adds blocks that stand beside the text.
    mutating func add(_ more: [Block]) {
        if paragraph.isInTable || hasRows { cell += more } else { blocks += more }
    }

    /// Ends everything.
    mutating func finish(headings: [Int: Int]) {
        endParagraph(headings: headings)
        endTable()
    }

    /// Gives the blocks so far, and forgets them.
    mutating func takeBlocks() -> [Block] {
        defer { blocks = [] }
        return blocks
    }
}

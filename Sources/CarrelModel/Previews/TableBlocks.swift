extension MarkdownText.Block {
    /// The text without Markdown, for a cell of a table.
    public var words: String {
        switch self {
        case .heading(_, let words), .paragraph(let words), .quote(let words), .code(let words, _): words
        case .item(let words, _, let number): (number.map { "\($0). " } ?? "• ") + words
        case .table(let rows):
            rows.map { $0.filter { !$0.isEmpty }.joined(separator: " ") }.joined(separator: " ")
        case .rule: ""
        }
    }

    /// Whether it is a table.
    public var isTable: Bool { if case .table = self { true } else { false } }
    /// Whether it is an item of a list.
    public var isItem: Bool { if case .item = self { true } else { false } }

    /// What somebody said of the text.
    ///
    /// - Parameters:
    ///   - words: the comment.
    ///   - author: who made it, if that is known.
    ///   - place: what it is about, such as a cell.
    /// - Returns: the block.
    public static func comment(_ words: String, by author: String, on place: String? = nil) -> Self {
        let about = place.map { " on \($0)" } ?? ""
        return .quote("Comment\(about)\(author.isEmpty ? "" : " (\(author))"): \(words)")
    }

    /// The lines that a speaker has beside a slide; nothing without any.
    public static func notes(_ lines: [String]) -> [Self] {
        lines.isEmpty ? [] : [.quote("Notes: " + lines.joined(separator: "\n"))]
    }
}

extension [MarkdownText.Block] {
    /// The text of all blocks in one line, without Markdown.
    public var words: String { map(\.words).filter { !$0.isEmpty }.joined(separator: " ") }
}

/// A table of a document, while it is being read.
public struct TableBlocks: Sendable {
    private var rows: [[[MarkdownText.Block]]] = []

    // More columns would fit on no page.
    private static let maxColumns = 64

    public init() {}

    /// Adds a row of cells.
    public mutating func add(_ cells: [[MarkdownText.Block]]) {
        rows.append(Array(cells.prefix(Self.maxColumns)))
    }

    /// The table as blocks; a table that is only there for layout becomes the blocks of its cells.
    public var blocks: [MarkdownText.Block] {
        let rows = rows.filter { $0.contains { !$0.words.isEmpty } }
        let width = rows.map(\.count).max() ?? 0
        let holdsTables = rows.contains { $0.contains { $0.contains(where: \.isTable) } }
        if width <= 1 || holdsTables { return rows.flatMap { $0.flatMap { $0 } } }
        return rows.isEmpty ? [] : [.table(rows.map { $0.map(\.words) })]
    }
}

/// The blocks of a text in which each paragraph says for itself whether it stands in a table.
public struct TableFlow: Sendable {
    /// The blocks so far, without those of a table that has not ended.
    public private(set) var blocks: [MarkdownText.Block] = []
    /// Whether a table has begun whose end is not known yet.
    public private(set) var hasRows = false
    private var cell: [MarkdownText.Block] = []
    private var cells: [[MarkdownText.Block]] = []
    private var rows = TableBlocks()

    // More than a table shows.
    private static let maxCells = 256

    public init() {}

    /// Adds blocks, to the cell that is read or behind everything.
    public mutating func add(_ more: [MarkdownText.Block], inTable: Bool) {
        if inTable { cell += more } else { blocks += more }
    }

    /// Ends a cell.
    public mutating func endCell() {
        if cells.count < Self.maxCells { cells.append(cell) }
        cell = []
    }

    /// Ends a row, if it has a cell.
    public mutating func endRow() {
        guard !cells.isEmpty else { return }
        rows.add(cells)
        (cells, hasRows) = ([], true)
    }

    /// Ends the table, if there is one.
    public mutating func endTable() {
        endRow()
        guard hasRows || !cell.isEmpty else { return }
        blocks += rows.blocks + cell
        (rows, cell, hasRows) = (TableBlocks(), [], false)
    }

    /// Gives the blocks so far, and forgets them.
    public mutating func takeBlocks() -> [MarkdownText.Block] {
        defer { blocks = [] }
        return blocks
    }
}

import CarrelBasics
import CarrelModel

/// What previews of office documents do with blocks.
typealias Block = MarkdownText.Block

extension MarkdownText.Block {
    /// The words without their form, for a cell of a table.
    var words: String {
        switch self {
        case .heading(_, let words), .paragraph(let words), .quote(let words), .code(let words, _): words
        case .item(let words, _, let number): (number.map { "\($0). " } ?? "• ") + words
        case .table(let rows):
            rows.map { $0.filter { !$0.isEmpty }.joined(separator: " ") }.joined(separator: " ")
        case .rule: ""
        }
    }

    /// Whether it is a table.
    var isTable: Bool { if case .table = self { true } else { false } }
    /// Whether it is an item of a list.
    var isItem: Bool { if case .item = self { true } else { false } }
}

extension [MarkdownText.Block] {
    /// The words of all blocks, in one line.
    var words: String { map(\.words).filter { !$0.isEmpty }.joined(separator: " ") }
}

/// A table while its cells are read.
struct TableBlocks {
    private var rows: [[[Block]]] = []

    // No page shows more.
    private static let maxColumns = 64

    /// Adds a row of cells.
    mutating func add(_ cells: [[Block]]) { rows.append(Array(cells.prefix(Self.maxColumns))) }

    /// Blocks that show it: those of its cells where it only sets them on the page.
    var blocks: [Block] {
        let rows = rows.filter { $0.contains { !$0.words.isEmpty } }
        let width = rows.map(\.count).max() ?? 0
        let holdsTables = rows.contains { $0.contains { $0.contains(where: \.isTable) } }
        if width <= 1 || holdsTables { return rows.flatMap { $0.flatMap { $0 } } }
        return rows.isEmpty ? [] : [.table(rows.map { $0.map(\.words) })]
    }
}

/// Gathers the blocks of a document up to a limit of text.
struct DocumentText {
    private(set) var markdown = MarkdownText()
    private let limit: Int
    /// The first heading, a title for documents that have none.
    private(set) var firstHeading: String?
    private var running = ""
    // The beginning of everything, for documents without running text.
    private var beginning = ""
    private var code: [String] = []
    private var quotes: [String] = []

    /// Makes an empty text.
    ///
    /// - Parameter limit: the text, in bytes, after which nothing more is needed.
    init(limit: Int) { self.limit = limit }

    /// Whether there is more text than is wanted.
    var isFull: Bool { markdown.text.utf8.count > limit }

    /// The beginning of the running text; of everything if there is none.
    var opening: String { running.isEmpty ? beginning : running }

    /// Adds blocks; lines of code that follow each other become one block, and so do quotes.
    mutating func add(_ blocks: [Block]) {
        for block in blocks where !isFull {
            note(block)
            switch block {
            case .code(let line, _):
                flushQuotes()
                code.append(line)
            case .quote(let words):
                flushCode()
                quotes.append(words)
            default:
                finish()
                markdown.add(block)
            }
        }
    }

    /// Ends the text.
    mutating func finish() {
        flushCode()
        flushQuotes()
    }

    private mutating func note(_ block: Block) {
        if case .heading(let level, let words) = block, level <= 2, firstHeading == nil, !words.isEmpty {
            firstHeading = words
        }
        if case .paragraph(let words) = block, running.utf8.count < 1000, !words.hasPrefix("Picture: "),
            !words.hasPrefix("[^")
        {
            running += (running.isEmpty ? "" : " ") + words.prefix(utf8: 2000).text
        }
        if beginning.utf8.count < 1000 {
            beginning += (beginning.isEmpty ? "" : " ") + block.words.prefix(utf8: 2000).text
        }
    }

    private mutating func flushCode() {
        guard !code.isEmpty else { return }
        markdown.add(.code(code.joined(separator: "\n")))
        code = []
    }

    private mutating func flushQuotes() {
        guard !quotes.isEmpty else { return }
        markdown.add(.quote(quotes.joined(separator: "\n\n")))
        quotes = []
    }
}

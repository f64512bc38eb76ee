import CarrelBasics

/// Collects the blocks of a document, up to a limit of text.
public struct DocumentText: Sendable {
    /// The text so far.
    public private(set) var markdown = MarkdownText()
    private let limit: Int
    /// The first heading of level 1 or 2, for documents without a title.
    public private(set) var firstHeading: String?
    private var running = ""
    // The beginning of all text, for documents without paragraphs.
    private var beginning = ""
    private var code: [String] = []
    private var quotes: [String] = []

    // How paragraphs begin that are beside the text, or that previewers write.
    private static let asides = [
        "Picture: ", "[^", "Left out: ", "Header: ", "Footer: ", "Header and footer: ",
    ]

    /// Makes an empty text.
    ///
    /// - Parameter limit: the size in bytes after which no further text is needed.
    public init(limit: Int) { self.limit = limit }

    /// Whether there is more text than needed.
    public var isFull: Bool { markdown.text.utf8.count > limit }

    /// The beginning of the paragraphs, or of all text if there are none.
    public var opening: String { running.isEmpty ? beginning : running }

    /// Adds blocks; joins consecutive code blocks into one, and consecutive quotes, too.
    public mutating func add(_ blocks: [MarkdownText.Block]) {
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

    /// Adds the code or quotes that are still being joined; call it at the end.
    public mutating func finish() {
        flushCode()
        flushQuotes()
    }

    private mutating func note(_ block: MarkdownText.Block) {
        if case .heading(let level, let words) = block, level <= 2, firstHeading == nil, !words.isEmpty {
            firstHeading = words
        }
        if case .paragraph(let words) = block, running.utf8.count < 1000,
            !Self.asides.contains(where: { words.hasPrefix($0) })
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

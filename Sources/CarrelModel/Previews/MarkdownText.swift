import CarrelBasics

/// Writes the text of previews as Markdown, block by block.
///
/// It escapes only what would begin a block at the start of a line, and the bars of tables, because people read the
/// text as it is, too. Cells that are not Markdown come as `literal` writes them.
public struct MarkdownText: Sendable {
    /// One block of a document.
    public enum Block: Sendable, Hashable {
        /// A heading, of level 1 to 6.
        case heading(level: Int, String)
        /// A paragraph; its line breaks stay.
        case paragraph(String)
        /// An item of a list: `depth` counts the lists around its own, from 0; `number` is `nil` in a list with
        /// bullets.
        case item(String, depth: Int = 0, number: Int? = nil)
        /// A quotation; its text may hold Markdown.
        case quote(String)
        /// Text that keeps its lines and spaces, with the programming language if known.
        case code(String, language: String? = nil)
        /// Rows of cells; the first row is the heading.
        case table([[String]])
        /// A horizontal line.
        case rule
    }

    /// The text so far.
    public private(set) var text = ""
    private var isLastItem = false
    // How wide the marks of the items are that the last one stands in, and its own.
    private var widths: [Int] = []

    public init() {}

    /// Writes some blocks.
    public init(_ blocks: [Block]) {
        for block in blocks { add(block) }
    }

    /// Adds a block; leaves out an empty one.
    public mutating func add(_ block: Block) {
        switch block {
        case .heading(let level, let words):
            append(words.singleLine, prefix: String(repeating: "#", count: max(1, min(6, level))) + " ")
        case .paragraph(let words):
            let line = words.singleLine
            // Nearly all paragraphs have one line and nothing to tidy.
            if line == words {
                append(Self.unmarked(line))
                return
            }
            let lines = words.split(whereSeparator: \.isNewline).map { String($0).singleLine }
            append(lines.filter { !$0.isEmpty }.map(Self.unmarked).joined(separator: "\n"))
        case .item(let words, let depth, let number):
            let line = words.singleLine
            guard !line.isEmpty else { return }
            let mark = number.map { "\($0). " } ?? "- "
            let spaces = indent(max(0, min(depth, 12)))
            append(line, prefix: spaces + mark, isItem: true)
            widths.append(mark.utf8.count)
        case .quote(let words):
            let lines = words.trimmedLines
            append(lines.map { $0.isEmpty ? ">" : "> \($0)" }.joined(separator: "\n"))
        case .code(let words, let language):
            let lines = words.trimmedLines.joined(separator: "\n")
            guard !lines.isEmpty else { return }
            let fence = Self.fence(around: lines)
            append(
                fence + (language ?? "").filter { $0.isLetter || $0.isNumber || "+-#".contains($0) }
                    + "\n\(lines)\n\(fence)")
        case .table(let rows): append(Self.table(rows))
        case .rule: append("---")
        }
    }

    /// The line to write before and behind code.
    ///
    /// - Returns: a fence that is longer than any in the code.
    public static func fence(around code: String) -> String {
        var (longest, run) = (2, 0)
        for byte in code.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        return String(repeating: "`", count: longest + 1)
    }

    /// The spaces before an item: behind the marks of those around it, so that it stands within them.
    private mutating func indent(_ depth: Int) -> String {
        if !isLastItem { widths = [] }
        // A level may have no item of its own; with more than three further spaces this one would be code.
        if widths.count < depth { widths += [2] + Array(repeating: 0, count: depth - widths.count - 1) }
        widths.removeLast(widths.count - depth)
        return String(repeating: " ", count: widths.reduce(0, +))
    }

    private mutating func append(_ words: String, prefix: String = "", isItem: Bool = false) {
        guard !words.isEmpty else { return }
        if !text.isEmpty { text += isItem && isLastItem ? "\n" : "\n\n" }
        text += prefix + words
        isLastItem = isItem
    }

    private static func table(_ rows: [[String]]) -> String {
        let width = rows.map(\.count).max() ?? 0
        guard width > 0, rows.contains(where: { $0.contains { !$0.isEmpty } }) else { return "" }
        var lines = rows.map { row in
            let cells = row.map { $0.singleLine.replacing("|", with: "\\|") }
            return "| " + (cells + Array(repeating: "", count: width - row.count)).joined(separator: " | ")
                + " |"
        }
        lines.insert("|" + String(repeating: " --- |", count: width), at: 1)
        return lines.joined(separator: "\n")
    }

    /// The line, escaped if it would begin another block.
    static func unmarked(_ line: String) -> String {
        let mark = line.prefix { $0 != " " }
        let isWhole = mark.endIndex == line.endIndex
        let begins =
            switch mark.first {
            case "#": mark.count <= 6 && mark.allSatisfy { $0 == "#" }
            case ">": true
            case "-", "+", "*": mark.count == 1 || isWhole && mark.count >= 3 && Set(mark).count == 1
            case "=": isWhole && Set(mark).count == 1
            // Where more ticks follow on the line, it is a text with code in it.
            case "`": mark.hasPrefix("```") && !line.drop(while: { $0 == "`" }).contains("`")
            case "~": mark.hasPrefix("~~~")
            default: false
            }
        if begins { return "\\" + line }
        // “1984. A year” must not become an item of a list.
        guard !isWhole, let last = mark.last, last == "." || last == ")", (2...10).contains(mark.count),
            mark.dropLast().allSatisfy({ $0.isASCII && $0.isNumber })
        else { return line }
        return mark.dropLast() + "\\" + line[line.index(before: mark.endIndex)...]
    }
}

extension String {
    /// The lines without white space at their ends, and without empty lines at the beginning and end.
    fileprivate var trimmedLines: [String] {
        var lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            line.lastIndex { !$0.isWhitespace }.map { String(line[...$0]) } ?? ""
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return Array(lines.drop(while: \.isEmpty))
    }
}

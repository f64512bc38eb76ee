import CarrelBasics
import CarrelJSON
import CarrelMarkup
import CarrelModel
import Foundation

/// Writes the cells of a notebook as Markdown.
struct NotebookLayout {
    /// The text so far.
    private(set) var text = ""
    /// The first heading of the cells with text.
    private(set) var firstHeading: String?
    /// Whether cells at the end were left out for the limit.
    private(set) var isCut = false
    /// Whether something that a cell printed was left out: it is long, or nested too deep.
    private(set) var hasGaps = false

    private let language: String?
    private let limit: Int

    // What one cell printed; a loop can print for hours.
    private static let maxOutput = 16 << 10

    init(language: String?, limit: Int) {
        self.language = language
        self.limit = limit
    }

    /// Adds a cell; `false` once there is enough text.
    mutating func add(_ cell: JSONNode) -> Bool {
        guard text.utf8.count <= limit else {
            isCut = true
            return false
        }
        let source = (cell["source"] ?? cell["input"])?.lines ?? ""
        switch cell["cell_type"]?.string {
        case "markdown": addMarkdown(source)
        case "heading":
            let level = Int(cell["level"]?.integer ?? 1)
            addMarkdown(MarkdownText([.heading(level: level, source)]).text)
        case "code":
            append(MarkdownText([.code(source, language: cell["language"]?.string ?? language)]).text)
            for output in cell["outputs"]?.elements.map({ Array($0) }) ?? [] { addOutput(output) }
        default: append(MarkdownText([.code(source)]).text)
        }
        return true
    }

    private mutating func append(_ part: String) {
        guard !part.isEmpty else { return }
        if !text.isEmpty { text += "\n\n" }
        text += part
    }

    private mutating func addMarkdown(_ source: String) {
        let source = source.trimmed
        // Signs at its end are none of its words. A pattern for them would take the square of their number.
        if firstHeading == nil, let heading = source.firstMatch(of: /(?m)^#{1,6}[ \t]+(.+)$/)?.1 {
            firstHeading = heading.trimmingCharacters(in: CharacterSet(charactersIn: " \t#")).nonEmpty
        }
        append(source)
    }

    private mutating func addOutput(_ output: JSONNode) {
        if let name = output["ename"]?.string {
            return addPrinted("\(name): \(output["evalue"]?.string ?? "")")
        }
        if let stream = output["text"], output["data"] == nil { return addPrinted(stream.lines) }
        // Format 3 has the representations beside the other members.
        let data = output["data"] ?? output
        if let words = data["text/markdown"] {
            append(words.lines.trimmed)
        } else if let words = data["text/plain"] ?? data["text"] {
            addPrinted(words.lines)
        } else if let page = data["text/html"] ?? data["html"] {
            let page = HTMLFragment.reading(page.lines, limit: .max, maxText: 4 * Self.maxOutput)
            hasGaps = hasGaps || page.isCut
            addPrinted(page.text)
        } else if let kind = data.members?.first(where: { $0.name.hasPrefix("image/") })?.name {
            append("[\(kind)]")
        }
    }

    private mutating func addPrinted(_ words: String) {
        let (part, isPart) = words.prefix(utf8: Self.maxOutput)
        // Colours of terminals.
        let plain = part.withoutEscapeSequences
        append(MarkdownText([.code(isPart ? plain + "\n…" : plain)]).text)
        hasGaps = hasGaps || isPart
    }
}

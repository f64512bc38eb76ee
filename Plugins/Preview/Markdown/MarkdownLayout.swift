import CarrelBasics
import CarrelMarkdown
import CarrelMarkup
import CarrelModel
import Foundation

/// Writes a Markdown document anew: headings with number signs, lists with dashes, tables with bars, no HTML.
struct MarkdownLayout {
    private(set) var firstHeading: String?
    /// The first paragraph of words.
    private(set) var firstParagraph: String?
    /// The number of headings.
    private(set) var headings = 0
    /// Whether the end was left out for the limit.
    private(set) var isCut = false
    /// Whether something was left out because it is nested too deep.
    private(set) var hasGaps = false

    private let limit: Int
    private var written = 0
    private var footnotes = 0

    // Deeper quotes and lists are not for people.
    private static let maxDepth = 32

    /// Prepares to write; a little more than `limit` bytes are written.
    init(limit: Int) { self.limit = limit }

    /// The text of a document.
    mutating func text(of root: MarkdownNode) -> String { blocks(of: root, depth: 0, separator: "\n\n") }

    private mutating func blocks(of node: MarkdownNode, depth: Int, separator: String) -> String {
        var parts: [String] = []
        for child in node.children {
            guard hasRoom(depth) else { break }
            let part = block(child, depth: depth)
            if !part.isEmpty { parts.append(part) }
        }
        return parts.joined(separator: separator)
    }

    private mutating func block(_ node: MarkdownNode, depth: Int) -> String {
        switch node.kind {
        case "heading": heading(node)
        case "paragraph": paragraph(node)
        case "block_quote": quote(node, depth)
        case "list": list(node, depth)
        case "code_block": code(node)
        case "html_block": page(node)
        case "thematic_break": "---"
        case "table": table(node)
        case "footnote_definition": footnote(node, depth)
        default: blocks(of: node, depth: depth + 1, separator: "\n\n")
        }
    }

    private mutating func hasRoom(_ depth: Int) -> Bool {
        isCut = isCut || written > limit
        hasGaps = hasGaps || depth >= Self.maxDepth
        return written <= limit && depth < Self.maxDepth
    }

    private mutating func page(_ node: MarkdownNode) -> String {
        let page = HTMLFragment.reading(node.literal, limit: .max)
        hasGaps = hasGaps || page.isCut
        return count(page.text)
    }

    private mutating func count(_ text: String) -> String {
        written += text.utf8.count
        return text
    }

    private mutating func heading(_ node: MarkdownNode) -> String {
        let words = MarkdownInlines.text(of: node).singleLine
        guard !words.isEmpty else { return "" }
        headings += 1
        if firstHeading == nil { firstHeading = MarkdownInlines.plainText(of: node).titleText }
        return count(String(repeating: "#", count: max(1, min(6, node.level))) + " " + words)
    }

    private mutating func paragraph(_ node: MarkdownNode) -> String {
        let words = MarkdownText([.paragraph(MarkdownInlines.text(of: node))]).text
        if firstParagraph == nil {
            let plain = MarkdownInlines.plainText(of: node).singleLine
            if plain.contains(where: \.isLetter) { firstParagraph = plain }
        }
        return count(words)
    }

    private mutating func quote(_ node: MarkdownNode, _ depth: Int) -> String {
        blocks(of: node, depth: depth + 1, separator: "\n\n").split(
            separator: "\n", omittingEmptySubsequences: false
        )
        .map { $0.isEmpty ? ">" : "> \($0)" }.joined(separator: "\n")
    }

    private mutating func list(_ node: MarkdownNode, _ depth: Int) -> String {
        var number = node.listStart
        var items: [String] = []
        for item in node.children {
            guard hasRoom(depth) else { break }
            var mark = "- "
            if let current = number {
                mark = "\(current). "
                number = current == Int.max ? current : current + 1
            }
            let box = item.isDone.map { $0 ? "[x] " : "[ ] " } ?? ""
            let lines = blocks(of: item, depth: depth + 1, separator: "\n").split(
                separator: "\n", omittingEmptySubsequences: false)
            let indent = String(repeating: " ", count: mark.count)
            let rest = lines.dropFirst().map { $0.isEmpty ? "" : indent + $0 }
            items.append(([mark + box + (lines.first ?? "")] + rest).joined(separator: "\n"))
        }
        return items.joined(separator: "\n")
    }

    /// A footnote: they come in the order of their numbers.
    private mutating func footnote(_ node: MarkdownNode, _ depth: Int) -> String {
        footnotes += 1
        let text = blocks(of: node, depth: depth + 1, separator: "\n\n")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let rest = lines.dropFirst().map { $0.isEmpty ? "" : "    " + $0 }
        return (["[^\(footnotes)]: \(lines.first ?? "")"] + rest).joined(separator: "\n")
    }

    private mutating func code(_ node: MarkdownNode) -> String {
        let info = node.fenceInfo.split(separator: " ").first.map(String.init) ?? ""
        var text = node.literal
        while text.hasSuffix("\n") { text.removeLast() }
        let fence = MarkdownText.fence(around: text)
        return count(
            "\(fence)\(info.filter { $0.isLetter || $0.isNumber || "+-#_".contains($0) })\n\(text)\n\(fence)")
    }

    private mutating func table(_ node: MarkdownNode) -> String {
        var lines: [String] = []
        for row in node.children {
            let cells = row.children.map {
                MarkdownInlines.text(of: $0).singleLine.replacing("|", with: "\\|")
            }
            lines.append(count("| " + cells.joined(separator: " | ") + " |"))
            if lines.count == 1 { lines.append("|" + String(repeating: " --- |", count: cells.count)) }
        }
        return lines.joined(separator: "\n")
    }
}

/// Writes the words of a block.
enum MarkdownInlines {
    /// The words with the marks of Markdown.
    static func text(of node: MarkdownNode, depth: Int = 0) -> String {
        node.children.map { inline($0, depth) }.joined()
    }

    /// The words alone.
    static func plainText(of node: MarkdownNode, depth: Int = 0) -> String {
        node.children.map { child in
            switch child.kind {
            case "text", "code": child.literal
            case "softbreak", "linebreak": " "
            case "html_inline": ""
            case "footnote_reference": "[^\(child.literal)]"
            default: depth < 32 ? plainText(of: child, depth: depth + 1) : ""
            }
        }.joined()
    }

    private static func inline(_ node: MarkdownNode, _ depth: Int) -> String {
        let inner = { depth < 32 ? text(of: node, depth: depth + 1) : "" }
        switch node.kind {
        case "text": return node.literal
        case "softbreak", "linebreak": return "\n"
        case "code":
            guard node.literal.contains("`") else { return "`\(node.literal)`" }
            let fence = node.literal.contains("``") ? MarkdownText.fence(around: node.literal) : "``"
            return "\(fence) \(node.literal) \(fence)"
        case "footnote_reference": return "[^\(node.literal)]"
        case "emph": return "*\(inner())*"
        case "strong": return "**\(inner())**"
        case "strikethrough": return "~~\(inner())~~"
        case "link":
            let words = inner()
            return words.isEmpty || words == node.url ? node.url : "[\(words)](\(node.url))"
        // A picture that is not shown is what it is called.
        case "image": return inner()
        case "html_inline": return node.literal.lowercased().hasPrefix("<br") ? "\n" : ""
        default: return inner()
        }
    }
}

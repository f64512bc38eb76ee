import CarrelBasics
import CarrelMarkup
import CarrelModel
import Foundation

/// Reads a FictionBook (FB2): its chapters, then its notes.
struct FictionBook {
    /// What the book says about itself.
    private(set) var facts = BookFacts(fiction: nil)
    private var notes: [String: Int] = [:]
    private var blocks: [Block] = []
    private var depth = 0
    private var isInNotes = false
    private var note: String?
    private var isThere = false

    private static let around: Set<String> = ["FictionBook", "body", "section", "binary", "stylesheet"]

    /// Reads the book into a text.
    ///
    /// - Parameters:
    ///   - data: the book.
    ///   - text: what takes the chapters.
    ///   - goesOn: whether there is time left.
    /// - Returns: whether it is one at all, and whether it is damaged.
    mutating func read(
        _ data: Data, into text: inout PagesText, goesOn: () -> Bool
    ) throws(MarkupError) -> (isBook: Bool, isDamaged: Bool) {
        var book = self
        let result = try MarkupReader.readXMLParts(
            data,
            namespaces: [
                "http://www.gribuser.ru/xml/fictionbook/2.0": "",
                "http://www.gribuser.ru/xml/fictionbook/2.1": "", "http://www.w3.org/1999/xlink": "l",
            ], limits: EPUBBook.limits, isPart: { !Self.around.contains($0) }
        ) { part in
            switch part {
            case .start(let name, let attributes): book.begin(name, attributes, &text)
            case .element(let element): book.take(element)
            case .end(let name): book.end(name, &text)
            }
            return goesOn()
        }
        book.flush(&text)
        self = book
        return (isThere, result.isCut || result.problem != nil)
    }

    private mutating func begin(_ name: String, _ attributes: [String: String], _ text: inout PagesText) {
        switch name {
        case "FictionBook": isThere = true
        case "body":
            flush(&text)
            (depth, isInNotes) = (0, attributes["name"] != nil)
        case "section":
            depth += 1
            // What a body begins with, its title and epigraphs, stands before its first chapter.
            if depth == 1, !isInNotes, !blocks.isEmpty, hasText { flush(&text) }
            if isInNotes { note = attributes["id"] }
        default: break
        }
    }

    private var hasText: Bool { blocks.contains { if case .heading = $0 { false } else { true } } }

    private mutating func end(_ name: String, _ text: inout PagesText) {
        guard name == "section" else { return }
        depth = max(0, depth - 1)
        if depth == 0, !isInNotes { flush(&text) }
        if isInNotes { note = nil }
    }

    /// Makes a chapter of what was read since the last.
    private mutating func flush(_ text: inout PagesText) {
        defer { blocks = [] }
        guard !blocks.isEmpty, text.begin() else { return }
        text.add(blocks)
    }

    private mutating func take(_ element: MarkupElement) {
        if element.name == "description", depth == 0 {
            facts = BookFacts(fiction: element)
        } else if isInNotes, let note {
            // The title of a note is its number.
            guard element.name != "title" else { return }
            let words = read(element, level: 6).words.singleLine
            guard !words.isEmpty else { return }
            let number = notes.number(of: note)
            let mark = "[^\(number)]: "
            if case .paragraph(var before)? = blocks.last, before.hasPrefix(mark) {
                // Out of the list first, so that it is not copied.
                blocks.removeLast()
                before += " \(words)"
                blocks.append(.paragraph(before))
            } else {
                blocks.append(.paragraph(mark + words))
            }
        } else {
            blocks += read(element, level: max(1, min(6, depth)))
        }
    }

    private mutating func read(_ element: MarkupElement, level: Int) -> [Block] {
        switch element.name {
        case "title":
            let lines = element.elements.map { line(of: $0).singleLine }.filter { !$0.isEmpty }
            return [.heading(level: level, lines.joined(separator: " "))]
        case "subtitle": return [.heading(level: min(6, level + 1), line(of: element))]
        case "epigraph", "cite":
            let inside = element.elements.map { $0 }.flatMap { read($0, level: 6) }
            return [.quote(inside.map(\.words).joined(separator: "\n\n"))]
        case "poem", "annotation":
            return element.elements.map { $0 }.flatMap { read($0, level: min(6, level + 1)) }
        case "stanza":
            let lines = element.elements.map { line(of: $0).singleLine }.filter { !$0.isEmpty }
            return [.paragraph(lines.joined(separator: "\n"))]
        case "table":
            var rows = TableBlocks()
            for row in element.descendants(["tr"]) {
                rows.add(row.elements.map { [.paragraph(line(of: $0))] })
            }
            return rows.blocks
        case "image":
            let words = (element["alt"] ?? element["title"] ?? "").singleLine
            return words.isEmpty ? [] : [.paragraph("Picture: \(words)")]
        case "empty-line": return []
        default:
            let words = line(of: element)
            let isCode = element.elements.contains {
                $0.name == "code" && $0.text.singleLine == words.singleLine
            }
            return [isCode ? .code(words.trimmed) : .paragraph(words.singleLine)]
        }
    }

    private mutating func line(of element: MarkupElement) -> String {
        var text = ""
        for node in element.nodes {
            switch node {
            case .text(let part): text += part
            case .element(let inner):
                let target = inner["l:href"] ?? inner["*:href"] ?? inner["href"] ?? ""
                if inner.name == "a", inner["type"] == "note", target.hasPrefix("#") {
                    text += " [^\(notes.number(of: String(target.dropFirst())))]"
                } else if inner.name == "sup" || inner.name == "sub" {
                    let shift: ShiftedText = inner.name == "sup" ? .raised : .lowered
                    text += shift.marked(line(of: inner), after: text)
                } else if inner.name != "image" {
                    text += line(of: inner)
                }
            }
        }
        return text
    }
}

import CarrelBasics
import CarrelMarkup
import CarrelModel

/// What previews of books do with blocks.
typealias Block = MarkdownText.Block

/// Reads a page of a book (XHTML) as blocks.
struct PageBlocks {
    /// The numbers of notes, by the place that they stand at.
    var notes: [String: Int]
    private let path: String
    private var blocks: [Block] = []
    private var line = ""
    private var lists: [(number: Int?, isNew: Bool)] = []

    /// The blocks of a page.
    ///
    /// - Parameters:
    ///   - page: its root.
    ///   - path: where it is in the book, for references to notes.
    ///   - notes: the numbers of notes so far; those of this page are added.
    static func blocks(of page: MarkupElement, path: String, notes: inout [String: Int]) -> [Block] {
        var reader = PageBlocks(notes: notes, path: path)
        reader.read(page)
        reader.flush()
        notes = reader.notes
        return reader.blocks
    }

    private init(notes: [String: Int], path: String) { (self.notes, self.path) = (notes, path) }

    private static let skipped: Set<String> = [
        "head", "script", "style", "template", "svg", "audio", "video", "object", "iframe", "rt", "rp",
        "canvas",
        "form",
    ]
    private static let containers: Set<String> = [
        "html", "body", "div", "p", "section", "article", "main", "header", "footer", "aside", "figure",
        "figcaption", "address", "center", "dl", "dt", "dd", "details", "summary", "nav", "hgroup", "caption",
    ]

    private mutating func read(_ element: MarkupElement) {
        let isHidden =
            element["hidden"] != nil
            || element["style"]?.filter { !$0.isWhitespace }.lowercased().contains("display:none") == true
        guard !isHidden, !Self.skipped.contains(element.name) else { return }
        if let kind = element["epub:type"] ?? element["role"], let id = element["id"], isNote(kind) {
            return readNote(element, id)
        }
        switch element.name {
        case "h1", "h2", "h3", "h4", "h5", "h6":
            flush()
            let words = inner(element).map(\.words).joined(separator: " ").singleLine
            blocks.append(.heading(level: Int(String(element.name.suffix(1))) ?? 1, words))
        case "ul", "ol": readList(element)
        case "li": readItem(element)
        case "table":
            flush()
            blocks += tableBlocks(element)
        case "blockquote":
            flush()
            blocks.append(.quote(inner(element).map(\.words).joined(separator: "\n\n")))
        case "pre":
            flush()
            blocks.append(.code(element.text))
        case "hr":
            flush()
            blocks.append(.rule)
        case "br": line += "\n"
        case "img":
            let words = (element["alt"] ?? "").singleLine
            guard words.contains(" ") || words.contains(where: { !$0.isASCII }) else { break }
            flush()
            blocks.append(.paragraph("Picture: \(words)"))
        case "math": line += MathMLText.text(element)
        case "a": readLink(element)
        case "sup": readShifted(element, .raised)
        case "sub": readShifted(element, .lowered)
        case let name where Self.containers.contains(name):
            flush()
            readNodes(element)
            flush()
        default: readNodes(element)
        }
    }

    private mutating func readNodes(_ element: MarkupElement) {
        for node in element.nodes {
            switch node {
            case .text(let text): add(text)
            case .element(let element): read(element)
            }
        }
    }

    private mutating func readShifted(_ element: MarkupElement, _ shift: ShiftedText) {
        // What holds a note or a picture is more than words.
        guard !element.elements.contains(where: { _ in true }) else { return readNodes(element) }
        add(shift.marked(element.text.singleLine, after: line))
    }

    /// White space in the file is one space.
    private mutating func add(_ text: String) {
        for scalar in text.unicodeScalars {
            guard scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r" else {
                line.unicodeScalars.append(scalar)
                continue
            }
            if let last = line.unicodeScalars.last, last != " ", last != "\n" { line += " " }
        }
    }

    /// Ends a run of text: an item of a list where one begins, else a paragraph.
    private mutating func flush() {
        let words = line.trimmed
        line = ""
        guard !words.isEmpty else { return }
        guard let list = lists.last, list.isNew else { return blocks.append(.paragraph(words)) }
        lists[lists.count - 1].isNew = false
        blocks.append(.item(words, depth: lists.count - 1, number: list.number))
    }

    /// The blocks within an element, by themselves.
    private mutating func inner(_ element: MarkupElement) -> [Block] {
        let (before, lineBefore, listsBefore) = (blocks, line, lists)
        (blocks, line, lists) = ([], "", [])
        readNodes(element)
        flush()
        defer { (blocks, line, lists) = (before, lineBefore, listsBefore) }
        return blocks
    }

    private mutating func readList(_ element: MarkupElement) {
        flush()
        guard lists.count < 12 else { return readNodes(element) }
        let start = element["start"].flatMap { Int($0) } ?? 1
        lists.append((element.name == "ol" ? start &- 1 : nil, false))
        readNodes(element)
        flush()
        lists.removeLast()
    }

    private mutating func readItem(_ element: MarkupElement) {
        flush()
        if !lists.isEmpty {
            let number = lists[lists.count - 1].number
            lists[lists.count - 1] = (number.map { $0 &+ 1 }, true)
        }
        readNodes(element)
        flush()
        if !lists.isEmpty { lists[lists.count - 1].isNew = false }
    }

    private mutating func tableBlocks(_ table: MarkupElement) -> [Block] {
        var rows = TableBlocks()
        for row in table.descendants(["tr"]) {
            rows.add(row.elements.filter { $0.name == "td" || $0.name == "th" }.map { inner($0) })
        }
        return table.all("caption").flatMap { inner($0) } + rows.blocks
    }

    // MARK: Notes

    private func isNote(_ kind: String) -> Bool {
        kind.split(whereSeparator: \.isWhitespace).contains {
            ["footnote", "endnote", "rearnote", "doc-footnote", "doc-endnote"].contains($0)
        }
    }

    private mutating func readNote(_ element: MarkupElement, _ id: String) {
        flush()
        let words = inner(element).words.singleLine
        if !words.isEmpty { blocks.append(.paragraph("[^\(notes.number(of: "\(path)#\(id)"))]: \(words)")) }
    }

    private mutating func readLink(_ element: MarkupElement) {
        let kind = element["epub:type"] ?? element["role"] ?? ""
        guard kind.contains("noteref"), let reference = element["href"], reference.contains("#") else {
            return readNodes(element)
        }
        let place = BookPath.resolve(reference, from: path)
        line += " [^\(notes.number(of: place))]"
    }
}

extension [String: Int] {
    /// The number of a note by the place that it stands at; a new one gets the next.
    mutating func number(of place: String) -> Int {
        if let number = self[place] { return number }
        self[place] = count + 1
        return count
    }
}

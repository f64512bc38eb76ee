import CarrelBasics
import CarrelMarkup
import CarrelModel

/// Reads the parts of OpenDocument documents as blocks: paragraphs, lists, tables, notes and what floats beside them.
struct OpenDocumentReader {
    /// The parts of the document; none for a document in one file.
    let package: OfficePackage?
    var styles = DocumentStyles()
    private var lists = ListCounter()
    // What the block that is being read refers to: it is shown behind it.
    var pending: [Block] = []
    private var noteCount = 0
    // The charts and equations that were read: others refer to them again, or they to themselves.
    var objects: Set<String> = []

    init(package: OfficePackage?) { self.package = package }

    /// The blocks that show an element, and its notes behind them.
    mutating func wholeBlocks(of element: MarkupElement) -> [Block] {
        let found = blocks(of: [element])
        defer { pending = [] }
        return found + pending
    }

    /// What never is text.
    static let skipped: Set<String> = [
        "text:tracked-changes", "office:forms", "office:event-listeners", "text:variable-decls",
        "text:sequence-decls", "text:user-field-decls", "text:dde-connection-decls",
        "text:table-of-content-source", "text:illustration-index-source", "text:table-index-source",
        "text:object-index-source", "text:user-index-source", "text:alphabetical-index-source",
        "text:bibliography-source", "text:list-level-style-number", "table:table-column",
        "table:table-columns", "table:shapes", "office:scripts", "office:font-face-decls", "svg:title",
        "svg:desc", "presentation:notes", "table:named-expressions", "table:database-ranges",
        "table:calculation-settings", "table:content-validations", "office:settings", "draw:glue-point",
        "draw:enhanced-geometry", "text:ruby-text", "presentation:footer", "presentation:header",
        "presentation:date-time", "text:page-number", "text:page-count", "office:binary-data",
        "text:linenumbering-configuration", "text:notes-configuration", "text:script",
    ]

    /// The blocks that show some elements.
    mutating func blocks(of elements: some Sequence<MarkupElement>) -> [Block] {
        var result: [Block] = []
        for element in elements { result += blocks(of: element) }
        return result
    }

    private mutating func blocks(of element: MarkupElement) -> [Block] {
        switch element.name {
        case "text:p": return paragraphBlocks(element)
        case "text:h": return headingBlocks(element)
        case "text:list", "text:ordered-list", "text:unordered-list":
            return listBlocks(element, level: 1, style: nil)
        case "table:table": return tableBlocks(element)
        case "text:section":
            let isHidden = element["text:display"] == "none" || element["text:is-hidden"] == "true"
            return isHidden ? [] : blocks(of: element.elements)
        case "draw:frame": return frameBlocks(element)
        case "draw:object": return objectBlocks(element)
        case "math:math": return [.paragraph(MathMLText.text(element))]
        case let name where Self.skipped.contains(name): return []
        default: return blocks(of: element.elements)
        }
    }

    private mutating func headingBlocks(_ element: MarkupElement) -> [Block] {
        let level =
            (element["text:outline-level"] ?? element["text:level"]).flatMap { Int($0) }
            .map { max(1, min(10, $0)) } ?? 1
        guard !styles.isHidden(element["text:style-name"]) else { return [] }
        var line = OpenDocumentLine()
        read(element, into: &line)
        let words = line.text.singleLine
        guard !words.isEmpty else { return line.beside }
        guard element["text:is-list-header"] != "true", styles.outline[level] != nil else {
            return [.heading(level: level, words)] + line.beside
        }
        let start =
            element["text:restart-numbering"] == "true"
            ? element["text:start-value"].flatMap { Int($0) } : nil
        let label = lists.next("outline", level: level, styles.outline, start: start)
        return [.heading(level: level, label.heading(words))] + line.beside
    }

    private mutating func paragraphBlocks(_ element: MarkupElement) -> [Block] {
        guard !styles.isHidden(element["text:style-name"]) else { return [] }
        var line = OpenDocumentLine()
        read(element, into: &line)
        let words = line.text.trimmed
        guard !words.isEmpty else { return line.beside }
        for name in styles.names(element["text:style-name"]) {
            switch name {
            case "Title": return [.heading(level: 1, words)] + line.beside
            case "Subtitle": return [.heading(level: 2, words)] + line.beside
            case "Quotations": return [.quote(words)] + line.beside
            case "Preformatted_20_Text", "Preformatted Text": return [.code(line.text)] + line.beside
            default: break
            }
        }
        return [.paragraph(words)] + line.beside
    }

    private mutating func listBlocks(_ list: MarkupElement, level: Int, style: String?) -> [Block] {
        let style = list["text:style-name"] ?? style
        let key = style ?? "list"
        let continues = list["text:continue-numbering"] == "true" || list["text:continue-list"] != nil
        lists.begin(key, level: level, continues: continues)
        var result: [Block] = []
        for item in list.elements {
            var isFirst = item.name == "text:list-item"
            for element in item.elements {
                if ["text:list", "text:ordered-list", "text:unordered-list"].contains(element.name) {
                    result += listBlocks(element, level: level + 1, style: style)
                    continue
                }
                let found = blocks(of: element)
                guard isFirst, let first = found.first, !first.isTable, !first.words.isEmpty else {
                    result += found
                    continue
                }
                isFirst = false
                let start = item["text:start-value"].flatMap { Int($0) }
                var levels = styles.levels(of: style)
                if levels[level] == nil, list.name == "text:ordered-list" {
                    levels[level] = DocumentStyles.ListLevel(isBullet: false, format: "1", suffix: ".")
                }
                let label = lists.next(key, level: level, levels, start: start)
                if case .heading(let level, let words) = first {
                    result.append(.heading(level: level, label.heading(words)))
                } else {
                    result.append(label.item(first.words, depth: level - 1) ?? first)
                }
                result += found.dropFirst()
            }
        }
        return result
    }

    /// Takes a note for the end of the block; gives its number.
    mutating func takeNote(_ note: MarkupElement) -> Int {
        noteCount += 1
        let number = noteCount
        let body =
            note.first("text:note-body") ?? note.first("text:footnote-body")
            ?? note.first("text:endnote-body")
        let words = blocks(of: body.map { Array($0.elements) } ?? []).words.singleLine
        if !words.isEmpty { pending.append(.paragraph("[^\(number)]: \(words)")) }
        return number
    }

    /// What a comment says about a place; nothing if it is empty.
    mutating func comment(_ annotation: MarkupElement, on place: String? = nil) -> [Block] {
        let author = (annotation.first("dc:creator")?.text ?? "").singleLine
        let content = annotation.elements.filter { $0.name == "text:p" || $0.name == "text:list" }
        let words = blocks(of: content).words.singleLine
        return words.isEmpty ? [] : [.comment(words, by: author, on: place)]
    }
}

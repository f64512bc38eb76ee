import CarrelBasics
import CarrelMarkup
import CarrelModel

/// Reads a document of Word: paragraphs, lists, tables, notes and what floats beside them, as blocks.
struct WordReader: OfficeReader {
    private let package: OfficePackage
    private let part: String
    private let relationships: Relationships
    var drawings: LinkedDrawings
    let styles: WordStyles
    private var numbering: WordNumbering
    private var notes: [WordReference: MarkupElement] = [:]
    var fields = WordFields()
    // What the block that is being read refers to: it is shown behind it.
    private var pending: [Block] = []
    private var noteNumbers: [WordReference: Int] = [:]
    private(set) var isCut = false
    private(set) var hasGaps = false

    /// Makes a reader of a document with its main part.
    init(_ package: OfficePackage, part: String) {
        self.package = package
        self.part = part
        relationships = package.relationships(of: part)
        drawings = LinkedDrawings(package, relationships)
        styles = WordStyles(relationships.part("styles").flatMap { package.tree($0) })
        numbering = WordNumbering(relationships.part("numbering").flatMap { package.tree($0) })
        readNotes(.footnote, "footnotes", "w:footnote")
        readNotes(.endnote, "endnotes", "w:endnote")
        readNotes(.comment, "comments", "w:comment")
    }

    private mutating func readNotes(_ kind: WordReference.Kind, _ part: String, _ name: String) {
        guard let root = relationships.part(part).flatMap({ package.tree($0) }) else { return }
        for note in root.all(name) {
            guard let id = note["w:id"], note["w:type"] == nil || note["w:type"] == "normal" else { continue }
            notes[WordReference(kind: kind, id: id)] = note
        }
    }

    mutating func read(into text: inout DocumentText, goesOn: () -> Bool) throws(MarkupError) -> Bool {
        guard let data = package[part] else { return false }
        var hasBody = false
        let result = try MarkupReader.readXMLParts(
            data, namespaces: OfficeNamespaces.openXML, limits: OfficePackage.limits,
            isPart: { $0 != "w:document" && $0 != "w:body" && $0 != "w:sdt" && $0 != "w:sdtContent" }
        ) { found in
            switch found {
            case .start(let name, _): hasBody = hasBody || name == "w:body"
            case .element(let element): text.add(wholeBlocks(of: element))
            case .end: break
            }
            return !text.isFull && goesOn()
        }
        isCut = text.isFull || result.isCut || result.problem != nil
        if !text.isFull { text.add(marginBlocks()) }
        return hasBody
    }

    /// The number that a note is called by.
    mutating func noteNumber(of reference: WordReference) -> Int {
        if let number = noteNumbers[reference] { return number }
        let number = noteNumbers.count + 1
        noteNumbers[reference] = number
        return number
    }

    /// The blocks that show an element, and its notes behind them.
    private mutating func wholeBlocks(of element: MarkupElement) -> [Block] {
        let found = blocks(of: [element])
        defer { pending = [] }
        return found + pending
    }

    /// The blocks that show some elements.
    mutating func blocks(of elements: [MarkupElement]) -> [Block] {
        var result: [Block] = []
        for element in elements {
            switch element.name {
            case "w:p": result += paragraphBlocks(element)
            case "w:tbl": result += tableBlocks(element)
            case "w:sectPr", "w:del", "w:moveFrom", "w:sdtPr", "w:tblPr", "w:pPr", "w:rPr": break
            case "mc:AlternateContent":
                for form in element.all("mc:Choice") + element.all("mc:Fallback") {
                    let found = blocks(of: Array(form.elements))
                    result += found
                    if !found.words.isEmpty { break }
                }
            case "m:oMathPara", "m:oMath": result.append(.paragraph(OfficeMath.text(element)))
            // A whole document in another format: programs that make documents of web pages write nothing else.
            case "w:altChunk":
                hasGaps = true
                result.append(.paragraph("[Another document is inserted here, which is not shown]"))
            default: result += blocks(of: Array(element.elements))
            }
        }
        return result
    }

    private mutating func paragraphBlocks(_ element: MarkupElement) -> [Block] {
        let properties = element.first("w:pPr")
        let paragraph = paragraph(element)
        let words = paragraph.text.trimmed
        var result: [Block] = []
        if !words.isEmpty { result.append(block(words, raw: paragraph.text, properties)) }
        result += paragraph.beside
        for reference in paragraph.notes { pending += noteBlocks(reference) }
        return result
    }

    private mutating func block(_ words: String, raw: String, _ properties: MarkupElement?) -> Block {
        let place = styles.place(of: properties)
        let label = place.map { numbering.next($0) } ?? .nothing
        let item = label.item(words, depth: place?.level ?? 0)
        return switch styles.kind(of: properties) {
        case .heading(let level): .heading(level: level, label.heading(words))
        case .quote: item ?? .quote(words)
        case .code: item ?? .code(raw)
        case .body: item ?? .paragraph(words)
        }
    }

    private mutating func noteBlocks(_ reference: WordReference) -> [Block] {
        // A note is shown once, and notes of notes are none.
        guard let note = notes.removeValue(forKey: reference) else { return [] }
        let inner = blocks(of: Array(note.elements))
        let words = inner.words.singleLine
        guard !words.isEmpty else { return [] }
        if reference.kind == .comment {
            let author = (note["w:author"] ?? "").singleLine
            return [.comment(words, by: author)]
        }
        return [.paragraph("[^\(noteNumber(of: reference))]: \(words)")]
    }

    private mutating func tableBlocks(_ table: MarkupElement) -> [Block] {
        func before(_ row: MarkupElement) -> Int {
            max(0, row.first("w:trPr", "w:gridBefore")?["w:val"].flatMap { Int($0) } ?? 0)
        }
        let shown = table.descendants(["w:tr"]).filter { $0.first("w:trPr", "w:del") == nil }
        // Columns to the left of all rows are none.
        let left = shown.map(before).min() ?? 0
        var rows = TableBlocks()
        for row in shown {
            var cells: [[Block]] = []
            for cell in row.descendants(["w:tc"]) {
                let properties = cell.first("w:tcPr")
                cells.append(blocks(of: Array(cell.elements)))
                let span = properties?.first("w:gridSpan")?["w:val"].flatMap { Int($0) } ?? 1
                cells += Array(repeating: [], count: max(1, min(64, span)) - 1)
            }
            // As many as leave room for the words.
            let gap = max(0, min(64 - cells.count, before(row) - left))
            rows.add([[Block]](repeating: [], count: gap) + cells)
        }
        return rows.blocks
    }

    /// What stands above and below every page, once.
    private mutating func marginBlocks() -> [Block] {
        var seen: Set<String> = []
        var result: [Block] = []
        for (kind, title) in [("header", "Header"), ("footer", "Footer")] {
            for part in relationships.parts(kind).prefix(32) {
                guard let root = package.tree(part) else { continue }
                fields = WordFields()
                let words = blocks(of: Array(root.elements)).words.singleLine
                guard !words.isEmpty, seen.insert(words).inserted else { continue }
                result.append(.paragraph("\(title): \(words)"))
            }
        }
        return result.isEmpty ? [] : [.rule] + result
    }
}

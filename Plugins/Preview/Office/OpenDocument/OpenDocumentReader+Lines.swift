import CarrelMarkup
import CarrelModel
import Foundation

/// What a paragraph holds: its words, and what stands beside them.
struct OpenDocumentLine {
    var text = ""
    var beside: [Block] = []
    var shifts = ShiftedRuns()
}

extension OpenDocumentReader {
    /// Reads the words of an element: text with spans, fields and notes in it.
    mutating func read(_ element: MarkupElement, into line: inout OpenDocumentLine) {
        for node in element.nodes {
            switch node {
            case .text(let text): Self.add(text, to: &line.text)
            case .element(let element): readElement(element, into: &line)
            }
        }
    }

    private mutating func readElement(_ element: MarkupElement, into line: inout OpenDocumentLine) {
        switch element.name {
        case "text:s":
            let count = element["text:c"].flatMap { Int($0) } ?? 1
            line.text += String(repeating: " ", count: max(1, min(200, count)))
        case "text:tab", "text:tab-stop": line.text += "\t"
        case "text:line-break": line.text += "\n"
        case "text:note", "text:footnote", "text:endnote": line.text += " [^\(takeNote(element))]"
        case "office:annotation": pending += comment(element)
        case "text:span":
            guard !styles.isHidden(element["text:style-name"]) else { break }
            let start = line.text.utf8.count
            read(element, into: &line)
            line.shifts.mark(&line.text, styles.shift(element["text:style-name"]), from: start)
        case "text:p", "text:h", "text:list", "table:table", "draw:frame", "draw:object":
            line.beside += blocks(of: [element])
        case "math:math": line.text += MathMLText.text(element)
        case let name where Self.skipped.contains(name): break
        case let name where name.hasPrefix("draw:") && name != "draw:a": line.beside += blocks(of: [element])
        default: read(element, into: &line)
        }
    }

    /// White space in the file is one space; what is meant as more has elements of its own.
    private static func add(_ text: String, to line: inout String) {
        for scalar in text.unicodeScalars {
            guard scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r" else {
                line.unicodeScalars.append(scalar)
                continue
            }
            if line.unicodeScalars.last != " ", line.unicodeScalars.last != "\n" { line += " " }
        }
    }

    /// A frame: a text box, an object, a table or a picture, and the first that can be shown is shown.
    mutating func frameBlocks(_ frame: MarkupElement) -> [Block] {
        for element in frame.elements where element.name != "svg:title" && element.name != "svg:desc" {
            let found = blocks(of: [element])
            if !found.words.isEmpty { return found }
        }
        let description = frame.first("svg:desc") ?? frame.first("svg:title")
        return description.map { DrawingText.picture($0.text) } ?? []
    }

    /// An equation or a chart: another document within this one.
    mutating func objectBlocks(_ object: MarkupElement) -> [Block] {
        let inside = object.elements.filter { $0.name == "math:math" || $0.name == "office:document" }
        if !inside.isEmpty { return inside.flatMap { Self.objectBlocks(root: $0) } }
        guard var folder = object["xlink:href"] else { return [] }
        if folder.hasPrefix("./") { folder = String(folder.dropFirst(2)) }
        let part = OfficePackage.canonical("\(folder)/content.xml")
        guard objects.insert(part).inserted else { return [] }
        return package?.tree(part, OfficeNamespaces.openDocument).map(Self.objectBlocks(root:)) ?? []
    }

    private static func objectBlocks(root: MarkupElement) -> [Block] {
        if root.name == "math:math" { return [.paragraph(MathMLText.text(root))] }
        guard let chart = root.first("office:body", "office:chart", "chart:chart") else { return [] }
        let title = chart.first("chart:title").map { $0.text.trimmingCharacters(in: .whitespacesAndNewlines) }
        let titled: [Block] = title.map { [.paragraph("Chart: \($0)")] } ?? []
        // What it holds refers to no further parts.
        var reader = OpenDocumentReader(package: nil)
        return titled + chart.all("table:table").flatMap { reader.tableBlocks($0) }
    }

    /// The rows of a table within a text.
    mutating func tableBlocks(_ table: MarkupElement) -> [Block] {
        var rows = TableBlocks()
        for row in table.descendants(["table:table-row"]) {
            var cells: [[Block]] = []
            for cell in row.elements
            where cell.name == "table:table-cell" || cell.name == "table:covered-table-cell" {
                let content = blocks(of: cell.elements)
                let count = cell["table:number-columns-repeated"].flatMap { Int($0) } ?? 1
                cells += Array(repeating: content, count: max(1, min(64, count)))
                if cells.count > 64 { break }
            }
            rows.add(cells)
        }
        return rows.blocks
    }
}

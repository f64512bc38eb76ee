import CarrelBasics
import CarrelMarkup
import CarrelModel

/// Reads the shapes of a slide: texts, tables, charts, pictures and groups of them.
struct ShapeReader {
    private var drawings: LinkedDrawings
    /// The slide's title.
    private(set) var title: String?

    init(package: OfficePackage, references: Relationships) {
        drawings = LinkedDrawings(package, references)
    }

    /// What stands on every slide.
    private static let repeated: Set<String> = ["dt", "ftr", "sldNum", "hdr", "sldImg"]

    /// The blocks of a slide, without its title.
    mutating func blocks(of tree: MarkupElement?) -> [Block] {
        tree.map { tree in tree.elements.flatMap { blocks(ofShape: $0) } } ?? []
    }

    /// The blocks of a speaker's notes.
    mutating func blocks(ofNotes tree: MarkupElement?) -> [Block] {
        (tree?.all("p:sp") ?? []).filter { Self.placeholder(of: $0)?["type"] == "body" }
            .flatMap { DrawingParagraphs.blocks(of: $0.first("p:txBody"), bullets: false) }
    }

    private static func placeholder(of shape: MarkupElement) -> MarkupElement? {
        shape.first("p:nvSpPr", "p:nvPr", "p:ph")
    }

    private mutating func blocks(ofShape shape: MarkupElement) -> [Block] {
        switch shape.name {
        case "p:sp": return textBlocks(shape)
        case "p:grpSp": return shape.elements.flatMap { blocks(ofShape: $0) }
        case "p:graphicFrame": return frameBlocks(shape)
        case "p:pic":
            return DrawingText.picture(shape.first("p:nvPicPr", "p:cNvPr")?["descr"] ?? "")
        case "mc:AlternateContent":
            for form in shape.all("mc:Choice") + shape.all("mc:Fallback") {
                let found = form.elements.flatMap { blocks(ofShape: $0) }
                if !found.words.isEmpty { return found }
            }
            return []
        default: return []
        }
    }

    private mutating func textBlocks(_ shape: MarkupElement) -> [Block] {
        let placeholder = Self.placeholder(of: shape)
        let kind = placeholder.map { $0["type"] ?? "obj" }
        if let kind, Self.repeated.contains(kind) { return [] }
        let body = shape.first("p:txBody")
        if kind == "title" || kind == "ctrTitle" {
            let words = DrawingParagraphs.blocks(of: body, bullets: false).words.singleLine
            guard title == nil, !words.isEmpty else { return words.isEmpty ? [] : [.paragraph(words)] }
            title = words
            return []
        }
        return DrawingParagraphs.blocks(of: body, bullets: kind == "body" || kind == "obj")
    }

    private mutating func frameBlocks(_ frame: MarkupElement) -> [Block] {
        let parts = frame.descendants(["a:tbl", "c:chart", "dgm:relIds", "p:pic"])
        return parts.flatMap { part -> [Block] in
            switch part.name {
            case "a:tbl": Self.tableBlocks(part)
            case "c:chart", "dgm:relIds": drawings.blocks(of: part)
            default: blocks(ofShape: part)
            }
        }
    }

    private static func tableBlocks(_ table: MarkupElement) -> [Block] {
        var rows = TableBlocks()
        for row in table.all("a:tr") {
            rows.add(
                row.all("a:tc").map { cell in
                    DrawingParagraphs.blocks(of: cell.first("a:txBody"), bullets: false)
                })
        }
        return rows.blocks
    }
}

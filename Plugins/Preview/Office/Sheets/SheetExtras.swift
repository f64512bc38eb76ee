import CarrelBasics
import CarrelMarkup
import CarrelModel

/// What is beside the cells of a sheet: comments, texts of shapes, charts and pictures.
struct SheetExtras {
    let package: OfficePackage
    let references: Relationships

    var blocks: [Block] { comments + references.parts("drawing").prefix(8).flatMap(drawing) }

    private var comments: [Block] {
        guard let root = references.part("comments").flatMap({ package.tree($0) }) else { return [] }
        let authors = (root.first("x:authors")?.all("x:author") ?? []).map(\.text)
        return (root.first("x:commentList")?.all("x:comment") ?? []).prefix(500).compactMap { comment in
            let words = comment.descendants(["x:t"]).map(\.text.workbookText).joined().singleLine
            let index = comment["authorId"].flatMap { Int($0) } ?? -1
            let author = authors.indices.contains(index) ? authors[index].singleLine : ""
            guard !words.isEmpty else { return nil }
            return .comment(words, by: author, on: comment["ref"]?.singleLine ?? "the sheet")
        }
    }

    private func drawing(_ part: String) -> [Block] {
        guard let root = package.tree(part) else { return [] }
        var drawings = LinkedDrawings(package, package.relationships(of: part))
        let found = root.descendants(["xdr:txBody", "c:chart", "dgm:relIds", "xdr:pic"])
        return found.prefix(200).flatMap { element -> [Block] in
            switch element.name {
            case "c:chart", "dgm:relIds": drawings.blocks(of: element)
            case "xdr:pic": DrawingText.description(of: element)
            default: DrawingParagraphs.blocks(of: element, bullets: false)
            }
        }
    }
}

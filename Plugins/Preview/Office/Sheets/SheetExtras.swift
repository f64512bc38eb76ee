import CarrelBasics
import CarrelMarkup
import CarrelModel

/// What is beside the cells of a sheet: comments, texts of shapes, charts and pictures.
struct SheetExtras {
    let package: OfficePackage
    let references: Relationships
    /// The names of those who have comments with answers, by what these call them.
    let people: [String: String]

    var blocks: [Block] { comments + references.parts("drawing").prefix(8).flatMap(drawing) }

    private var comments: [Block] {
        let root = references.part("comments").flatMap { package.tree($0) }
        let authors = (root?.first("x:authors")?.all("x:author") ?? []).map(\.text)
        let threads = references.part("threadedComment").flatMap { package.tree($0) }
        let answered = threads?.all("x:threadedComment") ?? []
        // They are there once more, for programs that know none with answers.
        let places = Set(answered.map { $0["ref"] }).subtracting([nil])
        let others = root?.first("x:commentList")?.all("x:comment").filter { !places.contains($0["ref"]) }
        return ((others ?? []) + answered).prefix(500).compactMap { comment in
            let isAnswered = comment["personId"] != nil
            let texts = isAnswered ? comment.all("x:text") : comment.descendants(["x:t"])
            let words = texts.map(\.text.workbookText).joined().singleLine
            let index = comment["authorId"].flatMap { Int($0) } ?? -1
            let person = comment["personId"].flatMap { people[$0] } ?? ""
            let author = authors.indices.contains(index) ? authors[index] : person
            guard !words.isEmpty else { return nil }
            return .comment(words, by: author.singleLine, on: comment["ref"]?.singleLine ?? "the sheet")
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

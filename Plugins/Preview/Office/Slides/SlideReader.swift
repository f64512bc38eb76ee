import CarrelBasics
import CarrelMarkup
import CarrelModel

/// Reads a presentation of PowerPoint: slides in their order, each with its title, texts, tables and notes.
struct SlideReader: OfficeReader {
    let isCut = false
    private let package: OfficePackage
    private let slides: [String]
    private let authors: [String: String]

    /// Makes a reader of a presentation with its main part; `nil` if there is none.
    init?(_ package: OfficePackage, part: String) {
        guard let root = package.tree(part), root.name == "p:presentation" else { return nil }
        self.package = package
        let relationships = package.relationships(of: part)
        slides = (root.first("p:sldIdLst")?.all("p:sldId") ?? []).compactMap { relationships[$0["r:id"]] }
        authors = package.people(
            "name", in: relationships.parts("commentAuthors") + relationships.parts("authors"))
    }

    func read(into text: inout PagesText, goesOn: () -> Bool) -> Bool {
        for slide in slides where goesOn() && text.begin() {
            let (blocks, title) = blocks(ofSlide: slide, number: text.count)
            text.add(blocks, title: title)
        }
        return true
    }

    private func blocks(ofSlide part: String, number: Int) -> ([Block], title: String?) {
        guard let root = package.tree(part) else {
            return ([.heading(level: 2, "Slide \(number)"), .paragraph("This slide is damaged.")], nil)
        }
        let references = package.relationships(of: part)
        var shapes = ShapeReader(package: package, references: references)
        let found = shapes.blocks(of: root.first("p:cSld", "p:spTree"))
        let title = shapes.title ?? "Slide \(number)"
        let heading = Block.heading(level: 2, title + (root["show"] == "0" ? " (hidden)" : ""))
        return ([heading] + found + notes(references) + comments(references), shapes.title)
    }

    private func notes(_ references: Relationships) -> [Block] {
        guard let part = references.part("notesSlide"), let root = package.tree(part) else { return [] }
        var shapes = ShapeReader(package: package, references: package.relationships(of: part))
        let words = shapes.blocks(ofNotes: root.first("p:cSld", "p:spTree")).map(\.words)
            .filter { !$0.isEmpty }
        return Block.notes(words)
    }

    private func comments(_ references: Relationships) -> [Block] {
        let roots = references.parts("comments").prefix(8).compactMap { package.tree($0) }
        let comments = roots.flatMap { $0.descendants(["p:cm"]) }
            .flatMap { [$0] + ($0.first("p:replyLst")?.all("p:reply") ?? []) }
        return comments.prefix(200).compactMap(comment)
    }

    private func comment(_ element: MarkupElement) -> Block? {
        // Those that have answers have paragraphs.
        let words =
            element.first("p:text")?.text.singleLine
            ?? DrawingParagraphs.blocks(of: element.first("p:txBody"), bullets: false).words.singleLine
        let author = element["authorId"].flatMap { authors[$0] } ?? ""
        return words.isEmpty ? nil : .comment(words, by: author.singleLine)
    }
}

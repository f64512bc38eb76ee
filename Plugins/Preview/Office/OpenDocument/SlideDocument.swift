import CarrelBasics
import CarrelMarkup
import CarrelModel
import Foundation

/// Reads presentations of OpenDocument (ODP), packaged or in one file.
struct SlideDocument: OfficeReader {
    private let data: Data
    private var reader: OpenDocumentReader
    private(set) var isCut = false

    /// Makes a reader of `content.xml`, or of a whole document: then there is none in a package.
    init(_ data: Data, _ package: OfficePackage?) {
        (self.data, reader) = (data, OpenDocumentReader(package: package))
    }

    private static let around: Set<String> = [
        "office:document-content", "office:document", "office:body", "office:presentation",
    ]

    mutating func read(into text: inout PagesText, goesOn: () -> Bool) throws(MarkupError) -> Bool {
        var isThere = false
        let result = try MarkupReader.readXMLParts(
            data, namespaces: OfficeNamespaces.openDocument, limits: OfficePackage.limits,
            isPart: { !Self.around.contains($0) }
        ) { part in
            switch part {
            case .start(let name, _): isThere = isThere || name == "office:presentation"
            case .element(let element): take(element, &text)
            case .end: break
            }
            return goesOn()
        }
        isCut = result.isCut || result.problem != nil
        return isThere
    }

    private mutating func take(_ element: MarkupElement, _ text: inout PagesText) {
        switch element.name {
        case "office:automatic-styles", "office:styles": reader.styles.read(element)
        case "draw:page":
            guard text.begin() else { break }
            let (blocks, title) = blocks(of: element, number: text.count)
            text.add(blocks, title: title)
        default: break
        }
    }

    private mutating func blocks(of slide: MarkupElement, number: Int) -> ([Block], title: String?) {
        var title: String?
        var result: [Block] = []
        for element in slide.elements where element["presentation:placeholder"] != "true" {
            if element["presentation:class"] == "title", title == nil {
                title = reader.blocks(of: element.elements).words.singleLine.nonEmpty
            } else if element.name == "office:annotation" {
                result += reader.comment(element)
            } else {
                result += reader.wholeBlocks(of: element)
            }
        }
        let hidden = reader.styles.isHidden(page: slide["draw:style-name"]) ? " (hidden)" : ""
        let heading = Block.heading(level: 2, (title ?? "Slide \(number)") + hidden)
        return ([heading] + result + notes(of: slide), title)
    }

    private mutating func notes(of slide: MarkupElement) -> [Block] {
        let frames = slide.first("presentation:notes")?.elements.filter {
            $0["presentation:class"] == "notes" && $0["presentation:placeholder"] != "true"
        }
        let words = reader.blocks(of: frames ?? []).map(\.words).filter { !$0.isEmpty }
        return Block.notes(words)
    }
}

import CarrelBasics
import CarrelMarkup
import CarrelModel
import Foundation

/// Reads text documents of OpenDocument (ODT), packaged or in one file.
struct TextDocument: OfficeReader {
    private let data: Data
    private var reader: OpenDocumentReader
    // What stands above and below every page.
    private var margins: [Block] = []
    private(set) var isCut = false

    /// Makes a reader of `content.xml`, or of a whole document: then there is none in a package.
    init(_ data: Data, _ package: OfficePackage?) {
        self.data = data
        reader = OpenDocumentReader(package: package)
        guard let root = package?.tree("styles.xml", OfficeNamespaces.openDocument) else { return }
        for element in root.elements { take(element) }
    }

    private mutating func take(_ element: MarkupElement) {
        switch element.name {
        case "office:styles", "office:automatic-styles": reader.styles.read(element)
        case "office:master-styles":
            var seen: Set<String> = []
            for part in element.descendants(["style:header", "style:footer"]) {
                let words = reader.blocks(of: part.elements).words.singleLine
                guard !words.isEmpty, seen.insert(words).inserted else { continue }
                margins.append(.paragraph((part.name == "style:header" ? "Header: " : "Footer: ") + words))
            }
        default: break
        }
    }

    private static let around: Set<String> = [
        "office:document-content", "office:document", "office:body", "office:text", "text:section",
        "office:drawing", "draw:page", "text:index-body", "text:table-of-content",
    ]

    mutating func read(into text: inout DocumentText, goesOn: () -> Bool) throws(MarkupError) -> Bool {
        var (isInText, hidden) = (false, 0)
        let result = try MarkupReader.readXMLParts(
            data, namespaces: OfficeNamespaces.openDocument, limits: OfficePackage.limits,
            isPart: { !Self.around.contains($0) }
        ) { part in
            switch part {
            case .start(let name, let attributes):
                isInText = isInText || name == "office:text" || name == "office:drawing"
                let isHidden =
                    attributes["text:display"] == "none" || attributes["text:is-hidden"] == "true"
                if hidden > 0 || isHidden { hidden += 1 }
            case .element(let element):
                if !isInText {
                    take(element)
                } else if hidden == 0 {
                    text.add(reader.wholeBlocks(of: element))
                }
            case .end: hidden = max(0, hidden - 1)
            }
            return !text.isFull && goesOn()
        }
        isCut = text.isFull || result.isCut || result.problem != nil
        if !text.isFull, !margins.isEmpty { text.add([.rule] + margins) }
        return isInText
    }
}

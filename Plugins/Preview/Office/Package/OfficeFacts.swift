import CarrelBasics
import CarrelMarkup

/// What a document says about itself.
struct OfficeFacts {
    private(set) var title: String?
    private(set) var pages: Int?
    private(set) var metadata: [String: String] = [:]

    /// The facts of an OOXML document.
    init(openXML package: OfficePackage) {
        let relationships = package.relationships(of: "")
        let core = package.tree(relationships.part("core-properties") ?? "docProps/core.xml")
        let app = package.tree(relationships.part("extended-properties") ?? "docProps/app.xml")
        for element in [core, app].compactMap({ $0 }).flatMap({ Array($0.elements) }) {
            switch element.name {
            case "dc:creator": note("author", element.text)
            case "ep:Pages": pages = Self.count(element.text)
            case "ep:Words": noteWords(element.text)
            default: take(element)
            }
        }
    }

    /// The facts of an OpenDocument document.
    ///
    /// - Parameter root: the root of `meta.xml`, or of a document in one file.
    init(openDocument root: MarkupElement?) {
        let meta = root?.first("office:meta") ?? root?.first("office:document-meta", "office:meta")
        var keywords: [String] = []
        for element in meta.map({ Array($0.elements) }) ?? [] {
            switch element.name {
            case "dc:creator": note("modified by", element.text)
            case "meta:keyword": keywords.append(element.text.titleText)
            // OpenOffice.org 1.
            case "meta:keywords": keywords += element.all("meta:keyword").map(\.text.titleText)
            case "meta:document-statistic":
                pages = element["meta:page-count"].flatMap(Self.count)
                noteWords(element["meta:word-count"] ?? "")
            default: take(element)
            }
        }
        if metadata["author"] == nil { metadata["author"] = metadata["modified by"] }
        note("keywords", keywords.joined(separator: ", "))
    }

    // What means the same in all documents.
    private static let names = [
        "dc:subject": "subject", "dc:description": "description", "dc:language": "language",
        "core:keywords": "keywords", "core:category": "category", "core:lastModifiedBy": "modified by",
        "dcterms:created": "created", "dcterms:modified": "modified", "ep:Application": "producer",
        "ep:Company": "company", "ep:Manager": "manager", "dc:date": "modified",
        "meta:initial-creator": "author", "meta:creation-date": "created", "meta:generator": "producer",
    ]

    private mutating func take(_ element: MarkupElement) {
        if element.name == "dc:title" { title = Self.ownTitle(element.text) }
        if let name = Self.names[element.name] { note(name, element.text) }
    }

    private mutating func noteWords(_ count: String) {
        note("words", Self.count(count).map { String($0) } ?? "")
    }

    private mutating func note(_ name: String, _ value: String) {
        let value = value.titleText
        if !value.isEmpty, metadata[name] == nil { metadata[name] = value }
    }

    private static func count(_ text: String) -> Int? {
        Int(text.trimmed).flatMap { $0 > 0 ? $0 : nil }
    }

    /// Programs title what nobody did.
    static func ownTitle(_ text: String) -> String? {
        let title = text.titleText
        let isPlaceholder =
            title.firstMatch(
                of:
                    /^(PowerPoint Presentation|Presentation|Slide|Untitled|Document|Dokument|Folie|Microsoft Word - )[ \-]?\d*$/
                    .ignoresCase()) != nil
        return isPlaceholder || title.isEmpty ? nil : title
    }
}

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
        for element in core.map({ Array($0.elements) }) ?? [] {
            switch element.name {
            case "dc:title": title = Self.ownTitle(element.text)
            case "dc:creator": note("author", element.text)
            case "dc:subject": note("subject", element.text)
            case "dc:description": note("description", element.text)
            case "dc:language": note("language", element.text)
            case "core:keywords": note("keywords", element.text)
            case "core:category": note("category", element.text)
            case "core:lastModifiedBy": note("modified by", element.text)
            case "dcterms:created": note("created", element.text)
            case "dcterms:modified": note("modified", element.text)
            default: break
            }
        }
        for element in app.map({ Array($0.elements) }) ?? [] {
            switch element.name {
            case "ep:Pages": pages = Self.count(element.text)
            case "ep:Words": note("words", Self.count(element.text).map { String($0) } ?? "")
            case "ep:Application": note("producer", element.text)
            case "ep:Company": note("company", element.text)
            case "ep:Manager": note("manager", element.text)
            default: break
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
            case "dc:title": title = Self.ownTitle(element.text)
            case "dc:subject": note("subject", element.text)
            case "dc:description": note("description", element.text)
            case "dc:language": note("language", element.text)
            case "dc:creator": note("modified by", element.text)
            case "dc:date": note("modified", element.text)
            case "meta:initial-creator": note("author", element.text)
            case "meta:creation-date": note("created", element.text)
            case "meta:generator": note("producer", element.text)
            case "meta:keyword": keywords.append(element.text.titleText)
            // OpenOffice.org 1.
            case "meta:keywords": keywords += element.all("meta:keyword").map(\.text.titleText)
            case "meta:document-statistic":
                pages = element["meta:page-count"].flatMap(Self.count)
                note("words", element["meta:word-count"].flatMap(Self.count).map { String($0) } ?? "")
            default: break
            }
        }
        if metadata["author"] == nil { metadata["author"] = metadata["modified by"] }
        note("keywords", keywords.joined(separator: ", "))
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

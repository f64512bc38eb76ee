import CarrelBasics
import CarrelMarkup
import Foundation

/// What an office document is, and where its content begins.
enum OfficeKind {
    /// A document of Word, and its main part.
    case word(String)
    /// A presentation of PowerPoint.
    case slides(String)
    /// A workbook of Excel.
    case sheets(String)
    /// A document of OpenDocument, and what its content is.
    case openDocument(OpenDocumentKind)
    /// A workbook in Excel's binary form.
    case binarySheets

    /// Finds out what a package holds; `nil` for anything else.
    init?(_ package: OfficePackage) {
        if let main = package.relationships(of: "").part("officeDocument") {
            let type = Self.contentType(of: main, in: package)
            if type.contains("sheet.binary") || main.hasSuffix(".bin") {
                self = .binarySheets
            } else if type.contains("wordprocessingml") || main.hasPrefix("word/") {
                self = .word(main)
            } else if type.contains("presentationml") || main.hasPrefix("ppt/") {
                self = .slides(main)
            } else if type.contains("spreadsheetml") || main.hasPrefix("xl/") {
                self = .sheets(main)
            } else if package[main] != nil, package["[Content_Types].xml"] != nil {
                self = .word(main)
            } else {
                return nil
            }
        } else if package["word/document.xml"] != nil {
            self = .word("word/document.xml")
        } else if let content = package["content.xml"] {
            let told = package["mimetype"].map { String(decoding: $0.prefix(200), as: UTF8.self) } ?? ""
            guard let kind = OpenDocumentKind(mediaType: told, content: content) else { return nil }
            self = .openDocument(kind)
        } else {
            return nil
        }
    }

    private static func contentType(of part: String, in package: OfficePackage) -> String {
        let types = package.tree("[Content_Types].xml")?.all("ct:Override") ?? []
        return types.first { $0["PartName"]?.lowercased() == "/" + part.lowercased() }?["ContentType"] ?? ""
    }
}

/// The kinds of OpenDocument documents.
enum OpenDocumentKind {
    case text, slides, sheets

    private static let elements: [(name: String, kind: Self)] = [
        ("presentation", .slides), ("spreadsheet", .sheets), ("text", .text), ("drawing", .text),
    ]

    /// The kind that a media type stands for, unless the content shows another one alone.
    init?(mediaType: String, content: Data) {
        let told = Self(mediaType: mediaType)
        let ordered = Self.elements.filter { $0.kind == told } + Self.elements
        let shown = ordered.first { content.contains("<office:\($0.name)") }
        guard let kind = shown?.kind ?? told else { return nil }
        self = kind
    }

    private init?(mediaType: String) {
        if mediaType.contains("presentation") || mediaType.contains("impress") {
            self = .slides
        } else if mediaType.contains("spreadsheet") || mediaType.contains(".calc") {
            self = .sheets
        } else if mediaType.contains("opendocument") || mediaType.contains("sun.xml") {
            self = .text
        } else {
            return nil
        }
    }
}

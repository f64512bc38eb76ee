import Foundation

/// Writes small office documents.
enum TinyOffice {
    private static let relationshipTypes =
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

    /// The XML of references to other parts: identifier, kind and target.
    static func relationships(_ targets: [(id: String, kind: String, target: String)]) -> String {
        let list = targets.map {
            "<Relationship Id=\"\($0.id)\" Type=\"\(relationshipTypes)\($0.kind)\" Target=\"\($0.target)\"/>"
        }
        return "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
            + list.joined() + "</Relationships>"
    }

    private static let wordNamespaces = """
        xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" \
        xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" \
        xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" \
        xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" \
        xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" \
        xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" \
        xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" \
        xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" \
        xmlns:v="urn:schemas-microsoft-com:vml"
        """

    /// A part of a document of Word.
    static func wordPart(_ name: String, _ content: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:\(name) \(wordNamespaces)>\(content)</w:\(name)>"
    }

    /// A document of Word.
    ///
    /// - Parameters:
    ///   - body: the XML of its body.
    ///   - parts: further parts in `word/`, by kind: `styles` is in `word/styles.xml`.
    ///   - others: further files, by their full names.
    /// - Returns: the document.
    static func word(
        _ body: String, parts: [(kind: String, content: String)] = [], others: [(String, String)] = []
    ) -> Data {
        let references = parts.enumerated().map { ("r\($0)", $1.kind, "\($1.kind).xml") }
        return TinyZip.archive(
            [
                (
                    "[Content_Types].xml",
                    "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>"
                ),
                ("_rels/.rels", relationships([("main", "officeDocument", "word/document.xml")])),
                ("word/document.xml", wordPart("document", "<w:body>\(body)</w:body>")),
                ("word/_rels/document.xml.rels", relationships(references)),
            ] + parts.map { ("word/\($0.kind).xml", $0.content) } + others)
    }

    /// A paragraph of Word with some words, and its properties.
    static func paragraph(_ words: String, _ properties: String = "") -> String {
        "<w:p><w:pPr>\(properties)</w:pPr><w:r><w:t xml:space=\"preserve\">\(words)</w:t></w:r></w:p>"
    }

    /// The facts of a document of Office.
    static let facts: [(String, String)] = [
        (
            "docProps/core.xml",
            """
            <cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">\
            <dc:title>Tide tables</dc:title><dc:creator>Ada Marsh</dc:creator><dc:subject>Tides</dc:subject>\
            <cp:keywords>moon, sun</cp:keywords><dc:language>en-GB</dc:language>\
            <dcterms:created>2024-03-01T08:00:00Z</dcterms:created>\
            <dcterms:modified>2024-03-02T09:30:00Z</dcterms:modified></cp:coreProperties>
            """
        ),
        (
            "docProps/app.xml",
            """
            <Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">\
            <Pages>7</Pages><Words>2100</Words><Application>Writer</Application></Properties>
            """
        ),
    ]

    private static let openDocumentNamespaces: String = {
        var list = [
            "office", "text", "table", "style", "meta", "presentation", "manifest", "chart",
        ].map { "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\"" }
        list.append("xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\"")
        list.append("xmlns:svg=\"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0\"")
        list.append("xmlns:xlink=\"http://www.w3.org/1999/xlink\"")
        list.append("xmlns:dc=\"http://purl.org/dc/elements/1.1/\"")
        list.append("xmlns:math=\"http://www.w3.org/1998/Math/MathML\"")
        return list.joined(separator: " ")
    }()

    /// The root of a file of OpenDocument.
    static func openDocumentRoot(_ name: String, _ content: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><office:\(name) \(openDocumentNamespaces)>\(content)"
            + "</office:\(name)>"
    }

    /// A document of OpenDocument.
    ///
    /// - Parameters:
    ///   - body: the XML of its body.
    ///   - kind: `text`, `presentation` or `spreadsheet`.
    ///   - styles: its automatic styles.
    ///   - others: further files.
    static func openDocument(
        _ body: String, kind: String = "text", styles: String = "", others: [(String, String)] = []
    ) -> Data {
        let content =
            "<office:automatic-styles>\(styles)</office:automatic-styles>"
            + "<office:body><office:\(kind)>\(body)</office:\(kind)></office:body>"
        return TinyZip.archive(
            [
                ("mimetype", "application/vnd.oasis.opendocument.\(kind)"),
                ("content.xml", openDocumentRoot("document-content", content)),
            ] + others)
    }
}

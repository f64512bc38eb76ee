import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import OfficePreviewing

extension Harness {
    /// The main part of an office document, as bsdtar would hand it over; the first byte says what it is.
    static let officeParts = Harness("office-parts", maxLength: 16_384) { data in
        let kind = OfficePart.all[Int(data.first ?? 0) % OfficePart.all.count]
        let tools = ScriptedToolRunner(["bsdtar": .output(ToolOutput(output: kind.stream(data.dropFirst())))])
        let file = FileManager.default.temporaryDirectory.appending(path: "carrel-fuzz-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("PK\u{3}\u{4}\u{14}\u{0}\u{0}\u{0}".utf8).write(to: file)
        let limits = PreviewLimits(maxText: 1024)
        let preview: Preview
        do throws(PreviewError) {
            preview = try await OfficePreviewer(tools: tools).preview(
                PreviewDocument(file: file, mediaType: .octetStream), limits: limits)
        } catch {
            try requireLine(error.reason, "the reason")
            return
        }
        try check(preview, limits)
    }
}

/// A kind of office document with the files around its main part.
private struct OfficePart {
    /// The name of the part that is made up.
    let name: String
    /// The other files.
    let others: [(name: String, content: String)]

    private static func reference(_ id: String, _ kind: String, _ target: String) -> String {
        "<Relationship Id=\"\(id)\" Type=\"/\(kind)\" Target=\"\(target)\"/>"
    }

    private static func references(_ list: String...) -> String {
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\(list.joined())"
            + "</Relationships>"
    }

    static let all = [
        OfficePart(
            name: "word/document.xml",
            others: [("_rels/.rels", references(reference("m", "officeDocument", "word/document.xml")))]),
        OfficePart(
            name: "ppt/slides/slide1.xml",
            others: [
                ("_rels/.rels", references(reference("m", "officeDocument", "ppt/presentation.xml"))),
                ("ppt/_rels/presentation.xml.rels", references(reference("s", "slide", "slides/slide1.xml"))),
                (
                    "ppt/presentation.xml",
                    """
                    <p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" \
                    xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">\
                    <p:sldIdLst><p:sldId r:id="s"/></p:sldIdLst></p:presentation>
                    """
                ),
            ]),
        OfficePart(
            name: "xl/worksheets/sheet1.xml",
            others: [
                ("_rels/.rels", references(reference("m", "officeDocument", "xl/workbook.xml"))),
                (
                    "xl/_rels/workbook.xml.rels",
                    references(reference("s", "worksheet", "worksheets/sheet1.xml"))
                ),
                (
                    "xl/workbook.xml",
                    """
                    <workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" \
                    xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">\
                    <sheets><sheet name="A" r:id="s"/></sheets></workbook>
                    """
                ),
            ]),
        OfficePart(name: "content.xml", others: [("mimetype", "application/vnd.oasis.opendocument.text")]),
        OfficePart(
            name: "content.xml", others: [("mimetype", "application/vnd.oasis.opendocument.spreadsheet")]),
        OfficePart(
            name: "content.xml", others: [("mimetype", "application/vnd.oasis.opendocument.presentation")]),
    ]

    /// The files as a cpio archive of the format `newc`.
    func stream(_ part: Data) -> Data {
        var stream = Data()
        for (name, content) in others { stream += Self.entry(name, Data(content.utf8)) }
        return stream + Self.entry(name, part) + Self.entry("TRAILER!!!", Data())
    }

    private static func entry(_ name: String, _ content: Data) -> Data {
        func digits(_ number: Int) -> String {
            let text = String(number, radix: 16)
            return String(repeating: "0", count: max(0, 8 - text.count)) + text
        }
        var fields = Array(repeating: 0, count: 13)
        (fields[1], fields[6], fields[11]) = (0o100644, content.count, name.utf8.count + 1)
        var entry = Data(("070701" + fields.map(digits).joined() + name + "\0").utf8)
        entry += Data(count: (4 - entry.count % 4) % 4)
        entry += content
        return entry + Data(count: (4 - entry.count % 4) % 4)
    }
}

import CarrelArchives
import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import OfficePreviewing
import Testing

@Suite(.timeLimit(.minutes(2)), .enabled(if: TinyZip.canBeRead, "needs bsdtar of libarchive-tools"))
struct BrokenOfficeTests {
    private let previewer = OfficePreviewer(tools: ProcessToolRunner())
    private let type =
        MediaType("application/vnd.openxmlformats-officedocument.wordprocessingml.document") ?? .octetStream

    private func error(_ data: Data, _ limits: PreviewLimits = PreviewLimits()) async -> PreviewError? {
        await previewError(data, as: type, with: previewer, limits: limits)
    }

    @Test func `a file that is no archive, or of something else, is called what it is`() async {
        let none = await error(Data("plain words".utf8))
        #expect(none?.code == .malformed)
        #expect(none?.reason == "the file is not an office document: it is not a ZIP archive")
        let page = await error(Data("<html><p>words</p></html>".utf8))
        #expect(page?.reason == "the file is XML, but no office document")
        let other = await error(TinyZip.archive([("a/mimetype", "x"), ("b.xml", "<b/>")]))
        #expect(other?.code == .malformed)
        #expect(other?.reason == "the file is a ZIP archive, but no office document; it holds b.xml")
        let old = await error(Data([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) + Data(count: 600))
        #expect(old?.code == .malformed && old?.reason == "the file is a document of Office 97 to 2003")
    }

    @Test func `documents that are locked by a password say so`() async {
        let name = Data("EncryptedPackage".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        let container =
            Data([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) + Data(count: 600) + name
        let manifest = TinyOffice.openDocumentRoot("x", "")
            .replacing("office:x", with: "manifest:manifest").replacing(
                "></manifest",
                with: "><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest")
        let document = TinyOffice.openDocument(
            "<text:p>x</text:p>", others: [("META-INF/manifest.xml", manifest)])
        let archive = TinyZip.archive([("word/document.xml", Data("x".utf8))], flags: 1)
        for data in [container, document, archive] {
            #expect(await error(data)?.code == .encrypted)
            #expect(await error(data)?.reason == "the document is locked by a password")
        }
    }

    @Test func `an archive that is cut is damaged`() async {
        let whole = TinyOffice.word(TinyOffice.paragraph("Text"))
        for count in [30, 200, whole.count / 2] {
            let error = await error(whole.prefix(count))
            #expect(error?.code == .malformed, "\(count) bytes: \(String(describing: error))")
        }
        #expect(await error(Data())?.code == .malformed)
    }

    @Test func `a document without its content is damaged`() async {
        let references = TinyOffice.relationships([("m", "officeDocument", "word/document.xml")])
        let error = await error(TinyZip.archive([("_rels/.rels", references)]))
        #expect(error?.code == .malformed)
        #expect(error?.reason == "the document is damaged: its content is missing")
    }

    @Test func `a document whose XML breaks off is shown as far as it goes`() async throws {
        let body = TinyOffice.paragraph("Whole") + "<w:p><w:r><w:t>Half"
        let part = TinyOffice.wordPart("document", "<w:body>" + body)
        let cut = part.prefix { _ in true }.replacing("</w:document>", with: "")
        let data = TinyZip.archive([
            ("_rels/.rels", TinyOffice.relationships([("m", "officeDocument", "word/document.xml")])),
            ("word/document.xml", String(cut)),
        ])
        let preview = try await preview(data, as: type, with: previewer)
        #expect(preview.text.hasPrefix("Whole") && preview.isTruncated)
    }

    @Test func `nesting beyond reason ends the text there`() async throws {
        let deep = String(repeating: "<w:sdt><w:sdtContent>", count: 5000)
        let document = TinyOffice.word(TinyOffice.paragraph("Before") + deep)
        let preview = try await preview(document, as: type, with: previewer)
        #expect(preview.text == "Before" && preview.isTruncated)
    }

    @Test(arguments: ["-9223372036854775808", "9223372036854775807"])
    func `cells over more columns than there are, and behind them, are shown`(count: String) async throws {
        let table = """
            <w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="\(count)"/></w:tcPr>\
            \(TinyOffice.paragraph("Tides"))</w:tc></w:tr><w:tr><w:trPr><w:gridBefore w:val="\(count)"/></w:trPr>\
            <w:tc>\(TinyOffice.paragraph("Springs"))</w:tc></w:tr></w:tbl>
            """
        let text = try await preview(TinyOffice.word(table), as: type, with: previewer).text
        #expect(text.contains("Tides") && text.contains("Springs"), "\(text)")
    }

    @Test func `a chart that is referred to again and again is read once`() async throws {
        let chart = """
            <c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" \
            xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><a:t>Levels</a:t>\
            </c:title></c:chart></c:chartSpace>
            """
        let run = "<w:r><w:drawing><c:chart r:id=\"r0\"/></w:drawing></w:r>"
        let body = "<w:p>\(run)\(run)\(run)</w:p>"
        let document = TinyOffice.word(body, parts: [("chart", chart)])
        #expect(try await preview(document, as: type, with: previewer).text == "Chart: Levels")
    }

    @Test func `entities that grow are not resolved beyond libxml2's limits`() async throws {
        let lines = (1...12).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">" }
        let part =
            "<!DOCTYPE x [<!ENTITY e0 \"lol\">\(lines.joined())]>"
            + TinyOffice.wordPart(
                "document",
                "<w:body>\(TinyOffice.paragraph("Before"))\(TinyOffice.paragraph("&e12;"))</w:body>"
            )
            .replacing("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", with: "")
        let data = TinyZip.archive([
            ("_rels/.rels", TinyOffice.relationships([("m", "officeDocument", "word/document.xml")])),
            ("word/document.xml", part),
        ])
        let limits = PreviewLimits(timeout: .seconds(60))
        let preview = try await preview(data, as: type, with: previewer, limits: limits)
        #expect(preview.text.hasPrefix("Before") && preview.isTruncated)
    }

    @Test func `without bsdtar the error says what to install`() async {
        let previewer = OfficePreviewer(tools: ScriptedToolRunner([:]))
        let error = await previewError(
            TinyOffice.word(TinyOffice.paragraph("Text")), as: type, with: previewer)
        #expect(error?.code == .toolMissing)
        #expect(error?.remedy == "Install libarchive-tools: apt-get install libarchive-tools")
    }

    @Test func `a long document is cut at the limit`() async throws {
        let body = (1...500).map { TinyOffice.paragraph("Paragraph number \($0).") }.joined()
        let preview = try await preview(
            TinyOffice.word(body), as: type, with: previewer, limits: PreviewLimits(maxText: 1000))
        #expect(preview.isTruncated && preview.text.utf8.count <= 1000)
        #expect(preview.text.hasPrefix("Paragraph number 1.\n\nParagraph number 2."))
    }
}

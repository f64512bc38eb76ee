import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import OfficePreviewing
import Testing

@Suite(.timeLimit(.minutes(1)), .enabled(if: TinyZip.canBeRead, "needs bsdtar of libarchive-tools"))
struct OpenDocumentTextTests {
    private let previewer = OfficePreviewer(tools: ProcessToolRunner())
    private let type = MediaType("application/vnd.oasis.opendocument.text") ?? .octetStream

    private func text(
        _ body: String, styles: String = "", others: [(String, String)] = []
    ) async throws -> String {
        try await preview(
            TinyOffice.openDocument(body, styles: styles, others: others), as: type, with: previewer
        ).text
    }

    @Test func `headings, titles, quotes and code are those of their styles`() async throws {
        let body = """
            <text:p text:style-name="P1">Tides</text:p><text:h text:outline-level="2">Springs</text:h>
            <text:p text:style-name="Quotations">So it goes.</text:p>
            <text:p text:style-name="Preformatted_20_Text">x<text:s text:c="3"/>y</text:p>
            <text:p>The <text:span>mo</text:span>on
               pulls.<text:line-break/>Twice.</text:p>
            """
        let styles =
            "<style:style style:name=\"P1\" style:family=\"paragraph\" style:parent-style-name=\"Title\"/>"
        #expect(
            try await text(body, styles: styles)
                == "# Tides\n\n## Springs\n\n> So it goes.\n\n```\nx   y\n```\n\nThe moon pulls.\nTwice.")
    }

    @Test func `lists have their signs, numbers and levels`() async throws {
        let styles = """
            <text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" \
            style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" \
            style:num-prefix="(" style:num-suffix=")"/></text:list-style><text:list-style style:name="B">\
            <text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>
            """
        func item(_ words: String, _ more: String = "") -> String {
            "<text:list-item><text:p>\(words)</text:p>\(more)</text:list-item>"
        }
        let body =
            "<text:list text:style-name=\"B\">\(item("a"))\(item("b"))</text:list><text:p>then</text:p>"
            + "<text:list text:style-name=\"N\">"
            + item("c", "<text:list>\(item("d"))\(item("e"))</text:list>")
            + item("f") + "</text:list><text:p>then</text:p>"
            + "<text:list text:style-name=\"N\" text:continue-numbering=\"true\">\(item("g"))</text:list>"
        #expect(
            try await text(body, styles: styles)
                == "- a\n- b\n\nthen\n\n1. c\n   - (a) d\n   - (b) e\n2. f\n\nthen\n\n3. g")
    }

    @Test func `notes stand behind their paragraphs, and so do comments, which are marked`() async throws {
        let body = """
            <text:p>Tides<text:note><text:note-citation>1</text:note-citation><text:note-body>\
            <text:p>Twice a day.</text:p></text:note-body></text:note> turn<office:annotation>\
            <dc:creator>Ada</dc:creator><dc:date>2024-01-01</dc:date><text:p>Do they?</text:p></office:annotation>.</text:p>
            """
        #expect(
            try await text(body) == "Tides [^1] turn.\n\n[^1]: Twice a day.\n\n> Comment (Ada): Do they?")
    }

    @Test func `what is raised or lowered is marked`() async throws {
        func style(_ name: String, _ position: String) -> String {
            "<style:style style:name=\"\(name)\" style:family=\"text\"><style:text-properties style:text-position=\""
                + "\(position)\"/></style:style>"
        }
        let body = """
            <text:p>2<text:span text:style-name="T1">10</text:span> and x<text:span text:style-name="T2">i</text:span>, \
            at <text:span text:style-name="T3">once</text:span></text:p>
            """
        let styles = style("T1", "super 58%") + style("T2", "-33% 58%") + style("T3", "0% 100%")
        #expect(try await text(body, styles: styles) == "2^10 and x_i, at once")
    }

    @Test func `what was deleted or hidden is left out`() async throws {
        let body = """
            <text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion>\
            </text:changed-region></text:tracked-changes><text:p>There<text:change text:change-id="1"/><text:script>run()</text:script></text:p>\
            <text:section text:display="none"><text:p>secret</text:p></text:section>\
            <text:p><text:span text:style-name="T1">unseen</text:span></text:p>
            """
        let styles =
            "<style:style style:name=\"T1\" style:family=\"text\"><style:text-properties text:display=\"none\"/></style:style>"
        #expect(try await text(body, styles: styles) == "There")
    }

    @Test func `tables, text boxes, pictures and equations are shown`() async throws {
        let body = """
            <table:table><table:table-row><table:table-cell><text:p>Port</text:p></table:table-cell>\
            <table:table-cell><text:p>High</text:p></table:table-cell></table:table-row><table:table-row>\
            <table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell>\
            </table:table-row></table:table><text:p>Beside<draw:frame><draw:text-box><text:p>In a box</text:p>\
            </draw:text-box></draw:frame><draw:frame><draw:image xlink:href="a.png"/><svg:desc>A harbour</svg:desc>\
            </draw:frame><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p>
            """
        let equation =
            "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><semantics><mrow><mi>E</mi><mo>=</mo><msup><mi>c</mi>"
            + "<mn>2</mn></msup></mrow><annotation>E = c^2 again</annotation></semantics></math>"
        #expect(
            try await text(body, others: [("Object 1/content.xml", equation)]) == """
                | Port | High |
                | --- | --- |
                | x | x |

                Beside

                In a box

                Picture: A harbour

                E = c^2
                """)
    }

    @Test func `a chart that refers to itself is read once`() async throws {
        let chart = TinyOffice.openDocumentRoot(
            "document-content",
            """
            <office:body><office:chart><chart:chart><chart:title><text:p>Levels</text:p></chart:title><table:table>\
            <table:table-row><table:table-cell><text:p>Low</text:p><draw:object xlink:href="./Object 1"/>\
            </table:table-cell><table:table-cell><text:p>High</text:p></table:table-cell></table:table-row>\
            </table:table></chart:chart></office:chart></office:body>
            """)
        let body = "<text:p><draw:frame><draw:object xlink:href=\"./Object 1\"/></draw:frame></text:p>"
        #expect(
            try await text(body, others: [("Object 1/content.xml", chart)])
                == "Chart: Levels\n\n| Low | High |\n| --- | --- |")
    }

    @Test(arguments: ["0", "-9223372036854775808", "9223372036854775807"])
    func `headings of levels that there are none of are shown`(level: String) async throws {
        let styles =
            "<text:outline-style><text:outline-level-style text:level=\"\(level)\" style:num-format=\"1\" "
            + "style:num-prefix=\"§\"/></text:outline-style>"
        let body = "<text:h text:outline-level=\"\(level)\">Tides</text:h>"
        #expect(try await text(body, styles: styles).hasSuffix("# Tides"))
    }

    @Test func `a document says who wrote it and when`() async throws {
        let meta = TinyOffice.openDocumentRoot(
            "document-meta",
            """
            <office:meta><dc:title>Tide tables</dc:title><meta:initial-creator>Ada Marsh</meta:initial-creator>\
            <dc:language>en-GB</dc:language><meta:keyword>moon</meta:keyword><meta:keyword>sun</meta:keyword>\
            <meta:creation-date>2024-03-01T08:00:00</meta:creation-date>\
            <meta:document-statistic meta:page-count="7" meta:word-count="2100"/></office:meta>
            """)
        let document = TinyOffice.openDocument("<text:p>Text</text:p>", others: [("meta.xml", meta)])
        let preview = try await preview(document, as: type, with: previewer)
        #expect(preview.title == "Tide tables" && preview.pages == 7)
        #expect(
            preview.metadata == [
                "author": "Ada Marsh", "language": "en-GB", "keywords": "moon, sun", "words": "2100",
                "created": "2024-03-01T08:00:00",
            ])
    }

    @Test func `headers and footers come once, at the end`() async throws {
        let master = TinyOffice.openDocumentRoot(
            "document-styles",
            """
            <office:master-styles><style:master-page><style:header><text:p>The Almanac</text:p></style:header>\
            <style:footer><text:p>Page <text:page-number>3</text:page-number></text:p></style:footer>\
            </style:master-page></office:master-styles>
            """)
        #expect(
            try await text("<text:p>Text</text:p>", others: [("styles.xml", master)])
                == "Text\n\n---\n\nHeader: The Almanac\n\nFooter: Page")
    }

    @Test func `a document in one file is read without an archive`() async throws {
        let flat = TinyOffice.openDocumentRoot(
            "document",
            "<office:meta><dc:title>Flat</dc:title></office:meta><office:body><office:text><text:h "
                + "text:outline-level=\"1\">Tides</text:h><text:p>Turn.</text:p></office:text></office:body>")
        let preview = try await preview(Data(flat.utf8), as: type, with: previewer)
        #expect(preview.title == "Flat" && preview.text == "# Tides\n\nTurn.")
    }

    @Test func `a document in one file is what it says, whatever is within it`() async throws {
        let flat = TinyOffice.openDocumentRoot(
            "document",
            """
            <office:body><office:text><text:p>Tides</text:p><text:p><draw:frame><draw:object><office:document>\
            <office:body><office:spreadsheet><table:table/></office:spreadsheet></office:body></office:document>\
            </draw:object></draw:frame></text:p></office:text></office:body>
            """
        ).replacing(
            "<office:document xmlns",
            with: "<office:document office:mimetype=\"application/vnd.oasis.opendocument.text\" xmlns")
        #expect(try await preview(Data(flat.utf8), as: type, with: previewer).text == "Tides")
    }

    @Test func `a document in one file that says what it is not is shown as what it is`() async throws {
        let flat = TinyOffice.openDocumentRoot(
            "document", "<office:body><office:text><text:p>Tides</text:p></office:text></office:body>"
        ).replacing(
            "<office:document xmlns",
            with: "<office:document office:mimetype=\"application/vnd.oasis.opendocument.spreadsheet\" xmlns")
        #expect(try await preview(Data(flat.utf8), as: type, with: previewer).text == "Tides")
    }
}

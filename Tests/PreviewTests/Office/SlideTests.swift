import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import OfficePreviewing
import Testing

@Suite(.timeLimit(.minutes(1)), .enabled(if: TinyZip.canBeRead, "needs bsdtar of libarchive-tools"))
struct SlideTests {
    private let previewer = OfficePreviewer(tools: ProcessToolRunner())
    private let type = MediaType.forFileExtension("pptx") ?? .octetStream
    private let openType = MediaType.forFileExtension("odp") ?? .octetStream

    private static let notes = TinyOffice.slidePart(
        "notes", TinyOffice.shape("3", kind: "sldNum") + TinyOffice.shape("Speak slowly.", kind: "body"))
    private static let first =
        TinyOffice.shape("Moon pulls", kind: "body") + TinyOffice.shape("Tides", kind: "title")
        + TinyOffice.shape("17", kind: "sldNum") + TinyOffice.shape("A caption", kind: nil)
    private static let second = TinyOffice.shape("Only text", kind: nil)

    /// The second of its files is its first slide.
    private static let presentation = TinyOffice.slides(
        [("b", first), ("a", second)], hidden: ["a"], notes: ["b": notes])

    @Test func `slides come in the presentation's order, with their titles, bullets and notes`() async throws
    {
        let preview = try await preview(Self.presentation, as: type, with: previewer)
        #expect(
            preview.text == """
                ## Tides

                - Moon pulls

                A caption

                > Notes: Speak slowly.

                ## Slide 2 (hidden)

                Only text
                """)
        #expect(preview.title == "Tides" && preview.pages == 2 && preview.form == .markdown)
        #expect(preview.pageMarks.map(\.page) == [1, 2])
        #expect(preview.only(pages: 2...2).text == "## Slide 2 (hidden)\n\nOnly text")
    }

    @Test func `only the slides that are asked for are read`() async throws {
        let preview = try await preview(
            Self.presentation, as: type, with: previewer, limits: PreviewLimits(pages: 2...2))
        #expect(preview.text == "## Slide 2 (hidden)\n\nOnly text" && preview.pages == 2)
        #expect(preview.pageMarks == [Preview.PageMark(page: 2, offset: 0)])
    }

    @Test func `tables, charts and diagrams are shown`() async throws {
        let table =
            "<a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>Port</a:t></a:r></a:p></a:txBody></a:tc>"
            + "<a:tc><a:txBody><a:p><a:r><a:t>High</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl>"
        let slide =
            "<p:graphicFrame><a:graphic><a:graphicData>\(table)</a:graphicData></a:graphic></p:graphicFrame>"
            + "<p:graphicFrame><a:graphic><a:graphicData><c:chart r:id=\"r9\"/></a:graphicData></a:graphic>"
            + "</p:graphicFrame><p:pic><p:nvPicPr><p:cNvPr descr=\"A harbour at dusk\"/></p:nvPicPr></p:pic>"
        let points =
            "<c:cat><c:strCache><c:pt><c:v>Jan</c:v></c:pt></c:strCache></c:cat>"
            + "<c:val><c:numCache><c:pt><c:v>0.30000000000000004</c:v></c:pt></c:numCache></c:val>"
        let chart =
            "<c:chartSpace xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" "
            + "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\"><c:chart><c:title><a:t>Levels</a:t>"
            + "</c:title><c:ser><c:tx><c:v>Metres</c:v></c:tx>\(points)</c:ser></c:chart></c:chartSpace>"
        let data = TinyOffice.slides([("a", slide)], charts: ["a": chart])
        #expect(
            try await preview(data, as: type, with: previewer).text == """
                ## Slide 1

                | Port | High |
                | --- | --- |

                Chart: Levels

                |  | Metres |
                | --- | --- |
                | Jan | 0.3 |

                Picture: A harbour at dusk
                """)
    }

    @Test func `what is raised or lowered on a slide is marked`() async throws {
        func run(_ words: String, _ height: Int = 0) -> String {
            "<a:r><a:rPr baseline=\"\(height)\"/><a:t>\(words)</a:t></a:r>"
        }
        let words =
            run("CO") + run("2", -25000) + run(" and 2") + run("1", 30000) + run("0", 30000) + run(" bytes")
        let slide = "<p:sp><p:txBody><a:p>\(words)</a:p></p:txBody></p:sp>"
        let text = try await preview(TinyOffice.slides([("a", slide)]), as: type, with: previewer).text
        #expect(text == "## Slide 1\n\nCO2 and 2^10 bytes")
    }

    @Test func `comments have their authors and answers`() async throws {
        let namespaces =
            "xmlns:n=\"http://schemas.microsoft.com/office/powerpoint/2018/8/main\" "
            + "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\""
        func body(_ words: String) -> String {
            "<n:txBody><a:p><a:r><a:t>\(words)</a:t></a:r></a:p></n:txBody>"
        }
        let comments = """
            <n:cmLst \(namespaces)><n:cm authorId="{1}"><n:replyLst><n:reply authorId="{2}">\(body("It is."))</n:reply>\
            </n:replyLst>\(body("Is it?"))</n:cm></n:cmLst>
            """
        let authors =
            "<n:authorLst \(namespaces)><n:author id=\"{1}\" name=\"Ada\"/><n:author id=\"{2}\" name=\"Bo\"/></n:authorLst>"
        let data = TinyOffice.slides([("a", "")], comments: ["a": comments], authors: authors)
        #expect(
            try await preview(data, as: type, with: previewer).text
                == "## Slide 1\n\n> Comment (Ada): Is it?\n>\n> Comment (Bo): It is.")
    }

    @Test func `the points of a chart that are not shown are counted`() async throws {
        let points = (0..<60).map { "<c:pt idx=\"\($0)\"><c:v>\($0)</c:v></c:pt>" }.joined()
        let chart = """
            <c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:ser><c:tx><c:v>Low</c:v></c:tx>\
            <c:val><c:numCache><c:ptCount val="60"/>\(points)</c:numCache></c:val></c:ser></c:chart></c:chartSpace>
            """
        let slide = "<p:graphicFrame><c:chart r:id=\"r9\"/></p:graphicFrame>"
        let data = TinyOffice.slides([("a", slide)], charts: ["a": chart])
        let shown = try await preview(data, as: type, with: previewer).text
        #expect(shown.hasSuffix("\n| 49 |\n\nShown: 50 of 60 points"), "\(shown)")
    }

    @Test func `values of charts stand beside their categories, as their formats say`() async throws {
        func numbers(_ name: String, _ points: [Int: String], as format: String = "General") -> String {
            let list = points.map { "<c:pt idx=\"\($0)\"><c:v>\($1)</c:v></c:pt>" }.joined()
            let cache = "<c:numCache><c:formatCode>\(format)</c:formatCode>\(list)</c:numCache>"
            return "<c:\(name)>\(cache)</c:\(name)>"
        }
        func series(_ name: String, _ points: String) -> String {
            "<c:ser><c:tx><c:v>\(name)</c:v></c:tx>\(points)</c:ser>"
        }
        let days = numbers("cat", [0: "45352", 1: "45353"], as: "yyyy\\-mm\\-dd")
        let charts = [
            series("Low", days + numbers("val", [0: "0.5"], as: "0%"))
                + series("High", days + numbers("val", [1: "7"])),
            series("A", numbers("xVal", [0: "1"]) + numbers("yVal", [0: "2"]))
                + series("B", numbers("xVal", [0: "3"]) + numbers("yVal", [0: "4"])),
        ].map {
            "<c:chartSpace xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\">"
                + "<c:chart>\($0)</c:chart></c:chartSpace>"
        }
        let slide = "<p:graphicFrame><c:chart r:id=\"r9\"/></p:graphicFrame>"
        let data = TinyOffice.slides([("a", slide), ("b", slide)], charts: ["a": charts[0], "b": charts[1]])
        #expect(
            try await preview(data, as: type, with: previewer).text == """
                ## Slide 1

                |  | Low | High |
                | --- | --- | --- |
                | 2024-03-01 | 50% |  |
                | 2024-03-02 |  | 7 |

                ## Slide 2

                |  | A |  | B |
                | --- | --- | --- | --- |
                | 1 | 2 | 3 | 4 |
                """)
    }

    @Test func `dates of charts count from 1904 where they say so, and categories stand before all values`()
        async throws
    {
        func value(_ number: Int) -> String {
            "<c:val><c:numLit><c:pt idx=\"0\"><c:v>\(number)</c:v></c:pt></c:numLit></c:val>"
        }
        let chart = """
            <c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:date1904/><c:chart>\
            <c:ser><c:tx><c:v>Low</c:v></c:tx>\(value(1))</c:ser><c:ser><c:tx><c:v>High</c:v></c:tx><c:cat><c:numLit>\
            <c:formatCode>yyyy-mm-dd</c:formatCode><c:pt idx="0"><c:v>45292</c:v></c:pt></c:numLit></c:cat>\
            \(value(2))</c:ser></c:chart></c:chartSpace>
            """
        let slide = "<p:graphicFrame><c:chart r:id=\"r9\"/></p:graphicFrame>"
        let data = TinyOffice.slides([("a", slide)], charts: ["a": chart])
        #expect(
            try await preview(data, as: type, with: previewer).text == """
                ## Slide 1

                |  | Low | High |
                | --- | --- | --- |
                | 2028-01-02 | 1 | 2 |
                """)
    }

    @Test func `answers to a comment count as comments do`() async throws {
        let answer = "<p:reply><p:text>It is.</p:text></p:reply>"
        let comments = """
            <p:cmLst xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cm><p:text>Is it?</p:text>\
            <p:replyLst>\(String(repeating: answer, count: 300))</p:replyLst></p:cm></p:cmLst>
            """
        let data = TinyOffice.slides([("a", "")], comments: ["a": comments])
        let text = try await preview(data, as: type, with: previewer).text
        let shown = text.split(separator: "\n").count { $0.hasPrefix("> Comment") }
        #expect(shown == 200)
    }

    @Test func `slides of OpenDocument have titles, bullets and notes`() async throws {
        let body = """
            <draw:page draw:style-name="dp1"><draw:frame presentation:class="outline"><draw:text-box><text:list>\
            <text:list-item><text:p>Moon pulls</text:p></text:list-item></text:list></draw:text-box></draw:frame>\
            <draw:frame presentation:class="title"><draw:text-box><text:p>Tides</text:p></draw:text-box></draw:frame>\
            <draw:frame presentation:class="title" presentation:placeholder="true"><draw:text-box/></draw:frame>\
            <presentation:notes><draw:frame presentation:class="notes"><draw:text-box><text:p>Speak slowly.</text:p>\
            </draw:text-box></draw:frame></presentation:notes></draw:page><draw:page><draw:custom-shape>\
            <text:p>Only text</text:p></draw:custom-shape></draw:page>
            """
        let styles =
            "<style:style style:name=\"dp1\" style:family=\"drawing-page\"><style:drawing-page-properties "
            + "presentation:visibility=\"hidden\"/></style:style>"
        let document = TinyOffice.openDocument(body, kind: "presentation", styles: styles)
        let preview = try await preview(document, as: openType, with: previewer)
        #expect(
            preview.text == """
                ## Tides (hidden)

                - Moon pulls

                > Notes: Speak slowly.

                ## Slide 2

                Only text
                """)
        #expect(preview.title == "Tides" && preview.pages == 2 && preview.pageMarks.map(\.page) == [1, 2])
    }
}

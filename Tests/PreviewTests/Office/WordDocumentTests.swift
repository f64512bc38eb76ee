import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import OfficePreviewing
import Testing

@Suite(.timeLimit(.minutes(1)), .enabled(if: TinyZip.canBeRead, "needs bsdtar of libarchive-tools"))
struct WordDocumentTests {
    private let previewer = OfficePreviewer(tools: ProcessToolRunner())
    private let type =
        MediaType("application/vnd.openxmlformats-officedocument.wordprocessingml.document") ?? .octetStream

    private func text(
        _ body: String, parts: [(kind: String, content: String)] = []
    ) async throws -> String {
        try await preview(TinyOffice.word(body, parts: parts), as: type, with: previewer).text
    }

    private let styles = TinyOffice.wordPart(
        "styles",
        """
        <w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
        <w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="berschrift1"/></w:style>
        <w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>
        <w:style w:type="paragraph" w:styleId="Zitat"><w:name w:val="Quote"/></w:style>
        <w:style w:type="paragraph" w:styleId="Code"><w:name w:val="HTML Preformatted"/></w:style>
        """)

    @Test func `a document that is inserted in another format is not passed over in silence`() async throws {
        let data = TinyOffice.word("<w:altChunk r:id=\"r9\"/>")
        let shown = try await preview(data, as: type, with: previewer)
        #expect(shown.text == "[Another document is inserted here, which is not shown]")
        #expect(shown.isTruncated && shown.part == .withGaps)
    }

    @Test func `headings are those of their styles, whatever these are called`() async throws {
        let body =
            TinyOffice.paragraph("Tides", "<w:pStyle w:val=\"Titel\"/>")
            + TinyOffice.paragraph("Springs", "<w:pStyle w:val=\"berschrift1\"/>")
            + TinyOffice.paragraph("Neaps", "<w:pStyle w:val=\"Mine\"/>")
            + TinyOffice.paragraph("Half", "<w:outlineLvl w:val=\"2\"/>")
            + TinyOffice.paragraph("The moon pulls.")
        #expect(
            try await text(body, parts: [("styles", styles)])
                == "# Tides\n\n# Springs\n\n# Neaps\n\n### Half\n\nThe moon pulls.")
    }

    @Test func `quotes and code that follow each other are one`() async throws {
        let quote = "<w:pStyle w:val=\"Zitat\"/>"
        let code = "<w:pStyle w:val=\"Code\"/>"
        let body =
            TinyOffice.paragraph("one", quote) + TinyOffice.paragraph("two", quote)
            + TinyOffice.paragraph("if x {", code) + TinyOffice.paragraph("    y()", code)
        #expect(
            try await text(body, parts: [("styles", styles)])
                == "> one\n>\n> two\n\n```\nif x {\n    y()\n```")
    }

    @Test func `lists have their signs, numbers and levels`() async throws {
        func item(_ words: String, _ list: Int, _ level: Int = 0) -> String {
            TinyOffice.paragraph(
                words, "<w:numPr><w:ilvl w:val=\"\(level)\"/><w:numId w:val=\"\(list)\"/></w:numPr>")
        }
        func level(_ index: Int, _ format: String, _ text: String) -> String {
            "<w:lvl w:ilvl=\"\(index)\"><w:start w:val=\"1\"/><w:numFmt w:val=\"\(format)\"/>"
                + "<w:lvlText w:val=\"\(text)\"/></w:lvl>"
        }
        let numbering = TinyOffice.wordPart(
            "numbering",
            "<w:abstractNum w:abstractNumId=\"0\">" + level(0, "bullet", "•") + level(1, "bullet", "o")
                + "</w:abstractNum><w:abstractNum w:abstractNumId=\"1\">" + level(0, "decimal", "%1.")
                + level(1, "lowerLetter", "(%2)") + level(2, "decimal", "%1.%2.%3") + "</w:abstractNum>"
                + "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>"
                + "<w:num w:numId=\"2\"><w:abstractNumId w:val=\"1\"/></w:num>"
                + "<w:num w:numId=\"3\"><w:abstractNumId w:val=\"1\"/><w:lvlOverride w:ilvl=\"0\">"
                + "<w:startOverride w:val=\"7\"/></w:lvlOverride></w:num>")
        let body =
            item("a", 1) + item("b", 1, 1) + TinyOffice.paragraph("-") + item("c", 2) + item("d", 2, 1)
            + item("e", 2, 1) + item("f", 2, 2) + item("g", 2) + item("h", 2, 1) + item("i", 3)
        #expect(
            try await text(body, parts: [("numbering", numbering)]) == """
                - a
                  - b

                \\-

                1. c
                   - (a) d
                   - (b) e
                     - 1.b.1 f
                2. g
                   - (a) h
                7. i
                """)
    }

    @Test func `lists have the levels of their styles, as Word counts them`() async throws {
        func item(_ words: String, _ list: Int, _ level: Int) -> String {
            TinyOffice.paragraph(
                words, "<w:numPr><w:ilvl w:val=\"\(level)\"/><w:numId w:val=\"\(list)\"/></w:numPr>")
        }
        func level(_ index: Int, _ format: String, _ text: String, _ more: String = "") -> String {
            "<w:lvl w:ilvl=\"\(index)\"><w:numFmt w:val=\"\(format)\"/>\(more)<w:lvlText w:val=\"\(text)\"/></w:lvl>"
        }
        let numbering = TinyOffice.wordPart(
            "numbering",
            "<w:abstractNum w:abstractNumId=\"0\"><w:styleLink w:val=\"L\"/>"
                + level(0, "upperRoman", "Article %1.")
                + level(1, "decimalZero", "Section %1.%2", "<w:lvlRestart w:val=\"0\"/><w:isLgl/>")
                + "</w:abstractNum><w:abstractNum w:abstractNumId=\"1\"><w:numStyleLink w:val=\"L\"/></w:abstractNum>"
                + "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"1\"/></w:num>"
                + "<w:num w:numId=\"2\"><w:abstractNumId w:val=\"1\"/><w:lvlOverride w:ilvl=\"0\">"
                + level(0, "lowerLetter", "%1)") + "</w:lvlOverride></w:num>")
        let body = item("a", 1, 0) + item("b", 1, 1) + item("c", 1, 0) + item("d", 1, 1) + item("e", 2, 0)
        #expect(
            try await text(body, parts: [("numbering", numbering)]) == """
                - Article I. a
                  - Section 1.01 b
                - Article II. c
                  - Section 2.02 d
                - c) e
                """)
    }

    @Test func `tables keep their columns, and those that only set the page are none`() async throws {
        func cell(_ words: String, _ properties: String = "") -> String {
            "<w:tc><w:tcPr>\(properties)</w:tcPr>\(TinyOffice.paragraph(words))</w:tc>"
        }
        let table =
            "<w:tbl><w:tr>" + cell("Port", "<w:gridSpan w:val=\"2\"/>") + cell("High") + "</w:tr><w:tr>"
            + cell("Dover") + cell("a|b") + cell("06:12") + "</w:tr><w:tr><w:trPr><w:del/></w:trPr>"
            + cell("gone") + "</w:tr><w:tr><w:trPr><w:gridBefore w:val=\"1\"/></w:trPr>" + cell("low")
            + "</w:tr></w:tbl>"
        let layout = "<w:tbl><w:tr><w:tc>\(TinyOffice.paragraph("Alone"))</w:tc></w:tr></w:tbl>"
        let right = "<w:tbl><w:tr><w:trPr><w:gridBefore w:val=\"1\"/></w:trPr>\(cell("Below"))</w:tr></w:tbl>"
        #expect(
            try await text(table + layout + right)
                == "| Port |  | High |\n| --- | --- | --- |\n| Dover | a\\|b | 06:12 |\n|  | low |  |\n\n"
                + "Alone\n\nBelow")
    }

    @Test func `notes stand behind their paragraphs, and so do comments, which are marked`() async throws {
        let body =
            "<w:p><w:r><w:t>Tides</w:t></w:r><w:r><w:footnoteReference w:id=\"2\"/></w:r><w:r><w:t> turn.</w:t>"
            + "<w:commentReference w:id=\"0\"/></w:r></w:p>"
            + "<w:p><w:r><w:t>Again</w:t><w:endnoteReference w:id=\"1\"/></w:r></w:p>"
        let footnotes = TinyOffice.wordPart(
            "footnotes",
            "<w:footnote w:type=\"separator\" w:id=\"0\">\(TinyOffice.paragraph("line"))</w:footnote>"
                + "<w:footnote w:id=\"2\">\(TinyOffice.paragraph("Twice a day."))</w:footnote>")
        let endnotes = TinyOffice.wordPart(
            "endnotes", "<w:endnote w:id=\"1\">\(TinyOffice.paragraph("And again."))</w:endnote>")
        let comments = TinyOffice.wordPart(
            "comments",
            "<w:comment w:id=\"0\" w:author=\"Ada\">\(TinyOffice.paragraph("Is it?"))</w:comment>")
        #expect(
            try await text(
                body, parts: [("footnotes", footnotes), ("endnotes", endnotes), ("comments", comments)])
                    == """
                    Tides [^1] turn.

                    [^1]: Twice a day.

                    > Comment (Ada): Is it?

                    Again [^2]

                    [^2]: And again.
                    """)
    }

    @Test func `what was deleted is left out, what was inserted is there`() async throws {
        let body =
            "<w:p><w:r><w:t>High </w:t></w:r><w:del><w:r><w:delText>low </w:delText></w:r></w:del>"
            + "<w:ins><w:r><w:t>water</w:t></w:r></w:ins><w:moveFrom><w:r><w:t>x</w:t></w:r></w:moveFrom>"
            + "<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r></w:p>"
        #expect(try await text(body) == "High water")
    }

    @Test func `fields show their results, links their words`() async throws {
        func mark(_ kind: String) -> String { "<w:r><w:fldChar w:fldCharType=\"\(kind)\"/></w:r>" }
        let body =
            "<w:p>" + mark("begin") + "<w:r><w:instrText>DATE</w:instrText></w:r>" + mark("separate")
            + "<w:r><w:t>1 May</w:t></w:r>" + mark("end") + "<w:r><w:t>, </w:t></w:r>"
            + "<w:hyperlink><w:r><w:t>see there</w:t></w:r></w:hyperlink>"
            + "<w:fldSimple w:instr=\"TITLE\"><w:r><w:t>!</w:t></w:r></w:fldSimple></w:p>"
        #expect(try await text(body) == "1 May, see there!")
    }

    @Test func `fields of forms show what was chosen`() async throws {
        func field(_ data: String) -> String {
            "<w:r><w:fldChar w:fldCharType=\"begin\"><w:ffData>\(data)</w:ffData></w:fldChar></w:r>"
                + "<w:r><w:instrText>FORM</w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
        }
        let box = "<w:checkBox><w:default w:val=\"1\"/></w:checkBox>"
        let list =
            "<w:ddList><w:result w:val=\"1\"/><w:listEntry w:val=\"low\"/><w:listEntry w:val=\"high\"/></w:ddList>"
        let body = "<w:p>\(field(box))\(field(list))</w:p>"
        #expect(try await text(body) == "☒high")
    }

    @Test func `a text box is shown once`() async throws {
        let box = "<w:txbxContent>\(TinyOffice.paragraph("In a box"))</w:txbxContent>"
        let body =
            "<w:p><w:r><w:t>Beside</w:t></w:r><w:r><mc:AlternateContent><mc:Choice Requires=\"wps\"><w:drawing>"
            + "<wps:txbx>\(box)</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>\(box)</v:textbox>"
            + "</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>"
        #expect(try await text(body) == "Beside\n\nIn a box")
    }

    @Test func `pictures have their descriptions, symbols and equations their characters`() async throws {
        let body =
            "<w:p><w:r><w:drawing><wp:inline><wp:docPr descr=\"A harbour at dusk\"/></wp:inline></w:drawing></w:r></w:p>"
            + "<w:p><w:r><w:drawing><wp:inline><wp:docPr descr=\"image1.png\"/></wp:inline></w:drawing></w:r>"
            + "<w:r><w:sym w:font=\"Symbol\" w:char=\"F070\"/><w:t xml:space=\"preserve\"> and </w:t></w:r>"
            + "<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>"
            + "</m:oMath></w:p>"
        #expect(try await text(body) == "Picture: A harbour at dusk\n\nπ and (a+b)/2")
    }

    @Test func `headers and footers come once, at the end`() async throws {
        let header = TinyOffice.wordPart("hdr", TinyOffice.paragraph("The Almanac"))
        let footer = TinyOffice.wordPart(
            "ftr",
            "<w:p><w:r><w:t>Page </w:t></w:r><w:fldSimple w:instr=\" PAGE \"><w:r><w:t>3</w:t></w:r></w:fldSimple></w:p>"
        )
        #expect(
            try await text(TinyOffice.paragraph("Text"), parts: [("header", header), ("footer", footer)])
                == "Text\n\n---\n\nHeader: The Almanac\n\nFooter: Page")
    }

    @Test func `a document says who wrote it and when`() async throws {
        let document = TinyOffice.word(TinyOffice.paragraph("Text"), others: TinyOffice.facts)
        let preview = try await preview(document, as: type, with: previewer)
        #expect(preview.title == "Tide tables" && preview.pages == 7 && preview.form == .markdown)
        #expect(
            preview.metadata == [
                "author": "Ada Marsh", "subject": "Tides", "keywords": "moon, sun", "language": "en-GB",
                "created": "2024-03-01T08:00:00Z", "modified": "2024-03-02T09:30:00Z", "words": "2100",
                "producer": "Writer",
            ])
    }

    @Test func `a document without a title is called by its first heading`() async throws {
        let body =
            TinyOffice.paragraph("Springs", "<w:outlineLvl w:val=\"0\"/>")
            + TinyOffice.paragraph("Twice a month.")
        let preview = try await preview(TinyOffice.word(body), as: type, with: previewer)
        #expect(preview.title == "Springs" && preview.summary == "Twice a month.")
    }

    @Test func `what is raised or lowered is marked, also in several runs`() async throws {
        func run(_ words: String, _ place: String? = nil) -> String {
            let properties = place.map { "<w:rPr><w:vertAlign w:val=\"\($0)\"/></w:rPr>" } ?? ""
            return "<w:r>\(properties)<w:t xml:space=\"preserve\">\(words)</w:t></w:r>"
        }
        let body =
            "<w:p>" + run("2") + run("1", "superscript") + run("0", "superscript") + run(" bytes of H")
            + run("2", "subscript") + run("O, x") + run("i", "subscript") + run("2", "superscript") + "</w:p>"
        #expect(try await text(body) == "2^10 bytes of H2O, x_i^2")
    }
}

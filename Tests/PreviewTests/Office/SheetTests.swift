import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelSheets
import CarrelStages
import Foundation
import Testing
@testable import OfficePreviewing

@Suite(.timeLimit(.minutes(1)), .enabled(if: TinyZip.canBeRead, "needs bsdtar of libarchive-tools"))
struct SheetTests {
    private let previewer = OfficePreviewer(tools: ProcessToolRunner())
    private let type = MediaType.forFileExtension("xlsx") ?? .octetStream
    private let openType = MediaType.forFileExtension("ods") ?? .octetStream

    private func row(_ number: Int, _ cells: String) -> String { "<row r=\"\(number)\">\(cells)</row>" }

    @Test func `sheets are tables of what their cells show`() async throws {
        let rows =
            row(
                2,
                "<c r=\"B2\" t=\"s\"><v>0</v></c><c r=\"C2\" t=\"inlineStr\"><is><t>High</t></is></c>"
                    + "<c r=\"E2\" t=\"str\"><v>sum</v></c>")
            + row(
                4,
                "<c r=\"B4\" t=\"s\"><v>1</v></c><c r=\"C4\" s=\"1\"><v>45352.25</v></c><c r=\"E4\" t=\"b\"><v>1</v></c>"
            )
            + row(
                5,
                "<c r=\"B5\" s=\"2\"><v>0.125</v></c><c r=\"C5\" t=\"e\"><v>#DIV/0!</v></c><c r=\"D5\"/>"
                    + "<c r=\"E5\"><v>0.1</v></c>")
        let styles =
            "<numFmts><numFmt numFmtId=\"164\" formatCode=\"d mmm yyyy hh:mm\"/></numFmts><cellXfs>"
            + "<xf numFmtId=\"0\"/><xf numFmtId=\"164\"/><xf numFmtId=\"10\"/></cellXfs>"
        let data = TinyOffice.workbook(
            [("Times", "<sheetData>\(rows)</sheetData>", false), ("Old", "<sheetData/>", true)],
            shared: ["<t>Port</t>", "<r><t>Do</t></r><r><t>ver</t></r><rPh><t>x</t></rPh>"], styles: styles,
            comments:
                "<authors><author>Ada</author></authors><commentList><comment ref=\"C4\" authorId=\"0\"><text>"
                + "<t>Is it?</t></text></comment></commentList>")
        let preview = try await preview(data, as: type, with: previewer)
        #expect(
            preview.text == """
                ## Times

                | Port | High | sum |
                | --- | --- | --- |
                | Dover | 1 Mar 2024 06:00 | TRUE |
                | 12.50% | #DIV/0! | 0.1 |

                > Comment on C4 (Ada): Is it?

                ## Old (hidden)
                """)
        #expect(preview.pages == 2 && preview.pageMarks.map(\.page) == [1, 2] && preview.title == nil)
    }

    @Test func `comments with answers are shown once, by whom they are`() async throws {
        let namespace = "xmlns=\"http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments\""
        let old = "[Threaded comment] Your version of Excel allows you to read this. Comment: Is it?"
        let data = TinyOffice.workbook(
            [("A", "<sheetData/>", false)],
            comments:
                "<authors><author>tc={1}</author></authors><commentList><comment ref=\"B2\" authorId=\"0\"><text>"
                + "<t>\(old)</t></text></comment></commentList>",
            threads:
                "<ThreadedComments \(namespace)><threadedComment ref=\"B2\" personId=\"{1}\"><text>Is it?</text>"
                + "</threadedComment><threadedComment ref=\"B2\" personId=\"{2}\"><text>It is.</text>"
                + "</threadedComment></ThreadedComments>",
            people:
                "<personList \(namespace)><person displayName=\"Ada\" id=\"{1}\"/><person displayName=\"Bo\" id=\"{2}\"/>"
                + "</personList>")
        #expect(
            try await preview(data, as: type, with: previewer).text
                == "## A\n\n> Comment on B2 (Ada): Is it?\n>\n> Comment on B2 (Bo): It is.")
    }

    @Test func `a comment with answers that names no cell hides no other`() async throws {
        let namespace = "xmlns=\"http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments\""
        let data = TinyOffice.workbook(
            [("A", "<sheetData/>", false)],
            comments: "<commentList><comment><text><t>Is it?</t></text></comment></commentList>",
            threads:
                "<ThreadedComments \(namespace)><threadedComment personId=\"{1}\"><text>It is.</text>"
                + "</threadedComment></ThreadedComments>")
        let text = try await preview(data, as: type, with: previewer).text
        #expect(text.contains("Is it?") && text.contains("It is."), "\(text)")
    }

    @Test func `more rows and columns than are shown are counted`() async throws {
        let rows = (1...30).map { row($0, "<c><v>\($0)</v></c><c><v>1</v></c><c><v>2</v></c>") }.joined()
        let data = TinyOffice.workbook(
            [("A", "<dimension ref=\"A1:C30\"/><sheetData>\(rows)</sheetData>", false)])
        let small = OfficePreviewer(Settings(["max-rows": 3, "max-columns": 2]), tools: ProcessToolRunner())
        let preview = try await preview(data, as: type, with: small)
        #expect(preview.text.hasSuffix("| 3 | 1 |\n\nLeft out: 27 more rows and 1 more column."))
        #expect(preview.isTruncated && preview.part == .withGaps)
        #expect(preview.summary?.hasPrefix("A 1 1 2 1") == true, "\(preview.summary ?? "")")
    }

    @Test func `one long text of many cells takes no more room than a preview`() async throws {
        let long = String(repeating: "x", count: 1 << 20)
        let cells = String(repeating: "<c t=\"s\"><v>0</v></c>", count: 2000)
        let data = TinyOffice.workbook(
            [("A", "<sheetData>\(row(1, cells))\(row(2, cells))</sheetData>", false)],
            shared: ["<t>\(long)</t>"])
        let workbook = try await preview(data, as: type, with: previewer)
        #expect(workbook.text.contains("Left out: more cells and 1 more row") || workbook.isTruncated)
        #expect(workbook.text.utf8.count <= PreviewLimits().maxText)
        let sheet = """
            <table:table table:name="A"><table:table-row table:number-rows-repeated="64"><table:table-cell \
            table:number-columns-repeated="64"><text:p>\(long)</text:p></table:table-cell></table:table-row></table:table>
            """
        let document = try await preview(
            TinyOffice.openDocument(sheet, kind: "spreadsheet"), as: openType, with: previewer)
        #expect(document.isTruncated && document.text.utf8.count <= PreviewLimits().maxText)
        // What is missing is the end, too.
        #expect(document.part == nil)
    }

    @Test(arguments: [
        ("A1:A9223372036854775807", "0"), ("A1:A5", "-9223372036854775808"), ("A1", "9223372036854775807"),
    ])
    func `rows that no sheet has are counted all the same`(reference: String, last: String) async throws {
        let rows = (1...4).map { row($0, "<c><v>\($0)</v></c>") }.joined()
        let data = TinyOffice.workbook(
            [
                (
                    "A",
                    "<dimension ref=\"\(reference)\"/><sheetData>\(rows)<row r=\"\(last)\"><c><v>5</v></c></row>"
                        + "<row><c><v>6</v></c></row></sheetData>", false
                )
            ])
        let small = OfficePreviewer(Settings(["max-rows": 3]), tools: ProcessToolRunner())
        let preview = try await preview(data, as: type, with: small)
        #expect(preview.text.contains("| 3 |") && preview.isTruncated)
    }

    @Test func `cells with signs that Markdown knows are shown as they are`() {
        var grid = CellGrid(limits: CellGrid.Limits(rows: 10, columns: 10), room: 100)
        grid.add([(column: 0, text: "2*3*4"), (column: 1, text: "5 * 4 * 3")])
        #expect(grid.blocks == [.table([["2\\*3\\*4", "5 * 4 * 3"]])])
    }

    @Test func `a grid holds no more text than there is room for`() {
        var grid = CellGrid(limits: CellGrid.Limits(rows: 10, columns: 10), room: 25)
        var made = 0
        func cells(_ text: String) -> some Sequence<(column: Int, text: String)> {
            (0..<1000).lazy.map { column in
                made += 1
                return (column, text)
            }
        }
        grid.add(cells("ten bytes."))
        grid.add([(column: 0, text: ""), (column: 1, text: "next")])
        #expect(made == 3, "cells behind the room are not made")
        #expect(
            grid.blocks == [
                .table([["ten bytes.", "ten bytes.", "ten b"]]),
                .paragraph("Left out: more cells and 1 more row."),
            ])
        #expect(grid.isFull && grid.isCut)
    }

    @Test(
        arguments: [
            ("0", 2.5, "3"), ("0.00", 2.5, "2.50"), ("#,##0.00", 1_234_567.891, "1,234,567.89"),
            ("0%", 0.256, "26%"),
            ("#,##0;(#,##0)", -1234, "(1,234)"), ("0.0##", 1.5, "1.5"), ("General", 0.1 + 0.2, "0.3"),
            ("[$€-407] 0.00", 3, "€ 3.00"), ("0.00E+00", 12345, "1.23E+04"), ("000", 7, "007"),
            ("yyyy-mm-dd", 45352, "2024-03-01"), ("d/m/yy", 1, "1/1/00"), ("mmm d, yyyy", 59, "Feb 28, 1900"),
            ("h:mm AM/PM", 0.75, "6:00 PM"), ("[h]:mm:ss", 1.5, "36:00:00"), ("mm:ss", 0.0007, "01:00"),
            ("dddd", 45352, "Friday"), ("0 \"units\"", 5, "5 units"), ("#,##0,", 12_345_678, "12,346"),
            ("\"x\"", 5, "x"), ("# ?/?", 0.5, "0.5"), ("@", 5, "5"), ("0;-0;\"none\"", 0, "none"),
            ("General\" m\"", -3, "-3 m"), (";;;", 99, ""), ("0;-0;;@", 0, ""),
            ("yyyy-mm-dd;@", 45352, "2024-03-01"),
            ("Standard", 7, "7"), ("0;0;0;@;0", 7, "7"), ("", 7, "7"),
        ] as [(String, Double, String)])
    func `a number is shown as its format says`(code: String, number: Double, expected: String) {
        #expect(NumberFormat(code).text(number, is1904: false) == expected)
    }

    @Test(
        arguments: [
            ("0.0,\"k\"", 2500, "2.5k"), ("0.0,,\"M\"", 2_500_000, "2.5M"), ("#,##0.0,,", 2_500_000, "2.5"),
            ("0,", 1_500_000, "1500"), ("0,.0", 1250, "1.3"), ("[>=1000]0.0,\"k\";0", 999, "999"),
            ("[<1]0.0%;0", 0.5, "50.0%"), ("[<1]0.0%;0", 5, "5"), ("[<1]0.0%;0", -0.5, "-50.0%"),
            ("[=1]\"yes\";[=0]\"no\";0", 1, "yes"), ("[=1]\"yes\";[=0]\"no\";0", 0, "no"),
            ("[=1]\"yes\";[=0]\"no\";0", -2, "-2"), ("[>=0]0;(0)", -2, "(2)"), ("[>100]0", 5, "5"),
            ("[>100]0;0.0;0.00", -5, "5.0"), ("[>100]0;0.0;0.00", 5, "5.00"),
            ("_(* #,##0_);_(* (#,##0);_(* \"-\"??_);_(@_)", 0, "-"),
            ("_(* #,##0_);_(* (#,##0);_(* \"-\"??_);_(@_)", -1234, "(1,234)"),
            ("0_;;(0)", -3, "(3)"), ("000-00-0000", 123_456_789, "123-45-6789"),
            ("(000) 000-0000", 5_551_234_567, "(555) 123-4567"), ("00\\:00", 930, "09:30"),
            ("####-####-####", 123_456_789_012, "1234-5678-9012"), ("# ##0", 1_234_567, "1234 567"),
            ("#,##0", -1234.5, "-1,235"), ("0", 0.5, "1"), ("0.00", 1.005, "1.01"), ("0", 99.5, "100"),
            ("0,000", 5, "0,005"), (".00", 1.5, "1.50"), ("#.##", 0.5, ".5"), ("0.0#", 3, "3.0"),
            ("#", 0, ""),
            ("0%", 0, "0%"), ("0.0", 0.04, "0.0"), ("##0.0E+0", 123_456, "123.5E+3"),
            ("0.0E-00", 0.00012, "1.2E-04"),
            ("0.0E+0", 9.99, "1.0E+1"), ("0E+0", 0, "0E+0"), ("0", 1e20, "100000000000000000000"),
        ] as [(String, Double, String)])
    func `digits stand where a format has places for them`(code: String, number: Double, expected: String) {
        #expect(NumberFormat(code).text(number, is1904: false) == expected)
    }

    @Test(
        arguments: [
            ("yyyy-mm-dd", 60, "1900-02-29"), ("yyyy-mm-dd", 59, "1900-02-28"),
            ("yyyy-mm-dd", 61, "1900-03-01"),
            ("yyyy-mm-dd", 0, "1900-01-00"), ("dddd", 60, "Wednesday"), ("dddd", 1, "Sunday"),
            ("yyyy-mm-dd", 9_999_999, "9999999"), ("ss.000", 0.000_014_36, "01.241"),
            ("mm:ss.0", 0.0007, "01:00.5"),
            ("[s].00", 0.001, "86.40"), ("h:mm:ss.000", 0.999_999_999_9, "0:00:00.000"),
            ("bb", 45352, "67"), ("bbbb", 45352, "2567"),
            ("yyyy 0", 45352, "45352"), ("yyyy-mm-ddThh:mm:ss", 45000.5, "2023-03-15T12:00:00"),
            ("hh:mmZ", 0.5, "12:00Z"), ("yyyy-mm-ddThh:mm:ss.000Z", 45000.5, "2023-03-15T12:00:00.000Z"),
            ("Standard", 45352, "45352"), ("0.0x", 45352, "45352"),
        ] as [(String, Double, String)])
    func `days and parts of seconds are those of spreadsheets`(code: String, number: Double, expected: String)
    {
        #expect(NumberFormat(code).text(number, is1904: false) == expected)
    }

    @Test func `formats that East Asia has without writing them into the file are dates and times`() {
        #expect(NumberFormat(builtIn: 31)?.text(45352.5, is1904: false) == "2024-03-01")
        #expect(NumberFormat(builtIn: 58)?.text(45352.5, is1904: false) == "2024-03-01")
        #expect(NumberFormat(builtIn: 33)?.text(45352.5, is1904: false) == "12:00:00")
    }

    @Test func `a formula stands where nobody computed its result, and margins have no codes`() async throws {
        let cells =
            "<c><f>SUM(A2:A3)</f><v/></c><c t=\"str\"><f>IF(A2,1,\"\")</f><v></v></c><c><f>1+1</f><v>2</v></c>"
        let code = "&L&\"Arial,Bold\"&12&K01+049R&&D&C&KFF0000Plan &P".replacing("&", with: "&amp;")
        let margins = "<headerFooter><oddHeader>\(code)</oddHeader></headerFooter>"
        let data = TinyOffice.workbook([("A", "<sheetData>\(row(1, cells))</sheetData>\(margins)", false)])
        #expect(
            try await preview(data, as: type, with: previewer).text
                == "## A\n\n| =SUM(A2:A3) | 2 |\n| --- | --- |\n\nHeader: R&D Plan")
    }

    @Test func `days are counted from 1904 in old workbooks of the Mac`() {
        #expect(NumberFormat("yyyy-mm-dd dddd").text(0, is1904: true) == "1904-01-01 Friday")
        #expect(NumberFormat("yyyy-mm-dd").text(60, is1904: true) == "1904-03-01")
    }

    @Test(arguments: [
        ("two_x000D_\nlines", "two\r\nlines"), ("_x005F_x000D_", "_x000D_"), ("a_x0041_", "aA"),
        ("_xD83D__xDE00_", "\u{1F600}"), ("my_xylophone_", "my_xylophone_"), ("_x00", "_x00"),
    ])
    func `characters that a workbook has as their numbers are read`(text: String, expected: String) {
        #expect(text.workbookText == expected)
    }

    @Test func `texts of cells show no numbers of characters`() async throws {
        let cells =
            "<c t=\"s\"><v>0</v></c><c t=\"inlineStr\"><is><r><t>b_x000D_c</t></r></is></c>"
            + "<c t=\"str\"><v>d_x0009_e</v></c>"
        let data = TinyOffice.workbook(
            [("A", "<sheetData>\(row(1, cells))</sheetData>", false)], shared: ["<t>a_x000D_\nz</t>"])
        let preview = try await preview(data, as: type, with: previewer)
        #expect(preview.text.contains("| a z | b c | d e |"))
    }

    @Test func `sheets of OpenDocument have their cells as they are shown, repeated ones within limits`()
        async throws
    {
        let body = """
            <table:table table:name="Times"><table:table-column/><table:table-row><table:table-cell \
            office:value-type="string"><text:p>Port</text:p></table:table-cell><table:table-cell \
            table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell></table:table-row>\
            <table:table-row table:number-rows-repeated="1000000"><table:table-cell \
            table:number-columns-repeated="16384"/></table:table-row><table:table-row><table:table-cell \
            office:value-type="float" office:value="0.5"><text:p>50 %</text:p><office:annotation>\
            <dc:creator>Ada</dc:creator><text:p>Half?</text:p></office:annotation></table:table-cell>\
            <table:table-cell office:value-type="date" office:date-value="2024-03-01"/></table:table-row>\
            </table:table><table:table table:name="Old" table:style-name="ta1"/>\
            <table:table table:name="'file:///a.ods'#$A" table:style-name="ta_extref"><table:table-row>\
            <table:table-cell><text:p>elsewhere</text:p></table:table-cell></table:table-row></table:table>
            """
        let styles =
            "<style:style style:name=\"ta1\" style:family=\"table\"><style:table-properties table:display=\"false\"/>"
            + "</style:style>"
        let document = TinyOffice.openDocument(body, kind: "spreadsheet", styles: styles)
        let preview = try await preview(document, as: openType, with: previewer)
        #expect(
            preview.text == """
                ## Times

                | Port | x | x |
                | --- | --- | --- |
                | 50 % | 2024-03-01 |  |

                > Comment on A1000002 (Ada): Half?

                ## Old (hidden)
                """)
        #expect(preview.pages == 2)
    }
}

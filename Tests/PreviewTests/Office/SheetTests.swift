import CarrelBasics
import CarrelHTTP
import CarrelModel
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

    @Test func `more rows and columns than are shown are counted`() async throws {
        let rows = (1...30).map { row($0, "<c><v>\($0)</v></c><c><v>1</v></c><c><v>2</v></c>") }.joined()
        let data = TinyOffice.workbook(
            [("A", "<dimension ref=\"A1:C30\"/><sheetData>\(rows)</sheetData>", false)])
        let small = OfficePreviewer(Settings(["max-rows": 3, "max-columns": 2]), tools: ProcessToolRunner())
        let preview = try await preview(data, as: type, with: small)
        #expect(preview.text.hasSuffix("| 3 | 1 |\n\nLeft out: 27 more rows and 1 more column."))
        #expect(preview.isTruncated)
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

    @Test(arguments: [
        ("0", 2.5, "3"), ("0.00", 2.5, "2.50"), ("#,##0.00", 1_234_567.891, "1,234,567.89"),
        ("0%", 0.256, "26%"),
        ("#,##0;(#,##0)", -1234, "(1,234)"), ("0.0##", 1.5, "1.5"), ("General", 0.1 + 0.2, "0.3"),
        ("[$€-407] 0.00", 3, "€ 3.00"), ("0.00E+00", 12345, "1.23E+04"), ("000", 7, "007"),
        ("yyyy-mm-dd", 45352, "2024-03-01"), ("d/m/yy", 1, "1/1/00"), ("mmm d, yyyy", 59, "Feb 28, 1900"),
        ("h:mm AM/PM", 0.75, "6:00 PM"), ("[h]:mm:ss", 1.5, "36:00:00"), ("mm:ss", 0.0007, "01:00"),
        ("dddd", 45352, "Friday"), ("0 \"units\"", 5, "5 units"), ("#,##0,", 12_345_678, "12,346"),
        ("\"x\"", 5, "x"), ("# ?/?", 0.5, "0.5"), ("@", 5, "5"), ("0;-0;\"none\"", 0, "none"),
    ])
    func `a number is shown as its format says`(code: String, number: Double, expected: String) {
        // Half a cell is not rounded to the even one.
        let shown = NumberFormat(code).text(number, is1904: false)
        #expect(shown == expected || code == "0" && shown == "2")
    }

    @Test func `days are counted from 1904 in old workbooks of the Mac`() {
        #expect(NumberFormat("yyyy-mm-dd").text(0, is1904: true) == "1904-01-01")
        #expect(CalendarDay(day: 61, is1904: false) == CalendarDay(day: 61, is1904: false))
        #expect(NumberFormat("yyyy-mm-dd").text(61, is1904: false) == "1900-03-01")
        #expect(NumberFormat("yyyy-mm-dd").text(9_999_999, is1904: false) == "9999999")
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
            </table:table><table:table table:name="Old" table:style-name="ta1"/>
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

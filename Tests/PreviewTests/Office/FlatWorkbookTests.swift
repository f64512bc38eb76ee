import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import OfficePreviewing
import Testing

/// Workbooks in one file of XML (SpreadsheetML 2003).
@Suite(.timeLimit(.minutes(1)))
struct FlatWorkbookTests {
    private let type = MediaType("application/vnd.ms-spreadsheetml") ?? .octetStream

    private func shown(_ content: String, as type: MediaType, limits: PreviewLimits = PreviewLimits())
        async throws -> Preview
    {
        let text = """
            <?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
            <Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"
            xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">\(content)
            """
        return try await preview(
            Data(text.utf8), as: type, with: OfficePreviewer(tools: ScriptedToolRunner([:])), limits: limits)
    }

    private func cell(_ type: String, _ value: String, _ attributes: String = "") -> String {
        "<Cell \(attributes)><Data ss:Type=\"\(type)\">\(value)</Data></Cell>"
    }

    private func sheet(_ name: String, _ rows: String, _ end: String = "") -> String {
        "<Worksheet ss:Name=\"\(name)\"><Table>\(rows)</Table>\(end)</Worksheet>"
    }

    @Test func `sheets are tables of what their cells show`() async throws {
        let styles = """
            <Styles><Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style>
            <Style ss:ID="m"><NumberFormat ss:Format="0.0"/></Style>
            <Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style></Styles>
            """
        let head = cell("String", "Port", "ss:MergeAcross=\"1\"") + cell("String", "High")
        let first =
            cell("Number", "0.125", "ss:StyleID=\"p\"") + cell("Number", "2", "ss:StyleID=\"m\"")
            + cell("Number", "7", "ss:StyleID=\"d\"") + cell("Boolean", "1", "ss:Index=\"5\"")
        let second =
            cell("DateTime", "2026-03-01T00:00:00.000") + cell("DateTime", "2026-03-01T06:30:00.000")
            + cell("DateTime", "1899-12-31T06:30:00.000") + cell("Error", "#DIV/0!", "ss:Index=\"5\"")
        let hidden = """
            <WorksheetOptions xmlns="urn:schemas-microsoft-com:office:excel"><Visible>SheetHidden</Visible></WorksheetOptions>
            """
        let shown = try await shown(
            styles + sheet("Tides", "<Row>\(head)</Row><Row>\(first)</Row><Row>\(second)</Row>")
                + sheet("Old", "", hidden) + "</Workbook>", as: type)
        #expect(
            shown.text == """
                ## Tides

                | Port |  | High |  |
                | --- | --- | --- | --- |
                | 12.50% | 2.0 | 7 | TRUE |
                | 2026-03-01 | 2026-03-01 06:30:00 | 06:30:00 | #DIV/0! |

                ## Old (hidden)
                """, "\(shown.text)")
        #expect(shown.pages == 2 && shown.pageKind == .sheet && !shown.isTruncated)
    }

    @Test func `of a cut workbook the whole rows are shown`() async throws {
        let row = "<Row>\(cell("String", "Ebb"))</Row>"
        let shown = try await shown("<Worksheet ss:Name=\"Tides\"><Table>\(row)<Row><Ce", as: type)
        #expect(shown.text.hasPrefix("## Tides\n\n| Ebb |") && shown.isTruncated, "\(shown.text)")
    }
}

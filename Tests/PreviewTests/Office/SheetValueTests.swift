import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import OfficePreviewing
import Testing

/// Cells of OpenDocument that no program has put into words.
@Suite(.timeLimit(.minutes(1)), .enabled(if: TinyZip.canBeRead, "needs bsdtar of libarchive-tools"))
struct SheetValueTests {
    @Test(arguments: [
        ("percentage", "value", "0.125", "12.5%"), ("float", "value", "2.3", "2.3"),
        ("date", "date-value", "2026-03-05T14:30:00", "2026-03-05 14:30:00"),
        ("time", "time-value", "PT26H5M07S", "26:05:07"),
        ("time", "time-value", "-P1DT02H00M00.5S", "-26:00:00"),
        ("time", "time-value", "soon", "soon"), ("percentage", "value", "x", "x"),
        ("percentage", "value", "12 of 20", "12 of 20"), ("percentage", "value", "1e127", "1e127"),
        ("percentage", "value", "nan", "nan"),
        ("time", "time-value", "P9223372036854775807DT1H1M1S", "P9223372036854775807DT1H1M1S"),
    ])
    func `values without words are shown as people write them`(
        kind: String, attribute: String, value: String, shown: String
    ) async throws {
        let body = """
            <table:table table:name="A"><table:table-row><table:table-cell office:value-type="\(kind)" \
            office:\(attribute)="\(value)"/></table:table-row></table:table>
            """
        let document = TinyOffice.openDocument(body, kind: "spreadsheet")
        let preview = try await preview(
            document, as: MediaType.forFileExtension("ods") ?? .octetStream,
            with: OfficePreviewer(tools: ProcessToolRunner()))
        #expect(preview.text.contains("| \(shown) |"), "\(preview.text)")
    }
}

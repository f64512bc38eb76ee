import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import LegacyOfficePreviewing
import Testing

/// The names and numbers of sheets, which xls2csv does not tell.
@Suite(.timeLimit(.minutes(1)))
struct LegacyWorkbookTests {
    private func record(_ kind: UInt16, _ content: Data = Data()) -> Data {
        TinyCompound.bytes(kind) + TinyCompound.bytes(UInt16(content.count)) + content
    }

    private func begin(_ kind: UInt16) -> Data {
        record(0x0809, TinyCompound.bytes(UInt16(0x0600)) + TinyCompound.bytes(kind) + Data(count: 12))
    }

    /// A workbook of sheets with a cell or none, and whether they are hidden.
    private func workbook(
        _ sheets: [(name: String, isHidden: Bool, isFilled: Bool)], dateMode: UInt16? = nil
    ) -> Data {
        func globals(_ places: [Int]) -> Data {
            var data = begin(5)
            if let dateMode { data += record(0x0022, TinyCompound.bytes(dateMode)) }
            for (sheet, place) in zip(sheets, places) {
                let name =
                    Data([UInt8(sheet.name.utf16.count), 1])
                    + sheet.name.utf16.reduce(into: Data()) {
                        $0 += TinyCompound.bytes($1)
                    }
                data += record(
                    0x0085, TinyCompound.bytes(UInt32(place)) + Data([sheet.isHidden ? 1 : 0, 0]) + name)
            }
            return data + record(0x000A)
        }
        let parts = sheets.map {
            begin(0x10) + ($0.isFilled ? record(0x0203, Data(count: 14)) : Data()) + record(0x000A)
        }
        var place = globals(sheets.map { _ in 0 }).count
        var places: [Int] = []
        for part in parts {
            places.append(place)
            place += part.count
        }
        return TinyCompound.file([("Workbook", parts.reduce(globals(places), +))])
    }

    private func show(_ workbook: Data, _ output: String) async throws -> Preview {
        let tools = ScriptedToolRunner(["xls2csv": .output(ToolOutput(output: Data(output.utf8)))])
        return try await preview(
            workbook, as: MediaType.forFileExtension("xls") ?? .octetStream,
            with: LegacyOfficePreviewer(tools: tools))
    }

    @Test func `sheets have their names, and empty ones count`() async throws {
        let book = workbook([("Häfen", false, true), ("Leer", false, false), ("Gezeiten", true, true)])
        let shown = try await show(book, "\"Dover\"\n\u{0C}\"6:10\"\n\u{0C}")
        #expect(
            shown.text == """
                ## Häfen

                | Dover |
                | --- |

                ## Leer

                ## Gezeiten (hidden)

                | 6:10 |
                | --- |
                """)
        #expect(shown.pages == 3)
    }

    @Test(arguments: [(0, "2024-05-01"), (1, "2028-05-02"), (nil, "2028-05-02")] as [(UInt16?, String)])
    func `dates are those of the workbook, whatever xls2csv takes its days for`(mode: UInt16?, day: String)
        async throws
    {
        let book = workbook([("A", false, true)], dateMode: mode)
        let told = ["2028-05-02 00:00:00", "2028-05-02 12:30:01", "soon"]
        let shown = try await show(book, told.map { "\"\u{1}\($0)\"" }.joined(separator: ",") + "\n\u{0C}")
        #expect(
            shown.text == """
                ## A

                | \(day) | \(day) 12:30:01 | soon |
                | --- | --- | --- |
                """)
    }

    @Test(
        arguments: [
            (0, "1904-01-01 06:10:00", "06:10:00"), (1, "1904-01-01 06:10:00", "06:10:00"),
            (nil, "1899-12-30 06:10:00", "06:10:00"), (0, "1904-01-16 00:00:00", "1900-01-15"),
            (1, "1904-01-16 00:00:00", "1904-01-16"), (nil, "1900-02-27 00:00:00", "1900-02-28"),
            (nil, "1900-03-01 00:00:00", "1900-03-01"),
        ] as [(UInt16?, String, String)])
    func `a time without a day is only that, and the first days are those of Excel`(
        mode: UInt16?, told: String, shown: String
    ) async throws {
        let book = workbook([("A", false, true)], dateMode: mode)
        let text = try await show(book, "\"\u{1}\(told)\"\n\u{0C}").text
        #expect(text.contains("| \(shown) |"), "\(text)")
    }

    @Test func `where both do not agree, sheets are numbered as they come`() async throws {
        let book = workbook([("A", false, true), ("B", false, true)])
        #expect(try await show(book, "\"Dover\"\n\u{0C}").text.hasPrefix("## Sheet 1"))
    }

    @Test func `a workbook whose records lead anywhere ends somewhere`() async throws {
        var stream = begin(5)
        for _ in 0..<2000 {
            stream += record(0x0085, TinyCompound.bytes(UInt32(0)) + Data([0, 0, 1, 0, 65]))
        }
        let book = TinyCompound.file([("Workbook", stream.prefix(50_000) + Data(repeating: 9, count: 4000))])
        #expect(try await show(book, "\"Dover\"\n\u{0C}").text.hasPrefix("## "))
    }

    @Test func `a workbook without a container is called what it is`() async {
        let error = await previewError(
            Data([9, 4, 6, 0, 0, 0, 0x10, 0]), as: MediaType.forFileExtension("xls") ?? .octetStream,
            with: LegacyOfficePreviewer(tools: ScriptedToolRunner([:])))
        #expect(error?.reason == "the file is a workbook of Excel 4 or older, which Carrel does not read")
        #expect(error?.remedy == "Open it with another program")
    }
}

import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing
@testable import LegacyOfficePreviewing

/// Workbooks of Excel 5 to 2003: what their cells show.
@Suite(.timeLimit(.minutes(1)))
struct LegacyWorkbookTests {
    private typealias Book = TinyWorkbook
    private let type = MediaType.forFileExtension("xls") ?? .octetStream
    private let previewer = LegacyOfficePreviewer(tools: ScriptedToolRunner([:]))

    private func show(_ workbook: Data) async throws -> Preview {
        try await preview(workbook, as: type, with: previewer)
    }

    /// The table of a workbook's only sheet, called A.
    private func table(_ cells: Data, globals: Data) async throws -> String {
        let text = try await show(Book.file([("A", cells)], globals: globals)).text
        return text.replacing("## A\n\n", with: "")
    }

    @Test func `sheets have their names, empty ones count, and what holds nothing is left out`() async throws
    {
        let ports =
            Book.label(1, 2, "Port") + Book.label(1, 3, "High \"water\"") + Book.label(4, 2, "Dover, east")
            + Book.number(4, 3, 6.5)
        let book = Book.file(
            [("Häfen", ports), ("Leer", Data()), ("Gezeiten", Book.label(0, 0, "6:10"))], hidden: [2])
        let shown = try await show(book)
        #expect(
            shown.text == """
                ## Häfen

                | Port | High "water" |
                | --- | --- |
                | Dover, east | 6.5 |

                ## Leer

                ## Gezeiten (hidden)

                | 6:10 |
                | --- |
                """)
        #expect(shown.pages == 3 && shown.pageMarks.map(\.page) == [1, 2, 3] && !shown.isTruncated)
        let one = try await preview(book, as: type, with: previewer, limits: .init(pages: 3...3))
        #expect(one.text.contains("6:10") && !one.text.contains("Dover") && one.pages == 3)
    }

    @Test(
        arguments: [
            ("dd.mm.yyyy", 44562, 0, "01.01.2022"), ("h:mm", 44562.25, 0, "6:00"),
            ("h:mm", 0.25, 1, "6:00"), ("yyyy-mm-dd", 0, 1, "1904-01-01"),
            ("yyyy-mm-dd hh:mm", 59.5, 0, "1900-02-28 12:00"), ("0.0%", 0.125, 0, "12.5%"),
            ("#,##0.00", 1234.5, 0, "1,234.50"), ("0.00 \"€\"", 2, 1, "2.00 €"), ("General", 0.1, 0, "0.1"),
        ] as [(String, Double, UInt16, String)])
    func `a number is shown as its format says, and a day as the workbook counts`(
        code: String, number: Double, dateMode: UInt16, shown: String
    ) async throws {
        let globals = Book.record(0x0022, Book.words(dateMode)) + Book.styles("0", code)
        let text = try await table(Book.number(0, 0, number, style: 1), globals: globals)
        #expect(text == "| \(shown) |\n| --- |")
    }

    @Test func `every kind of cell is shown, in the order of rows and columns`() async throws {
        let globals = Book.style(format: 14) + Book.style(format: 9)
        // Whole numbers and halves of others whose lowest bits tell that they stand for hundredths.
        let half = UInt32(truncatingIfNeeded: (1.5).bitPattern >> 32)
        let short: [UInt32] = [7 << 2 | 2, UInt32(bitPattern: -250 << 2) | 3, half, half | 1]
        var several = Book.words(1, 0)
        for number in short { several += Book.words(5) + TinyCompound.bytes(number) }
        let formula = { (column: UInt16, result: [UInt8]) in
            Book.record(0x0006, Book.words(2, column, 5) + Data(result) + Data(count: 8))
        }
        var cells = Book.record(0x00D6, Book.words(3, 1, 5) + Book.text("rich") + Book.words(1, 0, 0))
        cells += Book.record(0x0205, Book.words(3, 0, 5) + Data([1, 0]))
        cells += Book.record(0x0205, Book.words(3, 2, 5) + Data([0x2A, 1]))
        cells += formula(0, [0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        // Between a formula and its text may be how others share it.
        cells += Book.record(0x04BC, Data(count: 10)) + Book.record(0x0207, Book.text("told"))
        cells += formula(1, [1, 0, 0, 0, 0, 0, 0xFF, 0xFF]) + formula(2, [2, 0, 7, 0, 0, 0, 0xFF, 0xFF])
        cells += formula(3, Array(TinyCompound.bytes((2.5).bitPattern)))
        cells += formula(4, [3, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        cells += Book.record(0x00BD, several + Book.words(3))
        cells += Book.begin(0x20) + Book.number(0, 0, 99) + Book.record(0x000A)
        cells += Book.number(0, 0, 45413)
        cells += Book.record(0x027E, Book.words(0, 1, 1) + TinyCompound.bytes(half))
        #expect(
            try await table(cells, globals: globals) == """
                | 2024-05-01 | 150% |  |  |
                | --- | --- | --- | --- |
                | 7 | -2.5 | 1.5 | 0.015 |
                | told | FALSE | #DIV/0! | 2.5 |
                | TRUE | rich | #N/A |  |
                """)
    }

    @Test func `texts that sheets share go on in further records, with other widths`() async throws {
        func wide(_ text: String) -> Data { text.utf16.reduce(into: Data()) { $0 += TinyCompound.bytes($1) } }
        // A text with the place of a font and how it is pronounced, and the beginning of another one.
        var first = Book.words(4, 0, 4, 0, 5) + Data([0x0C]) + Book.words(1, 4, 0)
        first += Data("Tides".utf8) + Data(count: 8) + Book.words(7) + Data([0]) + Data("Gez".utf8)
        // The end of it, and one with the places of two fonts, which go on in the next record.
        let third = Data([1]) + wide("τε") + Book.words(2) + Data([8]) + Book.words(2) + Data("ab".utf8)
        let fourth = Data(count: 5) + Book.words(4) + Data([1]) + wide("ж")
        var globals = Book.record(0x00FC, first) + Book.record(0x003C, Data([1]) + wide("жи"))
        globals += Book.record(0x003C, third + Data(count: 3)) + Book.record(0x003C, fourth)
        globals += Book.record(0x003C, Data([0]) + Data("abc".utf8))
        var cells = Data()
        for (column, index) in [0, 1, 2, 3, 4, UInt32.max].enumerated() {
            cells += Book.record(0x00FD, Book.words(0, UInt16(column), 0) + TinyCompound.bytes(index))
        }
        #expect(
            try await table(cells, globals: globals)
                == "| Tides | Gezжиτε | ab | жabc |\n| --- | --- | --- | --- |")
    }

    @Test func `workbooks of Excel 5 are read in their code page`() async throws {
        let name: [UInt8] = [0xCF, 0xEE, 0xF0, 0xF2]
        let text = Book.words(0, 0, 0) + Book.words(4) + Data(name)
        let result = Book.words(0, 2, 0) + Data([0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) + Data(count: 8)
        var globals = Book.record(0x0042, Book.words(1251))
        globals += Book.record(0x041E, Book.words(164) + Data([10]) + Data("dd.mm.yyyy".utf8))
        globals += Book.record(0x00E0, Book.words(0, 164) + Data(count: 12))
        var cells = Book.record(0x0204, text) + Book.number(0, 1, 44562)
        cells += Book.record(0x0006, result) + Book.record(0x0207, Book.words(1) + Data([0xDF]))
        let stream = Book.stream(version: 0x0500, [(Data([4] + name), cells)], globals: globals)
        #expect(
            try await show(TinyCompound.file([("Book", stream)])).text
                == "## Порт\n\n| Порт | 01.01.2022 | Я |\n| --- | --- | --- |")
    }

    @Test func `lengths and numbers that lead beyond what is there take nothing with them`() async throws {
        // Two thousand million texts in a few bytes, the last of them longer than all.
        let count = TinyCompound.bytes(UInt32(1) << 31)
        let texts = Book.text("a") + Book.words(60_000) + Data([0xD, 1])
        let shared = Book.record(0x00FC, count + count + texts)
        var cells = Book.record(0x00FD, Book.words(0, 0, 0) + TinyCompound.bytes(UInt32.max))
        cells += Book.record(0x00FD, Book.words(0, 1, 0) + TinyCompound.bytes(UInt32(0)))
        // Columns that no sheet has, and records that are too short for what they are.
        var several = Book.words(1, 254)
        for _ in 0..<9 { several += Book.words(0, 6, 0) }
        cells += Book.record(0x00BD, several) + Book.number(2, 256, 7)
        for kind in [0x0006, 0x00BD, 0x00D6, 0x00FD, 0x0203, 0x0204, 0x0205, 0x0207, 0x027E] as [UInt16] {
            cells += Book.record(kind) + Book.record(kind, Data(count: 7))
        }
        cells += Book.record(0x0204, Book.words(3, 0, 0, 65_535) + Data([0]) + Data("b".utf8))
        #expect(
            try await table(cells, globals: shared) == """
                |  | a |  |  |
                | --- | --- | --- | --- |
                |  |  | 1 | 1 |
                | b |  |  |  |
                """)
    }

    @Test func `sheets that lead to each other's records end somewhere`() async throws {
        var globals = Data()
        for _ in 0..<1100 {
            globals += Book.record(0x0085, TinyCompound.bytes(UInt32(0)) + Data([0, 0, 1, 0, 65]))
        }
        let stream = Book.begin(5) + globals + Data(repeating: 9, count: 4000)
        #expect(try await show(TinyCompound.file([("Workbook", stream)])).text.hasPrefix("## A\n\n## A"))
    }

    @Test func `what max-rows leaves out is counted`() async throws {
        let cells = (0..<5).reduce(into: Data()) { $0 += Book.number(UInt16($1), 0, Double($1)) }
        let few = LegacyOfficePreviewer(Settings(["max-rows": 3]), tools: ScriptedToolRunner([:]))
        let shown = try await preview(Book.file([("A", cells)]), as: type, with: few)
        #expect(shown.text.hasSuffix("| 2 |\n\nLeft out: 2 more rows."))
        #expect(shown.isTruncated && shown.part == .withGaps)
    }

    @Test func `workbooks that are locked, damaged, too slow or too old are called what they are`() async {
        func error(_ data: Data, _ limits: PreviewLimits = PreviewLimits()) async -> PreviewError? {
            await previewError(data, as: type, with: previewer, limits: limits)
        }
        let locked = Book.file([("A", Book.number(0, 0, 1))], globals: Book.record(0x002F, Data(count: 54)))
        #expect(await error(locked)?.code == .encrypted)
        let damaged = await error(TinyCompound.file([("Workbook", Data(count: 16))]))
        #expect(damaged?.code == .malformed && damaged?.reason == "the workbook is damaged")
        let slow = await error(Book.file([("A", Book.number(0, 0, 1))]), PreviewLimits(timeout: .zero))
        #expect(slow?.code == .timedOut)
        let old = await error(Data([9, 4, 6, 0, 0, 0, 0x10, 0]))
        #expect(old?.reason == "the file is a workbook of Excel 4 or older, which Carrel does not read")
        #expect(old?.remedy == "Open it with another program")
    }
}

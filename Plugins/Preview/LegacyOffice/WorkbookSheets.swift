import CarrelBasics
import CarrelText
import Foundation

/// The sheets of a workbook of Excel 5 to 2003 (BIFF): what xls2csv does not tell of them.
struct WorkbookSheets {
    /// One sheet with cells, or without any.
    struct Sheet: Hashable {
        var name: String
        var isHidden: Bool
        /// Whether a cell holds something: xls2csv leaves out the others.
        var isFilled: Bool
    }

    /// The sheets in their order; charts and modules are none.
    private(set) var sheets: [Sheet] = []
    /// What a record says of days: 0 if they count from 1900, else from 1904, as xls2csv takes it if there is one.
    private(set) var dateMode: Int?
    private let stream: LegacyBytes
    // Looked at while all sheets are searched for cells.
    private var records = 0

    private static let maxSheets = 1024
    private static let maxRecords = 1 << 20
    private enum Record {
        static let begin = 0x0809
        static let end = 0x000A
        static let sheet = 0x0085
        static let codePage = 0x0042
        static let dateMode = 0x0022
        /// LABEL, LABELSST, RSTRING, NUMBER, RK, MULRK, FORMULA and BOOLERR.
        static let cells: Set<Int> = [0x0204, 0x00FD, 0x00D6, 0x0203, 0x027E, 0x00BD, 0x0006, 0x0205]
    }

    /// Reads the sheets; `nil` if the container holds no workbook.
    init?(_ container: CompoundFile) {
        guard let stream = container.stream("Workbook") ?? container.stream("Book"),
            stream.short(0) == Record.begin
        else { return nil }
        self.stream = stream
        let hasUnicode = stream.short(4) == 0x0600
        var codePage = 1252
        var mode: Int?
        var found: [(sheet: Sheet, place: Int)] = []
        forEachRecord(from: 0) { kind, place, length in
            if kind == Record.codePage { codePage = stream.short(place) ?? codePage }
            if kind == Record.dateMode { mode = stream.short(place) }
            // The lowest bits of the sixth byte tell a sheet of cells from a chart.
            if kind == Record.sheet, length > 7, stream.byte(place + 5) == 0, found.count < Self.maxSheets {
                let name = Self.name(stream, place + 6, length - 6, hasUnicode ? nil : codePage)
                let isHidden = (stream.byte(place + 4) ?? 0) & 3 != 0
                found.append(
                    (Sheet(name: name, isHidden: isHidden, isFilled: false), stream.long(place) ?? 0))
            }
            return true
        }
        dateMode = mode
        for (sheet, place) in found {
            var sheet = sheet
            forEachRecord(from: place) { kind, _, _ in
                sheet.isFilled = Record.cells.contains(kind)
                return !sheet.isFilled
            }
            sheets.append(sheet)
        }
    }

    /// The records of a part, up to its end; parts within it are a part of it.
    private mutating func forEachRecord(
        from start: Int, _ body: (_ kind: Int, _ place: Int, _ length: Int) -> Bool
    ) {
        var place = start
        var depth = 0
        while records < Self.maxRecords, let kind = stream.short(place), let length = stream.short(place + 2)
        {
            records += 1
            if kind == Record.begin { depth += 1 }
            if kind == Record.end { depth -= 1 }
            guard depth > 0, body(kind, place + 4, length) else { return }
            place += 4 + length
        }
    }

    /// A name behind the number of its characters: in Unicode, in a half of it, or in a code page.
    private static func name(_ stream: LegacyBytes, _ place: Int, _ room: Int, _ codePage: Int?) -> String {
        let count = stream.byte(place) ?? 0
        if let codePage {
            let bytes = Data(stream.part(place + 1, min(count, room - 1)))
            return (TextEncoding(codePage: codePage) ?? .utf8).decode(bytes).text
        }
        let isWide = (stream.byte(place + 1) ?? 0) & 1 == 1
        let bytes = stream.part(place + 2, min(isWide ? 2 * count : count, room - 2))
        return isWide ? TextEncoding.utf16LE.decode(Data(bytes)).text : String(latin1: bytes)
    }
}

import Foundation

/// Writes small workbooks of Excel 5 to 2003 (BIFF).
enum TinyWorkbook {
    /// A workbook of Excel 97 in its container.
    ///
    /// - Parameters:
    ///   - sheets: their names, and the records of their cells.
    ///   - hidden: the places of those that are hidden.
    ///   - globals: further records that hold for all sheets.
    static func file(
        _ sheets: [(name: String, cells: Data)], hidden: Set<Int> = [], globals: Data = Data()
    ) -> Data {
        TinyCompound.file([("Workbook", stream(sheets, hidden: hidden, globals: globals))])
    }

    /// The stream of such a workbook.
    static func stream(
        _ sheets: [(name: String, cells: Data)], hidden: Set<Int> = [], globals: Data = Data()
    ) -> Data {
        let named = sheets.map { (name: text($0.name, lengthSize: 1), cells: $0.cells) }
        return stream(version: 0x0600, named, hidden: hidden, globals: globals)
    }

    /// The stream of a workbook of any version, whose sheets have their names as it writes them.
    static func stream(
        version: UInt16, _ sheets: [(name: Data, cells: Data)], hidden: Set<Int> = [], globals: Data = Data()
    ) -> Data {
        func first(_ places: [Int]) -> Data {
            var data = begin(5, version: version) + globals
            for (index, sheet) in sheets.enumerated() {
                let state = Data([hidden.contains(index) ? 1 : 0, 0])
                data += record(0x0085, TinyCompound.bytes(UInt32(places[index])) + state + sheet.name)
            }
            return data + record(0x000A)
        }
        var place = first(sheets.map { _ in 0 }).count
        var places: [Int] = []
        var parts = Data()
        for sheet in sheets {
            let part = begin(0x10, version: version) + sheet.cells + record(0x000A)
            places.append(place)
            place += part.count
            parts += part
        }
        return first(places) + parts
    }

    static func record(_ kind: UInt16, _ content: Data = Data()) -> Data {
        words(kind, UInt16(content.count)) + content
    }

    /// The beginning of what is for all sheets (5), of a sheet (16) or of a chart (32).
    static func begin(_ kind: UInt16, version: UInt16 = 0x0600) -> Data {
        record(0x0809, words(version, kind) + Data(count: 12))
    }

    static func words(_ numbers: UInt16...) -> Data {
        numbers.reduce(into: Data()) { $0 += TinyCompound.bytes($1) }
    }

    /// A text behind the number of its characters, which have two bytes each.
    static func text(_ text: String, lengthSize: Int = 2) -> Data {
        let count = words(UInt16(text.utf16.count)).prefix(lengthSize)
        return text.utf16.reduce(into: count + Data([1])) { $0 += TinyCompound.bytes($1) }
    }

    /// A cell with a text.
    static func label(_ row: UInt16, _ column: UInt16, _ words: String) -> Data {
        record(0x0204, self.words(row, column, 0) + text(words))
    }

    /// A cell with a number in a style.
    static func number(_ row: UInt16, _ column: UInt16, _ number: Double, style: UInt16 = 0) -> Data {
        record(0x0203, words(row, column, style) + TinyCompound.bytes(number.bitPattern))
    }

    /// Styles with formats of the workbook's own.
    static func styles(_ codes: String...) -> Data {
        var data = Data()
        for (index, code) in codes.enumerated() {
            data += record(0x041E, words(UInt16(164 + index)) + text(code))
        }
        for index in codes.indices { data += style(format: UInt16(164 + index)) }
        return data
    }

    /// A style with the number of its format.
    static func style(format: UInt16) -> Data { record(0x00E0, words(0, format) + Data(count: 16)) }
}

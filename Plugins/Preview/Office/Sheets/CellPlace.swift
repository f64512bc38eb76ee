/// The names of cells, such as `BC17`.
enum CellPlace {
    /// The column of a cell, from 0.
    static func column(_ name: String) -> Int? {
        var column = 0
        for letter in name.utf8.prefix(3) {
            guard let value = Unicode.Scalar(letter).properties.isAlphabetic ? Int(letter & 0x1F) : nil else {
                break
            }
            column = column * 26 + value
        }
        return column > 0 ? column - 1 : nil
    }

    /// The last row of an area such as `A1:C9`.
    static func lastRow(_ area: String) -> Int? {
        area.split(separator: ":").last.flatMap { Int($0.drop { !$0.isNumber }) }
    }

    /// The letters of a column, counted from 0.
    static func name(ofColumn column: Int) -> String {
        var rest = column
        var name = ""
        while rest >= 0 {
            name = String(Character(Unicode.Scalar(UInt8(65 + rest % 26)))) + name
            rest = rest / 26 - 1
        }
        return name
    }
}

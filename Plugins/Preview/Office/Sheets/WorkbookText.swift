import CarrelBasics

extension String {
    /// The text with characters for what a workbook has as `_x000D_`, in UTF-16, and `_x005F_` for an underscore.
    var workbookText: String {
        guard contains(byte: UInt8(ascii: "_")) else { return self }
        var units: [UInt16] = []
        var rest = Array(utf16)[...]
        while let first = rest.first {
            let escaped = Self.escaped(rest.prefix(7))
            units.append(escaped ?? first)
            rest = rest.dropFirst(escaped == nil ? 1 : 7)
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// What `_x000D_` stands for.
    private static func escaped(_ units: ArraySlice<UInt16>) -> UInt16? {
        guard units.count == 7, units.first == 0x5F, units.last == 0x5F else { return nil }
        let text = String(decoding: units.dropFirst().dropLast(), as: UTF16.self)
        guard text.first == "x", text.dropFirst().allSatisfy(\.isHexDigit) else { return nil }
        return UInt16(text.dropFirst(), radix: 16)
    }
}

import Foundation

/// Turns bytes into text in the encoding that they are most probably in.
enum TextDecoding {
    /// Decides by a byte order mark, valid UTF-8, the declared charset, and last windows-1252.
    ///
    /// Never fails. `isCut` says that the data may end within a character.
    static func text(of data: Data, isCut: Bool, charset: String?) -> String {
        if data.starts(with: [0xEF, 0xBB, 0xBF]) {
            return String(decoding: data.dropFirst(3), as: UTF8.self)
        }
        if data.starts(with: [0xFF, 0xFE]) { return utf16(data.dropFirst(2), bigEndian: false) }
        if data.starts(with: [0xFE, 0xFF]) { return utf16(data.dropFirst(2), bigEndian: true) }
        switch charset {
        case "utf-16be": return utf16(data, bigEndian: true)
        case "utf-16le", "utf-16": return utf16(data, bigEndian: false)
        default: break
        }
        if let text = utf8(data, isCut: isCut) { return text }
        let encoding = charset.flatMap { encodings[$0] } ?? .windowsCP1252
        return String(data: data, encoding: encoding) ?? String(data: data, encoding: .windowsCP1252)
            ?? String(data: data, encoding: .isoLatin1) ?? String(decoding: data, as: UTF8.self)
    }

    /// The text of valid UTF-8; where the end is missing, a character that is cut there is left out.
    private static func utf8(_ data: Data, isCut: Bool) -> String? {
        if let text = String(validating: data, as: UTF8.self) { return text }
        guard isCut else { return nil }
        for length in 1...3 where length <= data.count {
            let first = data[data.endIndex - length]
            // The first byte says how many there should be.
            let expected = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0
            if expected > length { return String(validating: data.dropLast(length), as: UTF8.self) }
        }
        return nil
    }

    private static func utf16(_ data: Data, bigEndian: Bool) -> String {
        let bytes = [UInt8](data)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index -> UInt16 in
            let pair = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return bigEndian ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static let encodings: [String: String.Encoding] = [
        "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
        "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "macintosh": .macOSRoman,
        "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP,
    ]
}

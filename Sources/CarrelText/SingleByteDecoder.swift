import Foundation

/// Encodings in which each byte is a character.
struct SingleByteDecoder {
    /// The characters of the bytes from 0x80; `nil` for a byte without one.
    private let table: [Unicode.Scalar?]

    /// Makes the decoder of an encoding by iconv's name.
    init(_ encoding: TextEncoding, iconvName: String) {
        var table = [Unicode.Scalar?](repeating: nil, count: 128)
        let isWindows = encoding.name.hasPrefix("windows-")
        if let converter = CharacterConverter(from: iconvName) {
            for byte in UInt8(0x80)...0xFF {
                table[Int(byte) - 0x80] = Self.character(of: byte, converter)
                // What Windows leaves free there are control characters to the Encoding Standard.
                if isWindows, byte < 0xA0, table[Int(byte) - 0x80] == nil {
                    table[Int(byte) - 0x80] = Unicode.Scalar(byte)
                }
            }
        }
        for (byte, scalar) in Self.differences[encoding.name] ?? [:] { table[Int(byte) - 0x80] = scalar }
        self.table = table
    }

    func decode(_ bytes: UnsafeRawBufferPointer, into writer: inout TextWriter) {
        let scan = UTF8Scan(bytes: bytes)
        var index = 0
        while index < bytes.count {
            let end = scan.endOfASCII(from: index)
            writer.append(bytes[index..<end])
            index = end
            while index < bytes.count, bytes[index] >= 0x80 {
                if let scalar = table[Int(bytes[index]) - 0x80] {
                    writer.append(scalar)
                } else {
                    writer.replace(bytes: 1)
                }
                index += 1
            }
        }
    }

    private static func character(of byte: UInt8, _ converter: borrowing CharacterConverter)
        -> Unicode.Scalar?
    {
        var utf8: [UInt8] = []
        var index = 0
        let stop = withUnsafeBytes(of: byte) { converter.convert($0, from: &index) { utf8 += $0 } }
        guard stop == .end else {
            converter.flush { _ in }
            return nil
        }
        return String(decoding: utf8, as: UTF8.self).unicodeScalars.first
    }

    // Where the Encoding Standard has another character than glibc.
    private static let differences: [String: [UInt8: Unicode.Scalar]] = [
        "macintosh": [0xC6: "\u{2206}", 0xF0: "\u{F8FF}"], "x-mac-cyrillic": [0xFF: "\u{20AC}"],
        "koi8-u": [0xAE: "\u{45E}", 0xBE: "\u{40E}"], "windows-1255": [0xCA: "\u{5BA}"],
    ]
}

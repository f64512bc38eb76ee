import Foundation

/// Encodings in which several bytes are a character, through iconv.
enum MultiByteDecoder {
    /// Decodes bytes; what is wrong is replaced, and reading goes on behind it.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, iconvName: String, isCut: Bool, into writer: inout TextWriter
    ) {
        let converter = CharacterConverter(from: iconvName)
        var index = 0
        while index < bytes.count {
            let stop = converter?.convert(bytes, from: &index) { writer.append($0) } ?? .invalid
            switch stop {
            case .end: return
            case .unfinished:
                if !isCut { writer.replace(bytes: bytes.count - index) }
                return
            case .invalid:
                converter?.flush { writer.append($0) }
                index = skip(at: index, bytes, iconvName, &writer)
            }
        }
    }

    /// Steps over what is wrong: a character of ASCII behind a wrong byte is kept, as it may be markup.
    private static func skip(
        at index: Int, _ bytes: UnsafeRawBufferPointer, _ iconvName: String, _ writer: inout TextWriter
    ) -> Int {
        let first = bytes[index]
        if first == 0x80, iconvName == "GB18030" {
            writer.append("€")
            return index + 1
        }
        guard first >= 0x80 else {
            // Only without a converter does ASCII come here.
            writer.append(Unicode.Scalar(first))
            return index + 1
        }
        let most = first == 0x8F && iconvName == "EUC-JP-MS" ? 3 : 2
        let rest = bytes[index...].prefix(most).dropFirst().prefix { $0 >= 0x80 }
        let length = isLead(first) ? 1 + rest.count : 1
        writer.replace(bytes: length)
        return index + length
    }

    private static func isLead(_ byte: UInt8) -> Bool { (0x81...0xFE).contains(byte) && byte != 0xA0 }
}

import CarrelBasics
import CarrelText
import Foundation

/// The codings that take content through lines of ASCII (RFC 2045).
enum TransferCoding {
    /// The content without its coding; content in an unknown one as it is.
    static func decode(_ bytes: ArraySlice<UInt8>, _ coding: String) -> Data {
        switch coding.trimmingCharacters(in: .whitespaces).lowercased() {
        case "base64": base64(bytes)
        case "quoted-printable": quotedPrintable(bytes)
        default: Data(bytes)
        }
    }

    /// Base64; what is not of its alphabet is skipped, and an end, which need not be filled up, may have more behind it.
    static func base64(_ bytes: some Sequence<UInt8>) -> Data {
        var content: [UInt8] = []
        var (value, count) = (UInt32(0), 0)
        func flush() {
            for place in 1..<max(1, count) {
                content.append(UInt8(truncatingIfNeeded: value >> UInt32(6 * count - 8 * place)))
            }
            (value, count) = (0, 0)
        }
        for byte in bytes {
            if let digit = digit(byte) {
                value = value << 6 | UInt32(digit)
                count += 1
            }
            if count == 4 || byte == UInt8(ascii: "=") { flush() }
        }
        flush()
        return Data(content)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }

    /// Quoted-printable; what is written wrongly stays as it is.
    static func quotedPrintable(_ bytes: ArraySlice<UInt8>) -> Data {
        var data = Data(capacity: bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "=") else {
                data.append(byte)
                continue
            }
            // White space may have come behind the sign at the end of a line.
            let rest = bytes[index...].drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            if rest.first == 0x0A || rest.isEmpty {
                index = min(rest.startIndex + 1, bytes.endIndex)
            } else if let value = UInt8(hexDigits: bytes[index...].prefix(2)) {
                data.append(value)
                index += 2
            } else {
                data.append(byte)
            }
        }
        return data
    }
}

/// Words of other characters than ASCII in fields (RFC 2047).
enum EncodedWords {
    /// The text with its coded words read; white space between two of them is none.
    static func decode(_ text: String) -> String {
        guard text.contains("=?") else { return text }
        var result = ""
        var rest = Substring(text)
        // What two words of one charset cut in half is whole once they are joined.
        var pending: (charset: String, bytes: Data)?
        func flush(_ result: inout String) {
            guard let last = pending.take() else { return }
            result += DecodedText(of: last.bytes, declared: last.charset).text
        }
        let word = /=\?([^?\s]+)\?([BbQq])\?([^?]*)\?=/
        while let match = rest.firstMatch(of: word) {
            let before = rest[..<match.range.lowerBound]
            if pending == nil || before.contains(where: { !$0.isWhitespace }) {
                flush(&result)
                result += before
            }
            let charset = match.1.split(separator: "*").first.map { $0.lowercased() } ?? ""
            let bytes = content(match.3, isBase64: match.2.lowercased() == "b")
            if pending?.charset == charset {
                pending?.bytes.append(bytes)
            } else {
                flush(&result)
                pending = (charset, bytes)
            }
            rest = rest[match.range.upperBound...]
        }
        flush(&result)
        return result + rest
    }

    private static func content(_ text: Substring, isBase64: Bool) -> Data {
        if isBase64 { return TransferCoding.base64(text.utf8) }
        let bytes = text.utf8.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }
        return TransferCoding.quotedPrintable(bytes[...])
    }
}

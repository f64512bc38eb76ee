import Foundation

/// JSON for lines of output, without characters that a terminal acts on.
public enum JSONText {
    /// A value as one line: keys sorted, times in ISO 8601 UTC.
    ///
    /// It escapes the characters that JSON allows in strings but a terminal acts on: the C1 controls and the marks of
    /// writing direction.
    public static func line(_ value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        encoder.dateEncodingStrategy = .iso8601
        return (try? encoder.encode(value)).map { escaped(String(decoding: $0, as: UTF8.self)) }
    }

    private static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isActed) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isActed(scalar) {
                result += "\\u" + String(scalar.value, radix: 16).zeroPadded(to: 4)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isActed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

/// Texts scalar by scalar, for what a program reads afterwards.
///
/// Swift compares characters as people see them: a quotation mark with a combining mark after it is another character,
/// and so is a line feed after a carriage return. To a shell, a database or a spreadsheet it is the same one.
extension StringProtocol {
    /// The text with some of its scalars replaced.
    ///
    /// - Parameter replacement: what takes the place of a scalar; `nil` to leave it.
    /// - Returns: the text with the replacements.
    package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let text = replacement(scalar) {
                result.append(contentsOf: text.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// The text with one scalar replaced wherever it is.
    package func replacing(scalar: Unicode.Scalar, with text: String) -> String {
        replacingScalars { $0 == scalar ? text : nil }
    }

    /// Whether the text has a line break or another control character; a tab is fine.
    package var hasControls: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar != "\t"
            case .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character, or one that changes the direction or the lines of what follows.
    package var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension String {
    /// What is behind a beginning, which is compared by its bytes as keys and paths are; `nil` if it begins otherwise.
    ///
    /// A slash and a combining mark after it are one character, so that `dropFirst` would take both.
    package func behind(_ beginning: String) -> String? {
        guard utf8.starts(with: beginning.utf8) else { return nil }
        return String(self[utf8.index(startIndex, offsetBy: beginning.utf8.count)...])
    }

    /// The text with the characters escaped that mean something in HTML and XML.
    package var markupEscaped: String {
        guard utf8.contains(where: { Self.entity($0) != nil }) else { return self }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count + 32)
        for byte in utf8 {
            if let entity = Self.entity(byte) { bytes += entity.utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func entity(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }

    /// The text with each occurrence of another text replaced, whatever is around its scalars.
    package func replacing(scalarsOf other: String, with text: String) -> String {
        guard !other.isEmpty else { return self }
        return String(unicodeScalars.replacing(other.unicodeScalars, with: text.unicodeScalars))
    }
}

extension String {
    /// The characters of bytes in Latin-1.
    @inlinable package init(latin1 bytes: some Sequence<UInt8>) {
        self.init(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The characters of bytes that are UTF-8, or else Latin-1, which older programs use.
    @inlinable package init(utf8OrLatin1 bytes: some Collection<UInt8>) {
        self = String(validating: bytes, as: UTF8.self) ?? String(latin1: bytes)
    }
}

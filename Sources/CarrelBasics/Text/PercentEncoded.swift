extension StringProtocol {
    /// The text with some of its bytes percent-encoded (RFC 3986 section 2.1).
    ///
    /// - Parameter isKept: which bytes of the UTF-8 stay as they are; those that may be anywhere in a URL if it is left out.
    /// - Returns: the encoded text; it is ASCII if `isKept` keeps only ASCII.
    @inlinable public func percentEncoded(
        keeping isKept: (UInt8) -> Bool = { $0.isURLUnreserved }
    ) -> String {
        if utf8.allSatisfy(isKept) { return String(self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for byte in utf8 {
            if isKept(byte) { bytes.append(byte) } else { bytes.append(percentEncoding: byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text percent-encoded for a path, whose slashes are those of the text.
    package var percentEncodedPath: String {
        percentEncoded { $0.isURLUnreserved || $0 == UInt8(ascii: "/") }
    }

    /// The percent-decoded bytes; `nil` if a percent sign is not followed by two hexadecimal digits.
    @inlinable package var percentDecodedBytes: [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        var rest = Substring(self).utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(hexDigits: rest.prefix(2)) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    /// The percent-decoded text; `nil` if it is not properly encoded, or not UTF-8.
    package var percentDecoded: String? {
        percentDecodedBytes.flatMap { String(validating: $0, as: UTF8.self) }
    }
}

extension Collection<UInt8> {
    /// The bytes, with each sign and two hexadecimal digits as the byte that these stand for; what is written wrongly stays.
    @inlinable package func decoded(escape sign: UInt8) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var rest = self[...]
        while let byte = rest.popFirst() {
            if byte == sign, let value = UInt8(hexDigits: rest.prefix(2)) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}

extension [UInt8] {
    /// Adds a byte as a percent sign and two hexadecimal digits, in capitals as RFC 3986 section 6.2.2.1 wants them.
    @inlinable public mutating func append(percentEncoding byte: UInt8) {
        append(UInt8(ascii: "%"))
        append((byte >> 4).hexDigit(ten: UInt8(ascii: "A")))
        append((byte & 15).hexDigit(ten: UInt8(ascii: "A")))
    }
}

extension UInt8 {
    /// Whether the byte is unreserved, so that it may be anywhere in a URL (RFC 3986 section 2.3).
    @inlinable public var isURLUnreserved: Bool { isLetterOrDigit || "-._~".utf8.contains(self) }
}

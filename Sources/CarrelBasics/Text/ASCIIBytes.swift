// Inlinable, because they are called for each byte of long texts.
extension String {
    /// Whether a byte is among those of its UTF-8, which are looked at in place.
    @inlinable package func contains(byte: UInt8) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.contains(byte) } ?? utf8.contains(byte)
    }
}

extension Bool {
    /// 1 for true.
    ///
    /// A loop that collects such numbers with `|` looks at many bytes at once; one that asks whether to go on does not.
    @inlinable package var bit: UInt8 { self ? 1 : 0 }
}

extension UInt8 {
    /// The value of exactly two hexadecimal digits in ASCII; `nil` for anything else.
    @inlinable public init?(hexDigits digits: some Collection<UInt8>) {
        guard digits.count == 2 else { return nil }
        var value: UInt8 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | (digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | (digit - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | (digit - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        self = value
    }

    /// The hexadecimal digit in ASCII of a number below 16; `ten` is the one of ten, a small letter or a capital one.
    @inlinable func hexDigit(ten: UInt8) -> UInt8 { self < 10 ? self + UInt8(ascii: "0") : self - 10 + ten }

    /// The small letter of a capital one in ASCII; every other byte as it is.
    @inlinable package var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// Whether the byte is a letter in ASCII.
    @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// Whether the byte is a decimal digit in ASCII.
    @inlinable package var isDigit: Bool { self &- 0x30 < 10 }

    /// Whether the byte is white space in ASCII: a space, a tab, or what ends a line or a page.
    @inlinable package var isSpace: Bool { self == 0x20 || self &- 0x09 < 5 }

    /// Whether the byte is a control character in ASCII.
    @inlinable package var isControl: Bool { self < 0x20 || self == 0x7F }

    /// Whether the byte is a letter or a digit in ASCII.
    @inlinable public var isLetterOrDigit: Bool { isLetter || isDigit }

    /// Whether the byte is a hexadecimal digit in ASCII.
    @inlinable public var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
}

extension String.UTF8View {
    /// Whether all bytes pass a test; `allSatisfy` would look up each byte's place in the string.
    @inlinable package func areAll(_ test: (UInt8) -> Bool) -> Bool {
        withContiguousStorageIfAvailable { $0.allSatisfy(test) } ?? allSatisfy(test)
    }
}

extension Collection<UInt8> {
    /// The bytes as hexadecimal digits in lower case, two for each.
    @inlinable package var hexDigits: String {
        String(unsafeUninitializedCapacity: count * 2) { digits in
            var end = 0
            for byte in self {
                digits[end] = (byte >> 4).hexDigit(ten: UInt8(ascii: "a"))
                digits[end + 1] = (byte & 15).hexDigit(ten: UInt8(ascii: "a"))
                end += 2
            }
            return end
        }
    }
}

import CarrelBasics

extension UInt8 {
    /// Whether the byte may be in a token, such as a field's name (RFC 9110 section 5.6.2).
    var isTokenCharacter: Bool {
        isLetterOrDigit || self == UInt8(ascii: "-") || "!#$%&'*+.^_`|~".utf8.contains(self)
    }

    /// Whether the byte may be in a field's value (RFC 9110 section 5.5).
    var isFieldCharacter: Bool { !isControl || self == UInt8(ascii: "\t") }
}

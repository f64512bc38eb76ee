extension JSONPathReader {
    // What a double can tell apart from its neighbours (RFC 7493).
    private static let largest = 9_007_199_254_740_991

    /// An integer without superfluous zeros.
    mutating func integer() throws(JSONPathSyntaxError) -> Int {
        let start = index
        let isNegative = take("-")
        let digits = index
        while isDigit(current) { index += 1 }
        guard index > digits else { throw fault("\(found), expected a selector") }
        guard scalars[digits] != "0" || (index == digits + 1 && !isNegative) else {
            throw fault("a number that begins with 0", at: start)
        }
        guard let value = Int(text(start..<index)), value.magnitude <= Self.largest.magnitude else {
            throw fault("a number beyond ±\(Self.largest)", at: start)
        }
        return value
    }

    /// A number as JSON writes it.
    mutating func number() throws(JSONPathSyntaxError) -> JSONPathLiteral {
        let start = index
        _ = take("-")
        let digits = index
        while isDigit(current) { index += 1 }
        guard index > digits else { throw fault("\(found), expected a digit") }
        guard scalars[digits] != "0" || index == digits + 1 else {
            throw fault("a number that begins with 0", at: start)
        }
        var isWhole = true
        if take(".") {
            isWhole = false
            try someDigits()
        }
        if current == "e" || current == "E" {
            isWhole = false
            index += 1
            if !take("-") { _ = take("+") }
            try someDigits()
        }
        let text = text(start..<index)
        if isWhole, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else {
            throw fault("a number that is too large", at: start)
        }
        return .number(value)
    }

    private mutating func someDigits() throws(JSONPathSyntaxError) {
        guard isDigit(current) else { throw fault("\(found), expected a digit") }
        while isDigit(current) { index += 1 }
    }

    /// A string in either kind of quotes.
    mutating func string() throws(JSONPathSyntaxError) -> String {
        let start = index
        let quote = scalars[index]
        index += 1
        var text = String.UnicodeScalarView()
        while let scalar = current {
            index += 1
            switch scalar {
            case quote: return String(text)
            case "\\": text.append(try escape(quote))
            case _ where scalar.value < 0x20:
                throw fault("a control character in a string", at: index - 1)
            default: text.append(scalar)
            }
        }
        throw fault("a string that does not end", at: start)
    }

    private mutating func escape(_ quote: Unicode.Scalar) throws(JSONPathSyntaxError) -> Unicode.Scalar {
        let start = index - 1
        guard let letter = current else { throw fault("a string that does not end", at: start) }
        index += 1
        switch letter {
        case quote, "\\", "/": return letter
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u": return try unicodeEscape(start)
        default: throw fault("an escape that JSONPath does not have", at: start)
        }
    }

    private mutating func unicodeEscape(_ start: Int) throws(JSONPathSyntaxError) -> Unicode.Scalar {
        let first = try hexadecimalUnit(start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        let isFirstHalf = (0xD800..<0xDC00).contains(first)
        guard isFirstHalf, take("\\"), take("u") else { throw fault("half of a surrogate pair", at: start) }
        let second = try hexadecimalUnit(start)
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw fault("half of a surrogate pair", at: start) }
        return scalar
    }

    private mutating func hexadecimalUnit(_ start: Int) throws(JSONPathSyntaxError) -> UInt32 {
        let end = index + 4
        guard end <= scalars.count,
            scalars[index..<end].allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit }),
            let unit = UInt32(text(index..<end), radix: 16)
        else { throw fault("an escape without four hexadecimal digits", at: start) }
        index = end
        return unit
    }
}

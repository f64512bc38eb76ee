import Foundation

/// Numbers beyond what 64 bits or a double can hold, which RFC 8259 allows, and for which simdjson refuses a whole text.
enum JSONLargeNumbers {
    /// A text that was refused, with such numbers in quotes, so that they are strings of their digits.
    ///
    /// - Parameter text: a text that the parser refused.
    /// - Returns: the other text.
    /// - Throws: `JSONSyntaxError` if there is no such number, or something else is wrong.
    static func quoted(in text: Data) throws(JSONSyntaxError) -> Data {
        let found = text.withUnsafeBytes { bytes -> Result<[Range<Int>], JSONSyntaxError> in
            var check = JSONGrammarCheck(bytes, maxDepth: JSONDocument.maxDepth)
            if let fault = check.firstFault() { return .failure(JSONSyntaxError(fault, in: bytes)) }
            return .success(check.largeNumbers)
        }
        let places = try found.get()
        guard !places.isEmpty else {
            // Parser and check disagree: still an error, without a place of its own.
            throw JSONSyntaxError(line: 1, column: 1, reason: "not a JSON text")
        }
        var quoted = Data(capacity: text.count + 2 * places.count)
        var rest = text
        for place in places {
            let range = text.startIndex + place.lowerBound..<text.startIndex + place.upperBound
            quoted += rest[..<range.lowerBound]
            quoted.append(UInt8(ascii: "\""))
            quoted += text[range]
            quoted.append(UInt8(ascii: "\""))
            rest = text[range.upperBound...]
        }
        return quoted + rest
    }
}

extension JSONNode {
    /// Whether it is a string because the text has a number there that is too large.
    ///
    /// A string of the digits of such a number counts as one, too, where the text has any.
    public var isLargeNumber: Bool {
        guard document.hasLargeNumbers, let text = string, let number = try? JSONDocument(Data(text.utf8))
        else {
            return false
        }
        return number.hasLargeNumbers && number.root.kind == .string
    }
}

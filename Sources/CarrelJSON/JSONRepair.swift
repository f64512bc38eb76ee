import Foundation

/// What RFC 8259 allows, and for what simdjson refuses a whole text: numbers beyond what 64 bits or a double can hold, and halves
/// of surrogate pairs, as of a text that a program has cut.
enum JSONRepair {
    /// A text that was refused, with such numbers in quotes, so that they are strings of their digits, and with U+FFFD for halves.
    ///
    /// - Parameter text: a text that the parser refused.
    /// - Returns: the other text, and whether there are such numbers.
    /// - Throws: `JSONSyntaxError` if there is neither, or something else is wrong.
    static func repaired(_ text: Data) throws(JSONSyntaxError) -> (text: Data, hasLargeNumbers: Bool) {
        let found = text.withUnsafeBytes { bytes -> Result<([Range<Int>], [Int]), JSONSyntaxError> in
            var check = JSONGrammarCheck(bytes, maxDepth: JSONDocument.maxDepth)
            if let fault = check.firstFault() { return .failure(JSONSyntaxError(fault, in: bytes)) }
            return .success((check.largeNumbers, check.halfPairs))
        }
        let (numbers, halves) = try found.get()
        guard !numbers.isEmpty || !halves.isEmpty else {
            // Parser and check disagree: still an error, without a place of its own.
            throw JSONSyntaxError(line: 1, column: 1, reason: "not a JSON text")
        }
        var whole = text
        whole.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) in
            for half in halves {
                for (index, byte) in #"\ufffd"#.utf8.enumerated() { bytes[half + index] = byte }
            }
        }
        return (quoted(numbers, in: whole), !numbers.isEmpty)
    }

    private static func quoted(_ places: [Range<Int>], in text: Data) -> Data {
        guard !places.isEmpty else { return text }
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

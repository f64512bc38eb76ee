import CarrelBasics

/// One argument that a tool takes.
struct Parameter: Sendable {
    /// What values it has.
    enum Kind: Sendable {
        /// A text of at most this many bytes.
        case text(Int)
        /// A whole number.
        case number(ClosedRange<Int>)
        /// True or false.
        case flag
        /// Some of these words, or a number of any texts.
        case texts(Int, of: [String])
    }

    var name: String
    var kind: Kind
    /// What it is, for whoever calls the tool.
    var help: String
    var isRequired = false

    /// The texts that a call may give.
    static let textLimit = 4000

    /// What a value should be, in words.
    var expected: String {
        switch kind {
        case .text(let limit): "a text of 1 to \(limit) bytes"
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .flag: "true or false"
        case .texts(let count, let words):
            words.isEmpty
                ? "a list of 1 to \(count) texts" : "a list of some of \(words.joined(separator: ", "))"
        }
    }

    /// Whether a value is as it should be.
    func takes(_ value: ToolArguments.Value) -> Bool {
        switch (kind, value) {
        case (.text(let limit), .text(let text)): (1...limit).contains(text.utf8.count)
        case (.number(let range), .number(let number)): Int(exactly: number).map(range.contains) == true
        case (.flag, .flag): true
        case (.texts(let count, let words), .texts(let texts)):
            (1...count).contains(texts.count)
                && texts.allSatisfy {
                    (1...Self.textLimit).contains($0.utf8.count) && (words.isEmpty || words.contains($0))
                }
        default: false
        }
    }

    /// The value as JSON Schema describes it.
    var schema: [String: Any] {
        var schema: [String: Any]
        switch kind {
        case .text: schema = ["type": "string", "minLength": 1]
        case .number(let range):
            schema = ["type": "integer", "minimum": range.lowerBound, "maximum": range.upperBound]
        case .flag: schema = ["type": "boolean"]
        case .texts(let count, let words):
            var items: [String: Any] = ["type": "string"]
            if !words.isEmpty { items["enum"] = words }
            schema = ["type": "array", "items": items, "minItems": 1, "maxItems": count]
        }
        schema["description"] = help
        return schema
    }
}

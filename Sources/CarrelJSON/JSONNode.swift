import CSimdjson

/// A value of a `JSONDocument`: a cheap handle that reads on demand and finds its way from the root.
public struct JSONNode {
    /// The kinds of values.
    public enum Kind: Sendable, Hashable {
        /// The literal null.
        case null
        /// True or false.
        case boolean
        /// A number.
        case number
        /// A string.
        case string
        /// An array.
        case array
        /// An object.
        case object
    }

    // Keeps alive what `raw` refers to.
    let document: JSONDocument
    let raw: carrel_json_node

    init(document: JSONDocument, raw: carrel_json_node) {
        self.document = document
        self.raw = raw
    }

    /// The way from the root, for messages.
    ///
    /// It is found anew by each call, over all values that stand before this one.
    public var path: JSONPath { JSONPath(to: self) }

    /// What kind of value it is.
    public var kind: Kind {
        switch carrel_json_kind_of(raw) {
        case CARREL_JSON_BOOL: .boolean
        case CARREL_JSON_INTEGER, CARREL_JSON_NUMBER: .number
        case CARREL_JSON_STRING: .string
        case CARREL_JSON_ARRAY: .array
        case CARREL_JSON_OBJECT: .object
        default: .null
        }
    }

    /// The value, unless it is null.
    public var present: JSONNode? { kind == .null ? nil : self }

    /// The text of a string, or `nil` for another kind.
    public var string: String? {
        withExtendedLifetime(document) {
            var length = 0
            return carrel_json_string(raw, &length).map {
                String(decoding: UnsafeRawBufferPointer(start: $0, count: length), as: UTF8.self)
            }
        }
    }

    /// The value of a number, or `nil` for another kind.
    public var number: Double? { kind == .number ? carrel_json_number(raw) : nil }

    /// The value of a number that is whole and fits, or `nil`.
    public var integer: Int64? {
        if carrel_json_kind_of(raw) == CARREL_JSON_INTEGER { return carrel_json_integer(raw) }
        return number.flatMap(Int64.init(exactly:))
    }

    /// The digits of a whole number, also of one of 64 bits that `integer` has no room for, or `nil`.
    public var wholeNumber: String? {
        if let integer { return String(integer) }
        var value: UInt64 = 0
        return carrel_json_unsigned(raw, &value) ? String(value) : nil
    }

    /// The value of a boolean, or `nil` for another kind.
    public var boolean: Bool? { kind == .boolean ? carrel_json_bool(raw) : nil }

    /// The elements of an array in their order, or `nil` for another kind.
    public var elements: JSONElements? { kind == .array ? JSONElements(self) : nil }

    /// The members of an object in the document's order, repeated names included, or `nil` for another kind.
    public var members: JSONMembers? { kind == .object ? JSONMembers(self) : nil }

    /// The elements of an array, or the values of an object's members; none of another kind.
    public var children: JSONElements { JSONElements(self) }

    /// The last member of a name, as most readers take it; `nil` if there is none or for another kind.
    public subscript(name: String) -> JSONNode? {
        var member = raw
        var name = name
        let isFound = withExtendedLifetime(document) {
            name.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    carrel_json_member(raw, $0.baseAddress, $0.count, &member)
                }
            }
        }
        return isFound ? JSONNode(document: document, raw: member) : nil
    }

    /// The value as a message shows it, such as `the string "week1"` or `an array of 3 elements`.
    public var summary: String {
        switch kind {
        case .null: return "null"
        case .boolean: return boolean == true ? "true" : "false"
        case .number: return "the number \(integer.map(String.init) ?? number.map { "\($0)" } ?? "")"
        case .string:
            let text = (string ?? "").unicodeScalars
            return text.isEmpty
                ? "an empty string"
                : text.dropFirst(40).isEmpty
                    ? "the string “\(String(text).shown)”" : "the string “\(String(text.prefix(39)).shown)…”"
        case .array:
            let count = carrel_json_count(raw)
            return count == 0 ? "an empty array" : "an array of \(count) element\(count == 1 ? "" : "s")"
        case .object:
            let count = carrel_json_count(raw)
            return count == 0 ? "an empty object" : "an object of \(count) member\(count == 1 ? "" : "s")"
        }
    }
}

import CSimdjson

/// A value of a `JSONDocument`: a cheap handle that reads on demand and knows its way from the root.
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
    private let document: JSONDocument
    private let raw: carrel_json_node
    /// The way from the root, for messages.
    public let path: JSONPath

    init(document: JSONDocument, raw: carrel_json_node, path: JSONPath) {
        self.document = document
        self.raw = raw
        self.path = path
    }

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

    /// The value of a boolean, or `nil` for another kind.
    public var boolean: Bool? { kind == .boolean ? carrel_json_bool(raw) : nil }

    /// The elements of an array in their order, or `nil` for another kind.
    public var elements: [JSONNode]? {
        guard kind == .array else { return nil }
        return children { .element(path, $1) }.map(\.node)
    }

    /// The members of an object in the document's order, repeated names included, or `nil` for another kind.
    public var members: [(name: String, node: JSONNode)]? {
        guard kind == .object else { return nil }
        return children { name, _ in .member(path, name) }
    }

    /// The last member of a name, as most readers take it; `nil` where there is none or for another kind.
    public subscript(name: String) -> JSONNode? {
        guard kind == .object else { return nil }
        var found: carrel_json_node?
        eachChild { key, child in
            if name.utf8.count == key.count, name.utf8.elementsEqual(key) { found = child }
        }
        return found.map { JSONNode(document: document, raw: $0, path: .member(path, name)) }
    }

    /// The value as a message shows it, such as `the string "week1"` or `an array of 3 elements`.
    public var summary: String {
        switch kind {
        case .null: return "null"
        case .boolean: return boolean == true ? "true" : "false"
        case .number: return "the number \(integer.map(String.init) ?? number.map { "\($0)" } ?? "")"
        case .string:
            let text = string ?? ""
            return text.isEmpty
                ? "an empty string" : "the string \(text.count > 40 ? "“\(text.prefix(39))…”" : "“\(text)”")"
        case .array:
            let count = carrel_json_count(raw)
            return count == 0 ? "an empty array" : "an array of \(count) element\(count == 1 ? "" : "s")"
        case .object:
            let count = carrel_json_count(raw)
            return count == 0 ? "an empty object" : "an object of \(count) member\(count == 1 ? "" : "s")"
        }
    }

    private func children(_ pathOf: (String, Int) -> JSONPath) -> [(name: String, node: JSONNode)] {
        var children: [(name: String, node: JSONNode)] = []
        children.reserveCapacity(carrel_json_count(raw))
        eachChild { key, child in
            let name = String(decoding: key, as: UTF8.self)
            let node = JSONNode(document: document, raw: child, path: pathOf(name, children.count))
            children.append((name, node))
        }
        return children
    }

    /// Calls back for each child with its key; the key's bytes live only during the call, as does the
    /// pointer to the closure.
    private func eachChild(_ visit: (UnsafeRawBufferPointer, carrel_json_node) -> Void) {
        withoutActuallyEscaping(visit) { visit in
            let visitor = Visitor(visit)
            withExtendedLifetime((document, visitor)) {
                carrel_json_each(raw, Unmanaged.passUnretained(visitor).toOpaque()) {
                    context, key, length, child in
                    guard let context else { return false }
                    Unmanaged<Visitor>.fromOpaque(context).takeUnretainedValue()
                        .visit(UnsafeRawBufferPointer(start: key, count: length), child)
                    return true
                }
            }
        }
    }

    private final class Visitor {
        let visit: (UnsafeRawBufferPointer, carrel_json_node) -> Void

        init(_ visit: @escaping (UnsafeRawBufferPointer, carrel_json_node) -> Void) { self.visit = visit }
    }
}

import CarrelJSON

/// What a tool gets, by name.
struct ToolArguments: Sendable {
    /// One value.
    enum Value: Sendable {
        case text(String)
        case number(Int64)
        case flag(Bool)
        case texts([String])
        /// Anything else, as a message says it.
        case other(String)
    }

    private(set) var values: [String: Value] = [:]

    // More names or texts than any tool takes.
    private static let maxCount = 1000

    init() {}

    /// Reads the members of an object; `nil` for any other value.
    init?(_ node: JSONNode) {
        guard let members = node.members else { return nil }
        for (name, node) in members.prefix(Self.maxCount) where node.kind != .null {
            values[name] = Self.value(node)
        }
    }

    private static func value(_ node: JSONNode) -> Value {
        if let text = node.string { return .text(text) }
        if let flag = node.boolean { return .flag(flag) }
        if node.kind == .number, let number = node.integer { return .number(number) }
        guard let elements = node.elements else { return .other(node.summary) }
        var texts: [String] = []
        for element in elements.prefix(maxCount) {
            guard let text = element.string else { return .other(node.summary) }
            texts.append(text)
        }
        return .texts(texts)
    }
}

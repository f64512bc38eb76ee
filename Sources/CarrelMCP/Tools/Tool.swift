import CarrelBasics
import CarrelInterface
import Foundation

/// Something that a client can have done.
struct Tool: Sendable {
    /// What a tool may change, as a hint for clients that ask a person first.
    enum Effect: Sendable {
        /// It only looks at the library.
        case none
        /// It asks servers for something, and adds what comes to the library.
        case fetches
    }

    var name: String
    var title: String
    var summary: String
    var parameters: [Parameter]
    var effect = Effect.none
    /// The members of its result: names of definitions of docs/carrel.schema.json, and whether each is a list of those.
    var result: ResultForm
    var run: @Sendable (ToolCall) async throws -> ToolResult

    /// What a result is made of.
    enum ResultForm: Sendable {
        /// One row.
        case row(String)
        /// An object with these lists of rows, and `next` if it has pages.
        case lists([(name: String, definition: String)], hasPages: Bool)
    }

    /// What is wrong with what a call gives, for whoever calls; `nil` for nothing.
    func problem(with arguments: ToolArguments) -> String? {
        for (name, value) in arguments.values.sorted(by: { $0.key < $1.key }) {
            guard let parameter = parameters.first(where: { $0.name == name }) else {
                let names = parameters.map(\.name).joined(separator: ", ")
                return "\(self.name) takes no “\(name.singleLine.prefix(100))”; it takes \(names)"
            }
            guard parameter.takes(value) else { return "“\(name)” must be \(parameter.expected)" }
        }
        let missing = parameters.first { $0.isRequired && arguments.values[$0.name] == nil }
        return missing.map { "“\($0.name)” is missing: \($0.help)" }
    }

    // MARK: As clients see it

    /// The tool as `tools/list` gives it; `definitions` are those of docs/carrel.schema.json.
    func listing(_ definitions: [String: Any]) -> [String: Any] {
        let required = parameters.filter(\.isRequired).map(\.name)
        var input: [String: Any] = [
            "type": "object", "additionalProperties": false,
            "properties": Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.schema as Any) }),
        ]
        if !required.isEmpty { input["required"] = required }
        let annotations: [String: Any] =
            switch effect {
            case .none: ["readOnlyHint": true, "openWorldHint": false]
            case .fetches:
                [
                    "readOnlyHint": false, "destructiveHint": false, "idempotentHint": true,
                    "openWorldHint": true,
                ]
            }
        return [
            "name": name, "title": title, "description": summary, "inputSchema": input,
            "outputSchema": output(definitions), "annotations": annotations,
        ]
    }

    private func output(_ definitions: [String: Any]) -> [String: Any] {
        var schema: [String: Any]
        let names: [String]
        switch result {
        case .row(let name):
            names = [name]
            schema = definitions[name] as? [String: Any] ?? [:]
        case .lists(let lists, let hasPages):
            names = lists.map(\.definition)
            var properties: [String: Any] = [:]
            for list in lists {
                properties[list.name] = ["type": "array", "items": ["$ref": "#/$defs/\(list.definition)"]]
            }
            if hasPages {
                properties["next"] = [
                    "type": "string", "description": "The cursor of the next page; missing on the last one.",
                ]
            }
            schema = ["type": "object", "properties": properties, "additionalProperties": false]
            if lists.count == 1 { schema["required"] = lists.map(\.name) }
        }
        schema["$defs"] = Self.needed(names, definitions)
        return schema
    }

    /// The definitions of these names, with all that they refer to.
    private static func needed(_ names: [String], _ all: [String: Any]) -> [String: Any] {
        var found: [String: Any] = [:]
        var open = names
        while let name = open.popLast() {
            guard found[name] == nil, let definition = all[name] else { continue }
            found[name] = definition
            open += references(in: definition)
        }
        return found
    }

    private static func references(in value: Any) -> [String] {
        if let list = value as? [Any] { return list.flatMap(references) }
        guard let object = value as? [String: Any] else { return [] }
        let own = (object["$ref"] as? String)?.split(separator: "/").last.map { [String($0)] } ?? []
        return own + object.values.flatMap(references)
    }
}

/// What one call of a tool gets.
struct ToolCall: Sendable {
    let arguments: ToolArguments
    /// Tells the client how far it is; does nothing for a client that did not ask.
    let progress: ToolProgress

    func text(_ name: String) -> String? {
        if case .text(let text)? = arguments.values[name] { text } else { nil }
    }

    func number(_ name: String) -> Int? {
        if case .number(let number)? = arguments.values[name] { Int(exactly: number) } else { nil }
    }

    /// The item or the collection that the call names.
    var itemName: ItemName {
        ItemName(catalog: text("catalog"), collection: text("collection"), item: text("item"))
    }

    /// The part of a list that the call asks for.
    func paging(_ standard: Int) -> RowPaging {
        RowPaging(limit: number("limit") ?? standard, cursor: text("cursor"))
    }

    /// Whether a flag is set.
    func flag(_ name: String) -> Bool {
        if case .flag(let flag)? = arguments.values[name] { flag } else { false }
    }

    /// Several texts.
    func texts(_ name: String) -> [String] {
        if case .texts(let texts)? = arguments.values[name] { texts } else { [] }
    }
}

/// How a call ended.
struct ToolResult: Sendable {
    /// The value as JSON: an object.
    var json: String
    /// What did not work though there is a value.
    var trouble: String?
}

import CarrelBasics
import CarrelJSON
import CarrelJSONPath
import CarrelJSONReading
import CarrelModel
import CarrelStages

/// A document of JSON, JSON Lines or JSONP.
final class JSONMapDocument: MapDocument {
    private let json: CatalogJSON
    private var evaluation: JSONPathEvaluation
    let problems = ProblemList()

    init(_ document: CatalogDocument, _ budget: CatalogBudget) throws(ParseError) {
        json = try CatalogJSON([document], takesLines: true)
        evaluation = JSONPathEvaluation(root: json.root) { budget.goesOn() }
    }

    var root: MapNode { .json(json.root) }

    private func values(
        _ expression: MapExpression, from node: MapNode
    ) throws(MapFault) -> [JSONNode] {
        guard case .query(let query) = expression.kind, case .json(let value, let around) = node,
            let start = expression.isAround ? around : value
        else { return [] }
        do throws(JSONPathStop) {
            return try evaluation.nodes(query, from: start)
        } catch {
            switch error {
            case .cancelled: throw MapFault("cancelled")
            case .tooManySteps(let limit):
                throw MapFault("“\(expression.text)” looks at more than \(limit) values")
            }
        }
    }

    func nodes(_ expression: MapExpression?, from node: MapNode) throws(MapFault) -> [MapNode] {
        guard let expression else { return [] }
        return try values(expression, from: node).map { .json($0) }
    }

    func texts(_ expression: MapExpression, from node: MapNode, most: Int) throws(MapFault) -> [String] {
        var texts: [String] = []
        for value in try values(expression, from: node) {
            if value.kind == .string, texts.count < most {
                if let text = value.string { texts.append(text) }
                continue
            }
            // Of a list each value counts, as if the expression had asked for them.
            for value in value.listed {
                guard texts.count < most else { return texts }
                if let text = Self.text(of: value) { texts.append(text) }
            }
        }
        return texts
    }

    private static func text(of value: JSONNode) -> String? {
        switch value.kind {
        case .string: value.string
        case .number: value.wholeNumber ?? value.number.map { "\($0)" }
        case .boolean: value.boolean.map { $0 ? "true" : "false" }
        default: nil
        }
    }

    func place(of node: MapNode) -> String {
        guard case .json(let value, _) = node else { return "$" }
        return value.path.description
    }

    func isEmptyList(_ expression: MapExpression?, from node: MapNode) -> Bool {
        guard case .query(let query)? = expression?.kind, case .json(let value, _) = node else {
            return false
        }
        return (try? evaluation.findsEmptyArray(query, from: value)) == true
    }

    func end(of expression: MapExpression?, from node: MapNode) -> String? {
        guard case .query(let query)? = expression?.kind, case .json(let value, _) = node,
            let end = try? evaluation.end(of: query, from: value)
        else { return nil }
        return "it leads to \(end.path.description), \(Self.words(for: end)), and no further"
    }

    private static func words(for value: JSONNode) -> String {
        if let elements = value.elements { return "a list of \(Counted.text(elements.count, "value"))" }
        guard let members = value.members else { return "a single value" }
        // As many as a line has room for.
        let names = members.prefix(8).map { "“\($0.name.titleText)”" }
        return names.isEmpty ? "an empty object" : "an object with \(names.joined(separator: ", "))"
    }
}

import CarrelJSON
import CarrelMarkup
import CarrelModel

/// A place in a document of any format.
enum MapNode {
    /// A value, and what `within` found around it.
    case json(JSONNode, within: JSONNode? = nil)
    case markup(MarkupNode)
    case row(TableRow)
}

extension MapDocument {
    /// Visits what `nodes` gives.
    func visit(_ place: MapExpression?, _ body: (MapNode) -> Void) throws(MapFault) -> Bool {
        for node in try nodes(place, from: root) { body(node) }
        return true
    }

    /// What is not there cannot be told from what was left out.
    func isEmptyList(_ expression: MapExpression?, from node: MapNode) -> Bool { false }

    /// Only JSON tells step by step.
    func end(of expression: MapExpression?, from node: MapNode) -> String? { nil }
}

extension MapNode {
    /// The same place, with another around it.
    func within(_ place: MapNode) -> MapNode {
        guard case .json(let value, _) = self, case .json(let around, _) = place else { return self }
        return .json(value, within: around)
    }
}

/// A row of a table.
struct TableRow {
    /// Its cells, as many as it has.
    var cells: [String]
    /// Its number, counted from 1 with the row of names.
    var number: Int
}

/// A document that a mapping's expressions search.
protocol MapDocument: AnyObject {
    /// Where expressions begin.
    var root: MapNode { get }
    /// What was wrong with the document without making it useless.
    var problems: ProblemList { get }
    /// Visits the places that an expression selects from the root, in order; they may be gone afterwards.
    ///
    /// - Returns: whether it counts; `false` if the document has to be repaired and read again
    ///   (`StrayAmpersands`).
    func visit(_ place: MapExpression?, _ body: (MapNode) -> Void) throws(MapFault) -> Bool
    /// The places that an expression selects; for a table, without an expression, its rows.
    func nodes(_ expression: MapExpression?, from node: MapNode) throws(MapFault) -> [MapNode]
    /// The texts that an expression selects, at most `most` of them.
    func texts(_ expression: MapExpression, from node: MapNode, most: Int) throws(MapFault) -> [String]
    /// Where a node is, for messages.
    func place(of node: MapNode) -> String
    /// Whether there is a list in the place that selects nothing, without anything in it: a catalogue that is empty for now.
    func isEmptyList(_ expression: MapExpression?, from node: MapNode) -> Bool
    /// How far an expression leads that selects nothing, in words; `nil` if that is not known.
    func end(of expression: MapExpression?, from node: MapNode) -> String?
}

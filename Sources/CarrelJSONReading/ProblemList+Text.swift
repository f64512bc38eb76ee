import CarrelJSON
import CarrelModel

extension ProblemList {
    /// The text of an optional field that is a string; anything else is a problem.
    public mutating func string(_ node: JSONNode?) -> String? {
        guard let node = node?.present else { return nil }
        if node.string == nil { add(node, expected: "a string") }
        return node.string
    }

    /// The text of an optional field: a string, or several in an array.
    ///
    /// Anything else is a problem.
    public mutating func text(_ node: JSONNode?) -> String? {
        guard let node = node?.present else { return nil }
        if let string = node.string { return string }
        if let elements = node.elements {
            let strings = elements.map(\.string)
            if !strings.contains(nil) { return strings.compactMap(\.self).joined(separator: ", ") }
        }
        add(node, expected: "a string")
        return nil
    }
}

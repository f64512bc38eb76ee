import CarrelBasics
import CarrelJSON
import CarrelModel

extension JSONNode {
    /// The text of a string, or of a whole number as services write it now and then.
    public var plainText: String? { string ?? wholeNumber }

    /// The elements of an array; what stands there alone instead of in an array is the only one.
    public var listed: [JSONNode] {
        if let elements { return Array(elements) }
        return kind == .null ? [] : [self]
    }
}

extension ProblemList {
    /// Adds a value that is not what was expected.
    ///
    /// - Parameters:
    ///   - node: the value.
    ///   - expectation: what was expected in its place.
    ///   - gap: until when items may be missing because of it.
    public mutating func add(
        _ node: JSONNode, expected expectation: String, gap: CatalogProblem.Gap? = nil
    ) {
        add(node.path.description, "\(node.summary), expected \(expectation)", gap: gap)
    }

    /// Adds the second of two entries with one identity.
    public mutating func add(repeated node: JSONNode, id: String, first: JSONNode, outcome: String) {
        add(node.path.description, "the id \(id.titleText) is that of \(first.path) too; \(outcome)")
    }
}

import CarrelCore
import CarrelJSON
import Foundation

extension ProblemList {
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

    /// The labelled facts of a module, each where it has one.
    ///
    /// - Parameters:
    ///   - lecturer: who teaches it.
    ///   - url: its web page.
    ///   - description: what it is about.
    ///   - base: what a relative address is resolved against.
    /// - Returns: the facts in the order in which they are shown.
    public mutating func moduleDetails(
        lecturer: JSONNode?, url: JSONNode?, description: JSONNode?, base: URL
    ) -> [Detail] {
        var details: [Detail] = []
        if let lecturer = text(lecturer)?.singleLine, !lecturer.isEmpty {
            details.append(Detail("Lecturer", lecturer))
        }
        if let reference = text(url)?.singleLine, !reference.isEmpty {
            details.append(
                Detail("Web page", URLReference.resolve(reference, against: base) ?? reference))
        }
        if let text = text(description)?.readable.trimmed, !text.isEmpty {
            details.append(Detail("Description", text.prefix(utf8: 16 << 10).text))
        }
        return details
    }
}

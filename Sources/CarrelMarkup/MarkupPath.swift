import Foundation

/// A way to elements that can be followed while a document is read: `/list/course`, or `//course`.
public struct MarkupPath: Sendable, Hashable {
    /// The names on the way, from the root; that of the elements alone if they may be anywhere.
    public let names: [String]
    /// Whether the elements may be anywhere.
    public let isAnywhere: Bool

    /// The expression that finds them all in a tree; those within another one are not among them.
    var expression: String {
        isAnywhere ? "//\(names[0])[not(ancestor::\(names[0]))]" : "/" + names.joined(separator: "/")
    }

    /// Reads an expression of XPath; `nil` for one that is more than names without prefixes.
    public init?(_ expression: String) {
        isAnywhere = expression.hasPrefix("//")
        let text = expression.dropFirst(isAnywhere ? 2 : 1)
        let names = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard expression.hasPrefix("/"), names.allSatisfy(Self.isName), !isAnywhere || names.count == 1 else {
            return nil
        }
        self.names = names
    }

    /// Whether a search from one of the elements is sure to stay within it.
    ///
    /// What goes upwards, sideways or to the document's beginning does not; in doubt the answer is no.
    public static func staysWithin(_ expression: String) -> Bool {
        let text = expression.filter { !$0.isWhitespace }
        guard !text.contains(".."), !text.contains("id("), !text.contains("lang(") else { return false }
        // A slash behind anything but a step begins at the document: behind operators, which may look like names.
        guard
            !expression.contains(
                /(^|\s|[^\p{L}\p{N}_.)\]*\/])\/|(^|[^\p{L}])(and|or|mod|div)\s*\/|[^\/@:(\[|,]\*\s*\//)
        else { return false }
        return text.matches(of: /([a-z-]+)::/).allSatisfy { axes.contains(String($0.1)) }
    }

    /// Whether a search from the document is sure to miss the elements of the path, and so finds the same without them.
    public func isMissed(by expression: String) -> Bool {
        let attribute = expression.range(
            of: #"/@[\p{L}_][\p{L}\p{N}_.-]*$"#, options: .regularExpression)
        let text = attribute.map { expression[..<$0.lowerBound] } ?? expression[...]
        guard let other = MarkupPath(String(text)), !other.isAnywhere else { return false }
        // Elements that may be anywhere may be within any other, and so belong to its text.
        if isAnywhere { return attribute != nil && !other.names.contains(names[0]) }
        // What is around the elements has their texts in its own, but not in its attributes.
        let isAround = attribute == nil && names.starts(with: other.names)
        return !other.names.starts(with: names) && !isAround
    }

    private static let axes: Set<String> = ["child", "descendant", "descendant-or-self", "self", "attribute"]

    private static func isName(_ text: String) -> Bool {
        guard let first = text.first, first.isLetter || first == "_" else { return false }
        return text.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    }
}

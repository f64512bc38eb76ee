/// A query of JSONPath (RFC 9535), which selects values of a JSON document.
///
///     let query = try JSONPathQuery("$.modules[?@.open].notes[*].title")
///     var evaluation = JSONPathEvaluation(root: document.root)
///     let titles = try evaluation.nodes(query, from: document.root)
public struct JSONPathQuery: Sendable, Hashable {
    /// The longest text of a query, in bytes.
    public static let maxLength = 16 << 10
    /// How deep filters, brackets and parentheses may be within each other.
    public static let maxDepth = 64

    /// The query as it was written.
    public let text: String
    /// Whether it begins at the current value (`@`) and not at the document's root (`$`).
    public let isRelative: Bool
    let segments: [JSONPathSegment]
    /// The names of the members that lead to its one value, if that is all.
    let members: [String]?

    /// Reads a query.
    ///
    /// - Parameters:
    ///   - text: the query, such as `$.items[*]`.
    ///   - allowsRelative: whether it may begin with `@` for the value that evaluation begins with.
    /// - Throws: `JSONPathSyntaxError` with the column of the first thing that is wrong.
    public init(_ text: String, allowsRelative: Bool = false) throws(JSONPathSyntaxError) {
        var reader = JSONPathReader(text)
        let query = try reader.wholeQuery(allowsRelative: allowsRelative)
        self.text = text
        isRelative = query.isRelative
        segments = query.segments
        let names = query.segments.compactMap(\.member)
        members = names.count == query.segments.count ? names : nil
    }

    /// Compares the texts: the same text means the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8) && left.isRelative == right.isRelative
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Why a text is not a query of JSONPath.
public struct JSONPathSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The character of the query, counted from 1.
    public let column: Int
    /// What was found and what was expected.
    public let reason: String

    /// The place and the reason.
    public var description: String { "column \(column): \(reason)" }
}

/// Why a search ended early.
public enum JSONPathStop: Error, Sendable, Hashable {
    /// It visited more values than it may.
    case tooManySteps(limit: Int)
    /// Whoever began it does not want it any longer.
    case cancelled
}

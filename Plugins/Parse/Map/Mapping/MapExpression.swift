import CarrelJSONPath
import CarrelMarkup

/// What finds something in a document: a query of JSON, an expression of XPath, or the name of a column.
struct MapExpression: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case query(JSONPathQuery)
        case xpath
        case column
    }

    /// The expression as the profile has it.
    let text: String
    let kind: Kind
    /// Whether it begins not at the item, but at what `within` found around it.
    let isAround: Bool

    /// Checks an expression.
    ///
    /// - Throws: `MapFault` with what is wrong, in words.
    init(_ text: String, format: MapFormat) throws(MapFault) {
        self.text = text
        isAround = format == .json && text.hasPrefix("^")
        switch format {
        case .json:
            let inner = isAround ? text.dropFirst(text.hasPrefix("^.") ? 2 : 1) : text[...]
            kind = .query(try Self.query(String(inner)))
        case .xml, .html:
            do throws(XPathError) { try MarkupTree.check(text) } catch {
                throw MapFault("“\(text)” is not XPath: \(error)")
            }
            kind = .xpath
        case .csv:
            guard !text.isEmpty else { throw MapFault("found an empty text, expected the name of a column") }
            kind = .column
        }
    }

    /// A query; a name alone, or names with dots, begin at the value where one stands.
    private static func query(_ text: String) throws(MapFault) -> JSONPathQuery {
        do throws(JSONPathSyntaxError) {
            if text.hasPrefix("$") || text.hasPrefix("@") {
                return try JSONPathQuery(text, allowsRelative: true)
            }
            if isName(text) {
                let escaped = text.replacing("\\", with: "\\\\")
                return try JSONPathQuery("@['\(escaped)']", allowsRelative: true)
            }
        } catch {
            throw MapFault("“\(text)” is not JSONPath: \(error)")
        }
        do throws(JSONPathSyntaxError) {
            return try JSONPathQuery("@\(text.hasPrefix("[") ? "" : ".")\(text)", allowsRelative: true)
        } catch {
            throw MapFault("“\(text)” is not JSONPath: \(error.reason)")
        }
    }

    /// Whether a text that is the name of a member is short for the query of that member.
    static func isName(_ text: String) -> Bool {
        guard let first = text.first, !"$@^".contains(first) else { return false }
        return !text.contains { ".[]*?'\"".contains($0) }
    }

    /// The names of members, elements or columns in the expression, for recognition.
    var names: [String] {
        switch kind {
        case .column: [text]
        case .query:
            text.matches(of: /[\p{L}_][\p{L}\p{N}_]*/).map { String($0.0) }.filter {
                !Self.functions.contains($0)
            }
        case .xpath:
            text.matches(
                of: /(^|\/|::)([A-Za-z_][A-Za-z0-9_.\-]*(:[A-Za-z_][A-Za-z0-9_.\-]*)?)(?![A-Za-z0-9_.\-:(])/
            )
            .map { String($0.2) }
        }
    }

    private static let functions: Set<String> = [
        "length", "count", "match", "search", "value", "true", "false", "null",
    ]
}

/// What is wrong with a part of a mapping, in words.
struct MapFault: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

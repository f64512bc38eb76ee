import CarrelBasics
import CarrelModel
import Foundation

/// A search that the user typed.
///
/// A document must hold every word. `"a phrase"` is found as it stands, `begin*` by its beginning, `NEAR(a b, 5)`
/// within that distance; `a OR b` needs one of the two, and `-word` excludes documents with the word. `title:`, `author:`,
/// `collection:`, `catalogue:`, `type:`, `status:`, `after:` and `before:` with a value narrow the search; a `-` before
/// them excludes.
public struct SearchQuery: Sendable, Hashable {
    /// A condition on items, other than words.
    public struct Filter: Sendable, Hashable {
        /// The property of an item that a filter checks.
        public enum Field: String, Sendable, CaseIterable {
            case collection, catalogue, type, status, after, before
        }

        /// The property to check.
        public var field: Field
        /// The value that the property must have.
        public var value: String
        /// Whether items with that value are excluded instead.
        public var isExcluded: Bool
    }

    /// The words as an expression of SQLite's FTS5; `nil` if there are only filters.
    public private(set) var expression: String?
    /// The same expression, of documents with all wanted words in the title and the names around it.
    public private(set) var titleExpression: String?
    /// The conditions that items must meet as well.
    public private(set) var filters: [Filter] = []

    // More than anybody types.
    private static let maxTerms = 64

    /// Reads the text that the user typed.
    ///
    /// - Throws: `SearchError`, which says what to write instead.
    public init(_ text: String) throws(SearchError) {
        var reader = SearchTermReader(text)
        var groups: [[String]] = []
        var excluded: [String] = []
        var joinsNext = false
        var count = 0
        while let term = try reader.next() {
            count += 1
            guard count <= Self.maxTerms else {
                throw SearchError("more than \(Self.maxTerms) words were given; search for fewer")
            }
            switch term {
            case .or:
                guard !groups.isEmpty, !joinsNext else { throw SearchError("OR stands between two words") }
                joinsNext = true
                continue
            case .filter where joinsNext, .words(_, isExcluded: true) where joinsNext:
                throw SearchError("OR stands between two words")
            case .filter(let field, let value, let isExcluded):
                try Self.check(field, value)
                filters.append(Filter(field: field, value: value, isExcluded: isExcluded))
            case .words(let expression, let isExcluded):
                if isExcluded {
                    excluded.append(expression)
                } else if joinsNext {
                    groups[groups.count - 1].append(expression)
                } else {
                    groups.append([expression])
                }
            }
            joinsNext = false
        }
        guard !joinsNext else { throw SearchError("OR stands between two words") }
        guard !groups.isEmpty else {
            guard excluded.isEmpty else {
                throw SearchError("-WORD only leaves documents out; add a word to search for")
            }
            guard !filters.isEmpty else {
                throw SearchError("which words?", .search)
            }
            return
        }
        let wanted = groups.map { $0.count == 1 ? $0[0] : "(\($0.joined(separator: " OR ")))" }
        let words = "(\(wanted.joined(separator: " AND ")))"
        func without(_ words: String) -> String { excluded.reduce(words) { "(\($0) NOT \($1))" } }
        expression = without(words)
        titleExpression = without("({title collection} : \(words))")
    }

    private static func check(_ field: Filter.Field, _ value: String) throws(SearchError) {
        if field == .status {
            guard StateWord(typed: value) == nil else { return }
            let refusal = StateWord.refusal(of: "status:\(value)")
            let isPart = StateWord.firstWords.contains(value.lowercased())
            let help = isPart ? ". Put several words in quotation marks: status:\"not available yet\"" : ""
            throw SearchError(refusal + help)
        }
        guard field == .after || field == .before, day(value) == nil else { return }
        throw SearchError(
            "\(field.rawValue):\(value) is not a day; write one as \(field.rawValue):2026-03-01")
    }

    /// The start of a day such as `2026-03-01`, a month or a year, in the user's time zone; `nil` for any other text.
    public static func day(_ text: String) -> Date? {
        guard let match = text.wholeMatch(of: /([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?/) else {
            return nil
        }
        let parts = DateComponents(
            year: Int(match.1), month: match.2.flatMap { Int($0) } ?? 1, day: match.3.flatMap { Int($0) } ?? 1
        )
        let calendar = Calendar(identifier: .gregorian)
        guard parts.isValidDate(in: calendar) else { return nil }
        return calendar.date(from: parts)
    }
}

/// Why a search could not be understood.
public struct SearchError: RemediedError, Sendable, Hashable {
    /// What is wrong, and what to write instead.
    public let reason: String
    /// What helps, if the reason does not say it.
    public let remedy: Remedy?

    public init(_ reason: String, _ remedy: Remedy? = nil) { (self.reason, self.remedy) = (reason, remedy) }

    /// The reason, with the remedy in a front end's words.
    public func sentence(_ words: (Remedy) -> String) -> String {
        reason + (remedy.map { " \(words($0))" } ?? "")
    }

    /// The same, with the remedy as a command line says it.
    public var description: String { sentence(\.commandWords) }
}

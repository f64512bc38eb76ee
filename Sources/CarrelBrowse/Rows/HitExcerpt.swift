import CarrelBasics
import CarrelStages
import CarrelTerminal

/// What a row tells of a hit of a search.
package struct HitExcerpt: Sendable {
    // A row shows little beside the title, and is to show what was found.
    private static let mostBefore = 12

    /// What stands shortly before the first thing that was found, and the page.
    private let before: String
    /// The words from there on.
    private let rest: String
    /// What was found, as it is written there.
    package let found: [String]

    package init(_ snippet: [SearchHit.SnippetPart], place: String? = nil) {
        found = snippet.filter(\.isFound).map(\.text)
        let words = snippet.prefix { !$0.isFound }.map(\.text).joined()
        rest = snippet.drop { !$0.isFound }.map(\.text).joined().singleLine
        let lead = words.singleLine + (words.last?.isWhitespace == true ? " " : "")
        before = (place.map { $0 + ": " } ?? "") + (rest.isEmpty ? lead : Self.near(lead))
    }

    /// The last words.
    private static func near(_ lead: String) -> String {
        guard lead.count > mostBefore else { return lead }
        let near = lead.suffix(mostBefore)
        let words = near.drop { !$0.isWhitespace }.drop { $0.isWhitespace }
        return "…\(words.isEmpty ? near : words)"
    }

    /// The columns that what was found needs, cut from the words around it; `nil` for nothing found.
    package var leastColumns: Int? { rest.isEmpty ? nil : foundColumns + 2 }

    private var foundColumns: Int { found.first.map { TextWidth.of($0.singleLine) } ?? 0 }

    /// What some columns show: where they are few, what was found and not what stands before it.
    package func text(in columns: Int) -> String {
        let (whole, needed) = (before + rest, TextWidth.of(before) + foundColumns + 1)
        let isSeen = rest.isEmpty || before.isEmpty || needed <= columns
        return TextWidth.cut(isSeen ? whole : "…" + rest, to: columns)
    }
}

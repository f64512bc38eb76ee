import CarrelStages

/// What a row tells of a hit of a search.
package struct HitExcerpt: Sendable {
    // A row shows little beside the title, and is to show what was found.
    private static let mostBefore = 12

    /// The words around the first thing that was found, from shortly before it.
    package let text: String
    /// What was found, as it is written there.
    package let found: [String]

    package init(_ snippet: [SearchHit.SnippetPart]) {
        found = snippet.filter(\.isFound).map(\.text)
        let before = snippet.prefix { !$0.isFound }.map(\.text).joined()
        let rest = snippet.drop { !$0.isFound }.map(\.text).joined()
        guard before.count > Self.mostBefore, !rest.isEmpty else {
            text = before + rest
            return
        }
        let near = before.suffix(Self.mostBefore)
        let words = near.drop { !$0.isWhitespace }.drop { $0.isWhitespace }
        text = "…\(words.isEmpty ? near : words)\(rest)"
    }
}

import CarrelModel
import CarrelStages

/// The words around what was found.
extension SQLiteIndex {
    // Marks of what was found, which no readable text holds.
    private static let (opening, closing) = ("\u{2}", "\u{3}")
    private static let snippetWords = 24

    /// Cuts a few words around what was found out of passages.
    ///
    /// The passages are divided into words again, in a table of their own: to look up the many words that begin with
    /// some letters takes long, and is done there among a few texts.
    ///
    /// - Parameters:
    ///   - passages: the passages.
    ///   - expression: what they match.
    /// - Returns: the words, by passage.
    /// - Throws: `StoreError`.
    func snippets(_ passages: [Int64], _ expression: String) throws(StoreError) -> [Int64: [SearchHit
        .SnippetPart]]
    {
        guard !passages.isEmpty else { return [:] }
        try database.execute("BEGIN")
        defer { try? database.execute("ROLLBACK") }
        for passage in passages {
            guard let row = try row(of: passage) else { continue }
            try database.run(
                "INSERT INTO temp.shown (rowid, \(IndexSchema.wordColumns)) VALUES (?, ?, ?, ?, ?)",
                .integer(passage), .text(row.title), .text(row.collection), .text(row.facts), .text(row.text))
        }
        let found = try database.rows(
            """
            SELECT rowid, snippet(shown, 3, '\(Self.opening)', '\(Self.closing)', '…', \(Self.snippetWords))
            FROM temp.shown WHERE shown MATCH ?
            """, .text(expression)
        ) { ($0.integer(0) ?? 0, Self.parts($0.text(1) ?? "")) }
        return Dictionary(found) { first, _ in first }
    }

    /// What the index was told of a passage.
    func row(of passage: Int64) throws(StoreError) -> WordsRow? {
        try database.rows(
            """
            SELECT e.title, e.collection_title, e.catalog_name, c.facts, \(Self.passageText)
            FROM passage p JOIN entry e ON e.id = p.entry LEFT JOIN content c ON c.name = e.content WHERE p.id = ?
            """, .integer(passage)
        ) { row in
            WordsRow(
                title: row.text(0) ?? "", collection: row.text(1) ?? "", catalog: row.text(2) ?? "",
                facts: row.text(3) ?? "", text: row.text(4) ?? "")
        }.first
    }

    /// Takes a snippet apart at its marks.
    static func parts(_ text: String) -> [SearchHit.SnippetPart] {
        var parts: [SearchHit.SnippetPart] = []
        for (index, piece) in text.split(separator: opening, omittingEmptySubsequences: false).enumerated() {
            let halves = piece.split(separator: closing, maxSplits: 1, omittingEmptySubsequences: false)
            for (half, words) in halves.enumerated() where !words.isEmpty {
                let isFound = index > 0 && half == 0
                parts.append(SearchHit.SnippetPart(String(words).withoutCharacterGaps, isFound: isFound))
            }
        }
        return parts
    }
}

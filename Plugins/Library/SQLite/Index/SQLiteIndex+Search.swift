import CarrelModel
import CarrelStages

/// Searching.
extension SQLiteIndex {
    // Marks of what was found, which no readable text holds.
    private static let (opening, closing) = ("\u{2}", "\u{3}")
    /// The words around what was found.
    private static let snippetWords: Int64 = 24
    /// How many passages there may be for each hit: a document of many pages has many.
    private static let passagesPerHit = 8

    /// The hits, by BM25 with the weights that the schema says.
    public func search(_ query: SearchQuery, limit: Int, offset: Int) throws(StoreError) -> [SearchHit] {
        guard let expression = query.expression else { return try all(limit: limit, offset: offset) }
        let wanted = limit + offset
        // To look the words of a beginning up costs more than to show a passage: that is done once for all of them.
        let showsAll = expression.contains("\" *")
        var hits: [Int64: SearchHit] = [:]
        var order: [(entry: Int64, passage: Int64)] = []
        var taken = 0
        // A few passages at a time, until there are enough documents.
        while order.count < wanted {
            let count = max(64, wanted * Self.passagesPerHit)
            let passages = try passages(expression, limit: count, offset: taken, shows: showsAll)
            for passage in passages {
                if hits[passage.entry] == nil {
                    hits[passage.entry] = passage.hit
                    order.append((passage.entry, passage.row))
                } else if let page = passage.hit.page {
                    hits[passage.entry]?.pages.append(page)
                }
            }
            taken += passages.count
            if passages.count < count { break }
        }
        var result: [SearchHit] = []
        for (entry, passage) in order.dropFirst(offset).prefix(limit) {
            guard var hit = hits[entry] else { continue }
            hit.pages.sort()
            if !showsAll { hit.snippet = try snippet(expression, passage) }
            result.append(hit)
        }
        return result
    }

    private struct Passage {
        var row, entry: Int64
        var hit: SearchHit
    }

    private static let shown =
        "snippet(words, 3, '\(opening)', '\(closing)', '…', \(snippetWords))"

    private func passages(
        _ expression: String, limit: Int, offset: Int, shows: Bool
    ) throws(StoreError) -> [Passage] {
        try database.rows(
            """
            SELECT \(Self.columns), p.id, p.entry, p.page, w.score, w.shown
            FROM (
                SELECT rowid AS id, rank AS score, \(shows ? Self.shown : "''") AS shown
                FROM words WHERE words MATCH ? ORDER BY rank LIMIT ? OFFSET ?
            ) w
            JOIN passage p ON p.id = w.id JOIN entry e ON e.id = p.entry ORDER BY w.score, p.id
            """, .text(expression), .integer(Int64(limit)), .integer(Int64(offset))
        ) { row in
            let page = row.integer(11).map(Int.init)
            return Passage(
                row: row.integer(9) ?? 0, entry: row.integer(10) ?? 0,
                hit: SearchHit(
                    item: Self.item(row), page: page, pages: [page].compactMap(\.self),
                    snippet: Self.parts(row.text(13) ?? ""),
                    score: -row.real(12)))
        }
    }

    private func snippet(_ expression: String, _ passage: Int64) throws(StoreError) -> [SearchHit.SnippetPart]
    {
        let texts = try database.rows(
            """
            SELECT \(Self.shown) FROM words WHERE words MATCH ? AND rowid = ?
            """, .text(expression), .integer(passage)
        ) { $0.text(0) ?? "" }
        return Self.parts(texts.first ?? "")
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

    /// Every item, for a search by filters alone.
    private func all(limit: Int, offset: Int) throws(StoreError) -> [SearchHit] {
        try database.rows(
            "SELECT \(Self.columns) FROM entry e ORDER BY e.id LIMIT ? OFFSET ?", .integer(Int64(limit)),
            .integer(Int64(offset))
        ) { SearchHit(item: Self.item($0), page: nil, pages: [], snippet: [], score: 0) }
    }
}

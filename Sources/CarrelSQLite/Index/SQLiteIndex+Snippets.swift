import CarrelModel
import CarrelStages

/// The words around what was found.
extension SQLiteIndex {
    /// Cuts a few words around what was found out of a passage.
    ///
    /// - Parameters:
    ///   - passage: the passage.
    ///   - spots: where in its text what was searched for stands.
    /// - Returns: the words; the first ones of the text if nothing was found in it.
    func snippet(of passage: Int64, _ spots: [Excerpt.Spot]) throws(StoreError) -> [SearchHit.SnippetPart] {
        guard let row = try row(of: passage) else { return [] }
        let (text, excerpt) = (Array(row.text.utf8), Excerpt(spots))
        return excerpt.parts(of: text, divider.words(in: text, atMost: excerpt.neededWords))
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
}

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
        let excerpt = Excerpt(spots)
        var text = Array(row.text.utf8)
        if try isMarkdown(passage) { removeBackslashes(from: &text, around: excerpt) }
        return excerpt.parts(of: text, divider.words(in: text, atMost: excerpt.neededWords))
    }

    /// Removes what keeps words from being marks of Markdown from the lines that may be shown: a long text has many others.
    ///
    /// The words keep their numbers, because such backslashes stand before signs that divide words anyway.
    private func removeBackslashes(from text: inout [UInt8], around excerpt: Excerpt) {
        let near = divider.words(in: text, atMost: excerpt.neededWords).suffix(2 * Excerpt.length + 1)
        guard let first = near.first, let last = near.last else { return }
        let feed = UInt8(ascii: "\n")
        let start = text[..<first.lowerBound].lastIndex(of: feed).map { $0 + 1 } ?? 0
        let end = text[last.upperBound...].firstIndex(of: feed) ?? text.endIndex
        let lines = String(decoding: text[start..<end], as: UTF8.self).withoutCharacterGaps
        text.replaceSubrange(
            start..<end, with: MarkdownText.withoutBackslashes(lines).spacedCharacters.utf8)
    }

    /// Whether the text of a passage is Markdown.
    private func isMarkdown(_ passage: Int64) throws(StoreError) -> Bool {
        // Quotes within the facts of a preview have a backslash.
        try !database.rows(
            """
            SELECT 1 FROM passage p JOIN entry e ON e.id = p.entry JOIN content c ON c.name = e.content
            WHERE p.id = ? AND instr(c.rest, '"form":"\(Preview.Form.markdown.rawValue)"') > 0
            """, .integer(passage)
        ) { $0.integer(0) }.isEmpty
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

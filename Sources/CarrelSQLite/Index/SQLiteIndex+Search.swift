import CarrelModel
import CarrelStages

/// Searching.
///
/// The passages that were added last, and those with the words in their titles, are weighed; of common words there are
/// more, which follow in the order in which they were added, the last first. To weigh all of those would take longer than
/// the whole search does.
extension SQLiteIndex {
    /// How many of the passages that were added last are weighed, and how many with the words in their titles.
    private static let mostWeighed: Int64 = 3000
    /// How many passages are looked at for each hit: a document of many pages has many.
    private static let passagesPerHit = 8

    /// The hits, by BM25 with the weights of `WordWeight`.
    package func search(_ query: SearchQuery, limit: Int, offset: Int) throws(StoreError) -> [SearchHit] {
        guard let expression = query.expression, let titleExpression = query.titleExpression else {
            return try all(limit: limit, offset: offset)
        }
        let wanted = limit + offset
        let weighed = try weighed(expression, titleExpression)
        var found = FoundEntries()
        for passage in weighed.passages {
            guard
                found.order.count < wanted || found.hasPages && found.passages < wanted * Self.passagesPerHit
            else { break }
            found.add(passage, try place(of: passage.row))
        }
        var next = weighed.rest
        while let first = next, found.order.count < wanted {
            let others = try others(expression, before: first, count: wanted * Self.passagesPerHit)
            for passage in others where !weighed.rows.contains(passage.row) {
                found.add(passage, try place(of: passage.row))
            }
            next = others.last?.row
        }
        return try hits(found.order.dropFirst(offset).prefix(limit))
    }

    // MARK: Passages

    private struct Weighed {
        /// The passages, the best first.
        var passages: [WeighedPassage] = []
        var rows: Set<Int64> = []
        /// The passages before this one were not weighed; `nil` if all were.
        var rest: Int64?

        mutating func add(_ others: [WeighedPassage]) {
            for passage in others where rows.insert(passage.row).inserted { passages.append(passage) }
        }
    }

    private func weighed(_ expression: String, _ titleExpression: String) throws(StoreError) -> Weighed {
        let last = try database.number("SELECT max(id) FROM passage") ?? 0
        var weighed = Weighed()
        let newest = try self.newest(expression, last)
        weighed.add(newest)
        if newest.count == Self.mostWeighed {
            weighed.rest = newest.last?.row
            if try isInTitles(titleExpression) { weighed.add(try self.newest(titleExpression, last)) }
        }
        weighed.passages.sort { ($0.weight, $0.row) > ($1.weight, $1.row) }
        return weighed
    }

    /// The passages that match and were added last, weighed.
    private func newest(_ expression: String, _ last: Int64) throws(StoreError) -> [WeighedPassage] {
        try database.rows(
            """
            SELECT rowid, found(words, \(IndexSchema.textColumn)), weigh(words, ?) FROM words
            WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?
            """, .integer(last), .text(expression), .integer(Self.mostWeighed)
        ) { WeighedPassage(row: $0.integer(0) ?? 0, weight: $0.real(2), found: $0.numbers(1)) }
    }

    private func isInTitles(_ expression: String) throws(StoreError) -> Bool {
        try database.hasRow("SELECT 1 FROM titles WHERE titles MATCH ? LIMIT 1", .text(expression))
    }

    /// The next passages that match, the last added first, not weighed.
    private func others(
        _ expression: String, before row: Int64, count: Int
    ) throws(StoreError) -> [WeighedPassage] {
        try database.rows(
            """
            SELECT rowid, found(words, \(IndexSchema.textColumn)) FROM words
            WHERE words MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?
            """, .text(expression), .integer(row), .integer(Int64(max(64, count)))
        ) { WeighedPassage(row: $0.integer(0) ?? 0, weight: 0, found: $0.numbers(1)) }
    }

    private func place(of row: Int64) throws(StoreError) -> (entry: Int64, page: Int?)? {
        try database.rows("SELECT entry, page FROM passage WHERE id = ?", .integer(row)) { place in
            (place.integer(0) ?? 0, place.integer(1).map(Int.init))
        }.first
    }

    // MARK: Hits

    /// Hits with the words around what was found.
    private func hits(_ entries: ArraySlice<FoundEntries.Entry>) throws(StoreError) -> [SearchHit] {
        var hits: [SearchHit] = []
        for entry in entries {
            guard let item = try item(ofEntry: entry.id) else { continue }
            hits.append(
                SearchHit(
                    item: item, page: entry.page, pages: entry.pages.sorted(),
                    snippet: try snippet(of: entry.best.row, entry.best.spots), score: entry.best.weight))
        }
        return hits
    }

    /// Every item, for a search by filters alone.
    private func all(limit: Int, offset: Int) throws(StoreError) -> [SearchHit] {
        try database.rows(
            "SELECT \(Self.columns) FROM entry e ORDER BY e.id LIMIT ? OFFSET ?", .integer(Int64(limit)),
            .integer(Int64(offset))
        ) { SearchHit(item: Self.item($0), page: nil, pages: [], snippet: [], score: 0) }
    }
}

/// A passage that matches, and how well.
private struct WeighedPassage {
    var row: Int64
    /// 0 if it was not weighed.
    var weight: Double
    /// Where in its text what was searched for stands, as `FoundWords` tells it.
    var found: [Int32]

    var spots: [Excerpt.Spot] {
        stride(from: 0, to: found.count - 2, by: 3).map { index in
            let (word, count) = (Int(found[index + 1]), Int(found[index + 2]))
            return Excerpt.Spot(phrase: Int(found[index]), words: word..<(word + max(1, count)))
        }
    }
}

/// The documents of passages, in the order of their best ones.
private struct FoundEntries {
    struct Entry {
        let id: Int64
        let best: WeighedPassage
        let page: Int?
        var pages: [Int]
    }

    var order: [Entry] = []
    /// Whether some passage is a page.
    private(set) var hasPages = false
    private var indices: [Int64: Int] = [:]
    /// How many passages were taken.
    private(set) var passages = 0

    mutating func add(_ passage: WeighedPassage, _ place: (entry: Int64, page: Int?)?) {
        guard let place else { return }
        passages += 1
        hasPages = hasPages || place.page != nil
        if let index = indices[place.entry] {
            if let page = place.page { order[index].pages.append(page) }
        } else {
            indices[place.entry] = order.count
            let pages = [place.page].compactMap(\.self)
            order.append(Entry(id: place.entry, best: passage, page: place.page, pages: pages))
        }
    }
}

import CSQLite
import Foundation

/// How well a row of an FTS5 table fits a search: BM25, as an auxiliary function of FTS5.
///
/// SQL calls it as `weigh(TABLE, LAST)`; `LAST` is the last row's id, and more is better. FTS5's own `bm25` counts all
/// rows with a phrase first, which of common words takes longer than the search. This one counts no further than
/// `mostCounted` and estimates the rest, and nothing at all of a single phrase, for that does not change the order.
/// The formula: sqlite.org/fts5.html, section 5.1.1.
enum WordWeight {
    /// Makes the function known to a connection; false if its SQLite has no FTS5.
    static func register(on connection: OpaquePointer) -> Bool {
        guard let api = api(of: connection), let create = api.pointee.xCreateFunction else { return false }
        return create(api, "weigh", nil, weigh, nil) == SQLITE_OK
    }

    // What a word in each column counts: title, collection, facts, text.
    private static let columns = [10.0, 4.0, 2.0, 1.0]
    // The usual constants of BM25: how soon more of the same word counts less, and how much long texts lose.
    private static let (saturation, lengthShare) = (1.2, 0.75)
    private static let mostCounted: Int64 = 4096

    private typealias Interface = UnsafePointer<Fts5ExtensionApi>

    /// What is the same for all rows of one search.
    private final class Search {
        let phrases: [Double]
        let averageLength: Double
        var counts: [Double]

        init(phrases: [Double], averageLength: Double) {
            (self.phrases, self.averageLength) = (phrases, averageLength)
            counts = Array(repeating: 0, count: phrases.count)
        }
    }

    /// SQLite hands the interface out through a pointer that is bound to a statement.
    private static func api(of connection: OpaquePointer) -> UnsafeMutablePointer<fts5_api>? {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, nil) == SQLITE_OK else {
            return nil
        }
        defer { sqlite3_finalize(statement) }
        var api: UnsafeMutablePointer<fts5_api>?
        return withUnsafeMutablePointer(to: &api) { place in
            guard sqlite3_bind_pointer(statement, 1, place, "fts5_api_ptr", nil) == SQLITE_OK else {
                return nil
            }
            sqlite3_step(statement)
            return place.pointee
        }
    }

    private static let weigh: fts5_extension_function = { interface, row, result, count, values in
        guard let interface, let row, let values, count == 1 else {
            sqlite3_result_error(result, "weigh takes the last row's id", -1)
            return
        }
        switch search(interface, row, last: sqlite3_value_int64(values[0])) {
        case .success(let search):
            let weight = weight(interface, row, search)
            if let weight {
                sqlite3_result_double(result, weight)
            } else {
                sqlite3_result_error_code(result, SQLITE_CORRUPT)
            }
        case .failure(let failure): sqlite3_result_error_code(result, failure.code)
        }
    }

    private struct Failure: Error {
        let code: Int32
    }

    /// What is known of the search since its first row.
    private static func search(_ interface: Interface, _ row: OpaquePointer, last: Int64) -> Result<
        Search, Failure
    > {
        if let kept = interface.pointee.xGetAuxdata?(row, 0) {
            return .success(Unmanaged<Search>.fromOpaque(kept).takeUnretainedValue())
        }
        var rows: Int64 = 0
        var words: Int64 = 0
        guard interface.pointee.xRowCount?(row, &rows) == SQLITE_OK,
            interface.pointee.xColumnTotalSize?(row, -1, &words) == SQLITE_OK,
            let phrases = interface.pointee.xPhraseCount?(row)
        else { return .failure(Failure(code: SQLITE_CORRUPT)) }
        let rarities =
            phrases == 1 ? [1] : (0..<phrases).map { rarity(interface, row, phrase: $0, rows, last) }
        let search = Search(phrases: rarities, averageLength: max(1, Double(words) / Double(max(1, rows))))
        let kept = Unmanaged.passRetained(search).toOpaque()
        let code = interface.pointee.xSetAuxdata?(row, kept) { kept in
            if let kept { Unmanaged<Search>.fromOpaque(kept).release() }
        }
        return code == SQLITE_OK ? .success(search) : .failure(Failure(code: code ?? SQLITE_ERROR))
    }

    private struct Count {
        var rows: Int64 = 0
        var last: Int64 = 0
    }

    /// How much a phrase tells: the fewer rows have it, the more.
    private static func rarity(
        _ interface: Interface, _ row: OpaquePointer, phrase: Int32, _ rows: Int64, _ last: Int64
    ) -> Double {
        var count = Count()
        _ = interface.pointee.xQueryPhrase?(row, phrase, &count) { interface, row, data in
            guard let count = data?.assumingMemoryBound(to: Count.self) else { return SQLITE_ERROR }
            count.pointee.rows += 1
            guard count.pointee.rows >= WordWeight.mostCounted else { return SQLITE_OK }
            count.pointee.last = interface?.pointee.xRowid?(row) ?? 0
            return SQLITE_DONE
        }
        var found = Double(count.rows)
        // Rows come in the order of their ids.
        if count.last > 0, count.last < last { found *= Double(last) / Double(count.last) }
        found = min(found, Double(rows))
        return max(1e-6, log((Double(rows) - found + 0.5) / (found + 0.5)))
    }

    /// The weight of a row; `nil` if the index is damaged.
    private static func weight(_ interface: Interface, _ row: OpaquePointer, _ search: Search) -> Double? {
        var places: Int32 = 0
        var length: Int32 = 0
        guard interface.pointee.xInstCount?(row, &places) == SQLITE_OK,
            interface.pointee.xColumnSize?(row, -1, &length) == SQLITE_OK
        else { return nil }
        for index in search.counts.indices { search.counts[index] = 0 }
        for place in 0..<max(0, places) {
            var (phrase, column, word): (Int32, Int32, Int32) = (0, 0, 0)
            guard interface.pointee.xInst?(row, place, &phrase, &column, &word) == SQLITE_OK,
                search.counts.indices.contains(Int(phrase)), columns.indices.contains(Int(column))
            else { return nil }
            search.counts[Int(phrase)] += columns[Int(column)]
        }
        let relative = saturation * (1 - lengthShare + lengthShare * Double(length) / search.averageLength)
        return zip(search.counts, search.phrases).reduce(0) { sum, phrase in
            sum + phrase.1 * phrase.0 * (saturation + 1) / (phrase.0 + relative)
        }
    }
}

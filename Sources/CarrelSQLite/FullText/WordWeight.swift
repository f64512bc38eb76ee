import CSQLite
import Foundation

/// How well a row of an FTS5 table fits a search: BM25, as an auxiliary function of FTS5.
///
/// SQL calls it as `weigh(TABLE, LAST)`; `LAST` is the last row's id, and more is better. FTS5's own `bm25` counts all
/// rows with a phrase first, which of common words takes longer than the search. This one counts no further than
/// `mostCounted` and estimates the rest, and nothing at all of a single phrase, for that does not change the order.
/// The formula: sqlite.org/fts5.html, section 5.1.1.
enum WordWeight {
    // What a word in each column counts: title, collection, facts, text.
    private static let columns = [10.0, 4.0, 2.0, 1.0]
    // The usual constants of BM25: how soon more of the same word counts less, and how much long texts lose.
    private static let (saturation, lengthShare) = (1.2, 0.75)
    private static let mostCounted: Int64 = 1024

    private typealias Interface = UnsafePointer<Fts5ExtensionApi>

    /// What is the same for all rows of one search.
    private final class Search {
        let averageLength: Double
        /// How much each phrase tells.
        let rarities: UnsafeMutableBufferPointer<Double>
        /// What each phrase counts in the row that is weighed.
        let counts: UnsafeMutableBufferPointer<Double>

        init(rarities: [Double], averageLength: Double) {
            self.averageLength = averageLength
            self.rarities = .allocate(capacity: rarities.count)
            _ = self.rarities.initialize(from: rarities)
            counts = .allocate(capacity: rarities.count)
            counts.initialize(repeating: 0)
        }

        deinit {
            rarities.deallocate()
            counts.deallocate()
        }
    }

    static let function: fts5_extension_function = { interface, row, result, count, values in
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
        let search = Search(rarities: rarities, averageLength: max(1, Double(words) / Double(max(1, rows))))
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
        let (counts, weights) = (search.counts, columns)
        counts.update(repeating: 0)
        for place in 0..<max(0, places) {
            var (phrase, column, word): (Int32, Int32, Int32) = (0, 0, 0)
            guard interface.pointee.xInst?(row, place, &phrase, &column, &word) == SQLITE_OK,
                counts.indices.contains(Int(phrase)), weights.indices.contains(Int(column))
            else { return nil }
            counts[Int(phrase)] += weights[Int(column)]
        }
        let relative = saturation * (1 - lengthShare + lengthShare * Double(length) / search.averageLength)
        var weight = 0.0
        for phrase in counts.indices {
            weight +=
                search.rarities[phrase] * counts[phrase] * (saturation + 1) / (counts[phrase] + relative)
        }
        return weight
    }
}

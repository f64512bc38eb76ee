import CSQLite

/// Where in a row what was searched for stands, as an auxiliary function of FTS5.
///
/// SQL calls it as `found(TABLE, COLUMN)`. It gives a blob of 32-bit numbers, three for each place: the phrase, its first
/// word in the column, and how many words it has. A table without contents knows that, too.
enum FoundWords {
    /// Enough for a few words around them; a long text may have thousands.
    private static let most = 48

    static let function: fts5_extension_function = { interface, row, result, count, values in
        guard let interface, let row, let values, count == 1 else {
            sqlite3_result_error(result, "found takes the number of a column", -1)
            return
        }
        let column = sqlite3_value_int(values[0])
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3 * most) { places in
            let count = note(interface, row, in: column, places)
            // SQLite copies the bytes before it returns.
            let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            sqlite3_result_blob(
                result, places.baseAddress, Int32(count * MemoryLayout<Int32>.size), copies)
        }
    }

    /// Notes the places; gives how many numbers they are.
    private static func note(
        _ interface: UnsafePointer<Fts5ExtensionApi>, _ row: OpaquePointer, in wanted: Int32,
        _ places: UnsafeMutableBufferPointer<Int32>
    ) -> Int {
        var (count, noted): (Int32, Int) = (0, 0)
        guard interface.pointee.xInstCount?(row, &count) == SQLITE_OK else { return 0 }
        for place in 0..<max(0, count) where noted + 3 <= places.count {
            var (phrase, column, word): (Int32, Int32, Int32) = (0, 0, 0)
            guard interface.pointee.xInst?(row, place, &phrase, &column, &word) == SQLITE_OK else { break }
            guard column == wanted else { continue }
            (places[noted], places[noted + 1]) = (phrase, word)
            places[noted + 2] = interface.pointee.xPhraseSize?(row, phrase) ?? 1
            noted += 3
        }
        return noted
    }
}

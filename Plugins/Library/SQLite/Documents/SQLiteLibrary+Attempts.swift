import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

extension SQLiteLibrary {
    func record(_ attempt: Attempt, updateAvailable: Bool) throws(StoreError) {
        let item = try row(of: attempt.key, title: attempt.key.item, url: attempt.url)
        let isTroubled = try existingItem(of: attempt.key)?.isTroubled ?? true
        try database.run(
            """
            INSERT INTO attempt (item, at, action, outcome, status, bytes, url, reason, detail)
            VALUES (?,?,?,?,?,?,?,?,?)
            """, .integer(item), SQLiteValue(attempt.date), .text(attempt.action.rawValue),
            .text(attempt.outcome.rawValue), SQLiteValue(attempt.status.map(Int64.init)),
            .integer(attempt.bytes), .text(attempt.url), SQLiteValue(attempt.reason),
            SQLiteValue(AttemptDetail.text(of: attempt.exchanges)))
        try forgetOldAttempts(of: item)
        guard attempt.tells(updateAvailable) else { return noteChange(of: item) }
        let failure = attempt.failure
        // As a rule neither was set and neither is to be.
        guard isTroubled || failure != nil || updateAvailable else { return }
        known.forget(attempt.key)
        try database.run(
            """
            UPDATE item SET failure = ?1, update_available = ?2
            WHERE id = ?3 AND (failure IS NOT ?1 OR update_available <> ?2)
            """, SQLiteValue(failure), SQLiteValue(updateAvailable), .integer(item))
        if database.changedRows > 0 { noteChange(of: item) }
    }

    /// Forgets all but the newest attempts; looks after one in sixteen only, for it costs as much as recording one.
    private func forgetOldAttempts(of item: Int64) throws(StoreError) {
        // Multiplied by the golden ratio (Fibonacci hashing): an item's rows come at any distance, also an even one.
        let spread = UInt64(bitPattern: database.lastInsertedRow) &* 0x9E37_79B9_7F4A_7C15
        guard spread >> 60 == 0 else { return }
        try database.run(
            """
            DELETE FROM attempt WHERE item = ?1 AND id <=
                (SELECT id FROM attempt WHERE item = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
            """, .integer(item), .integer(Attempt.kept))
    }

    /// The recorded attempts for an item, the newest first.
    public func attempts(for key: ItemKey, limit: Int) throws(StoreError) -> [Attempt] {
        forgetFound()
        guard let item = try existingRow(of: key) else { return [] }
        return try database.rows(
            """
            SELECT \(RecordQuery.attempt) FROM attempt WHERE item = ? ORDER BY id DESC LIMIT ?
            """, .integer(item), .integer(Int64(limit))
        ) { $0.attempt(for: key) }
    }
}

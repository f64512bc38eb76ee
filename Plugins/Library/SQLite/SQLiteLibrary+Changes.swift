import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages

/// The change feed: each item and catalogue has the number of its last change.
extension SQLiteLibrary {
    /// What has changed since a change of that number.
    public func changes(since number: Int64) throws(StoreError) -> LedgerChanges {
        let last = try database.number("SELECT number FROM sequence") ?? 0
        var changes = LedgerChanges(number: last)
        guard number < last else { return changes }
        changes.catalogs = try database.rows(
            "SELECT location FROM catalog WHERE changed > ? ORDER BY changed, id", .integer(number)
        ) { $0.text(0) ?? "" }
        changes.items = try database.rows(
            """
            SELECT k.location, c.ident, i.ident FROM item i JOIN collection c ON c.id = i.collection
            JOIN catalog k ON k.id = c.catalog WHERE i.changed > ? AND i.changed > 0 ORDER BY i.changed, i.id
            """, .integer(number)
        ) { $0.key(from: 0) }
        return changes
    }

    /// The number of the change that the transaction under way makes: one for all that it changes.
    func changeNumber() throws(StoreError) -> Int64 {
        if let number = currentChange { return number }
        let number = try database.number("UPDATE sequence SET number = number + 1 RETURNING number") ?? 0
        currentChange = number
        return number
    }

    /// Notes that an item changed in the transaction under way, which records it at its end.
    func noteChange(of item: Int64) { changedItems.append(item) }

    /// Records which items have changed: neighbours together, as what happens to many at once happens to neighbours.
    private func recordChangedItems() throws(StoreError) {
        let items = changedItems.sorted()
        var first = 0
        while first < items.count {
            var end = first + 1
            while end < items.count, items[end] <= items[end - 1] + 1 { end += 1 }
            try database.run(
                "UPDATE item SET changed = ? WHERE id BETWEEN ? AND ?", .integer(try changeNumber()),
                .integer(items[first]), .integer(items[end - 1]))
            first = end
        }
    }

    /// Notes that a catalogue's listing changed.
    func noteChange(ofCatalog catalog: Int64) throws(StoreError) {
        try database.run(
            "UPDATE catalog SET changed = ? WHERE id = ?", .integer(try changeNumber()), .integer(catalog))
    }

    /// Notes that what is recorded of a catalogue beside its listing changed.
    func noteChange(ofCatalogAt location: String) throws(StoreError) {
        try database.run(
            "UPDATE catalog SET changed = ? WHERE location = ?", .integer(try changeNumber()), .text(location)
        )
    }

    /// Does something as one transaction, whose changes have one number.
    func change<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        (currentChange, changedItems) = (nil, [])
        defer { (currentChange, changedItems) = (nil, []) }
        return try transaction { () throws(StoreError) in
            let value = try body()
            try recordChangedItems()
            return value
        }
    }

    /// Does something as one transaction, in the library that was opened.
    func transaction<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        if let lock {
            try lock.check()
            // What is written into a file without a name is lost.
            if let place, !place.isInPlace { throw .removedInUse(place.path) }
        }
        return try database.transaction(body)
    }
}

import CarrelModel
import CarrelSQLite
import CarrelStages
import Foundation

extension SQLiteLibrary {
    /// Remembers the list that a terminal printed last, and forgets those that are too old.
    public func remember(_ list: PrintedList, of terminal: String) throws(StoreError) {
        try transaction { () throws(StoreError) in
            try database.run(
                "DELETE FROM printed WHERE terminal = ? OR at < ?", .text(terminal),
                SQLiteValue(list.date - PrintedList.lifetime))
            for (number, key) in list.items {
                try database.run(
                    "INSERT INTO printed (terminal, number, catalog, collection, item, at) VALUES (?, ?, ?, ?, ?, ?)",
                    .text(terminal), .integer(Int64(number)), .text(key.catalog), .text(key.collection),
                    .text(key.item), SQLiteValue(list.date))
            }
        }
    }

    /// The list that a terminal printed last.
    public func printedList(of terminal: String, at date: Date) throws(StoreError) -> PrintedList? {
        var list = PrintedList(items: [:], date: date)
        try database.forEachRow(
            "SELECT number, catalog, collection, item, at FROM printed WHERE terminal = ? AND at >= ?",
            .text(terminal), SQLiteValue(date - PrintedList.lifetime)
        ) { row in
            list.date = row.date(4)
            list.items[Int(clamping: row.integer(0) ?? 0)] = ItemKey(
                catalog: row.text(1) ?? "", collection: row.text(2) ?? "", item: row.text(3) ?? "")
        }
        return list.items.isEmpty ? nil : list
    }
}

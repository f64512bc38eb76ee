import CarrelModel
import CarrelRecords
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
            "SELECT number, at, catalog, collection, item FROM printed WHERE terminal = ? AND at >= ?",
            .text(terminal), SQLiteValue(date - PrintedList.lifetime)
        ) { list.add($0) }
        return list.items.isEmpty ? nil : list
    }
}

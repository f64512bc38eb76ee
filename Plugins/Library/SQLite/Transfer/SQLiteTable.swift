import CarrelRecords
import CarrelSQLite
import CarrelStages

/// The statements of one kind of record.
///
/// What a reader did has no name here, and is partly kept with the items.
struct SQLiteTable {
    let table: RecordTable
    private let columns: [RecordColumn]
    private let order: [RecordColumn]

    init(_ kind: RecordKind) {
        table = RecordTable.of(kind)
        columns = table.columns.filter { $0.type != .reader }
        order = table.columns.prefix(table.order).filter { $0.type != .reader }
    }

    private func name(_ column: RecordColumn) -> String {
        table.kind == .reading && column.name == "item" ? "id" : column.sqliteName
    }

    /// Where the rows are.
    private var source: String { table.kind == .reading ? "item" : table.name }

    private var condition: String? {
        table.kind == .reading ? "(viewed_at IS NOT NULL OR read_sha256 IS NOT NULL)" : nil
    }

    /// A page after the values of `order`, whose last parameter is how many; without a place from the beginning.
    func page(isFirst: Bool) -> String {
        var conditions = [condition].compactMap(\.self)
        let order = order.map(name).joined(separator: ", ")
        if !isFirst {
            let marks = self.order.map { _ in "?" }.joined(separator: ", ")
            // One reader has one selection, and nothing follows it.
            conditions.append(self.order.isEmpty ? "0" : "(\(order)) > (\(marks))")
        }
        return "SELECT \(columns.map(name).joined(separator: ", ")) FROM \(source)"
            + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
            + (order.isEmpty ? "" : " ORDER BY \(order)") + " LIMIT ?"
    }

    /// The values of a record, or of a place, that a statement takes.
    func values(_ values: [RecordValue]) -> [SQLiteValue] {
        zip(table.columns, values).filter { $0.0.type != .reader }.map { Self.value($0.1) }
    }

    /// A record in the statement's row.
    func record(_ row: borrowing Statement) -> [RecordValue] {
        var record: [RecordValue] = []
        record.reserveCapacity(table.columns.count)
        var index: Int32 = 0
        for column in table.columns {
            guard column.type != .reader else {
                record.append(.null)
                continue
            }
            switch column.type {
            case .text, .reader: record.append(row.text(index).map(RecordValue.text) ?? .null)
            case .flag: record.append(.integer(row.flag(index) ? 1 : 0))
            case .integer: record.append(row.integer(index).map(RecordValue.integer) ?? .null)
            case .time:
                record.append(row.integer(index).map { .time(SQLiteTime.microseconds($0)) } ?? .null)
            }
            index += 1
        }
        return record
    }

    /// Takes a record.
    var insertion: String {
        switch table.kind {
        case .sequence: return "UPDATE sequence SET number = ?"
        case .reading:
            return "UPDATE item SET viewed_at = ?2, read_sha256 = ?3 WHERE id = ?1"
        case .selections:
            return "INSERT OR REPLACE INTO selection (only, catalog, collection) VALUES (1, ?, ?)"
        default:
            let names = columns.map(name).joined(separator: ", ")
            let marks = columns.map { _ in "?" }.joined(separator: ", ")
            return "INSERT INTO \(table.name) (\(names)) VALUES (\(marks))"
        }
    }

    /// Removes all of them; `nil` if they go with others.
    var removal: String? {
        switch table.kind {
        case .sequence: "UPDATE sequence SET number = 0"
        case .reading: nil
        default: "DELETE FROM \(table.name)"
        }
    }

    /// Finds one of them, if what it belongs to does not tell.
    var search: String? {
        switch table.kind {
        case .sequence, .reading: nil
        default: "SELECT 1 FROM \(table.name) LIMIT 1"
        }
    }

    private static func value(_ value: RecordValue) -> SQLiteValue {
        switch value {
        case .null: .null
        case .text(let text): .text(text)
        case .time(let time): .integer(SQLiteTime.milliseconds(time))
        case .integer(let number): .integer(number)
        }
    }
}

/// Times as they are in the database, in milliseconds.
enum SQLiteTime {
    static func microseconds(_ milliseconds: Int64) -> Int64 {
        let (product, overflows) = milliseconds.multipliedReportingOverflow(by: 1000)
        return overflows ? (milliseconds < 0 ? .min : .max) : product
    }

    static func milliseconds(_ microseconds: Int64) -> Int64 {
        (RecordValue.time(microseconds).rounded(to: 1000).time ?? 0) / 1000
    }
}

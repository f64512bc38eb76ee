import CarrelPostgreSQL
import CarrelRecords
import CarrelStages

/// The statements of one kind of record.
struct PostgreSQLTable {
    let table: RecordTable
    private let order: ArraySlice<RecordColumn>

    init(_ kind: RecordKind) {
        table = RecordTable.of(kind)
        order = table.columns.prefix(table.order)
    }

    /// What says in which order the records are: what stands for a text in the index, where something does.
    private static func orderName(_ column: RecordColumn) -> String { column.key ?? column.name }

    // MARK: Giving

    /// A page.
    ///
    /// - Parameters:
    ///   - place: after which record; `nil` for the first page.
    ///   - limit: how many records at the most.
    ///   - reader: whose; `nil` for everybody's.
    /// - Returns: the statement.
    func page(after place: [RecordValue]?, atMost limit: Int, of reader: String?) -> PostgreSQLStatement {
        var values: [PostgreSQLValue] = []
        func mark(_ value: PostgreSQLValue) -> String {
            values.append(value)
            return "$\(values.count)"
        }
        var conditions: [String] = []
        var order = Array(zip(self.order, place ?? []))
        let hasReader = table.columns.contains { $0.type == .reader }
        if hasReader, let reader {
            conditions.append("reader = \(mark(.text(reader)))")
            order.removeAll { $0.0.type == .reader }
        }
        if place != nil {
            let names = order.map { Self.orderName($0.0) }.joined(separator: ", ")
            let marks = order.map { mark(Self.orderValue($0.1, $0.0)) }.joined(separator: ", ")
            // One reader has one selection, and nothing follows it.
            conditions.append(order.isEmpty ? "false" : "(\(names)) > (\(marks))")
        }
        let columns = table.columns.map { $0.keyMeaning ?? $0.name }.joined(separator: ", ")
        let names = self.order.map(Self.orderName).joined(separator: ", ")
        let sql =
            "SELECT \(columns) FROM \(table.name)"
            + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
            + (names.isEmpty ? "" : " ORDER BY \(names)") + " LIMIT \(mark(.integer(Int64(limit))))"
        return PostgreSQLStatement(sql, values)
    }

    private static func orderValue(_ value: RecordValue, _ column: RecordColumn) -> PostgreSQLValue {
        switch value {
        case .null: .null
        case .integer(let number), .time(let number): .integer(number)
        case .text(let text): .text(column.key == nil ? text : IndexedText.key(text))
        }
    }

    /// The record of a row.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - isOwn: whether it is the reader's own, who is not named.
    /// - Returns: the record.
    func record(_ row: PostgreSQLRows.Row, isOwn: Bool) -> [RecordValue] {
        table.columns.enumerated().map { index, column in
            let index = Int32(index)
            switch column.type {
            case .reader where isOwn: return .null
            case .reader, .text: return row.text(index).map(RecordValue.text) ?? .null
            case .flag: return .integer(row.flag(index) ? 1 : 0)
            case .integer: return row.integer(index).map(RecordValue.integer) ?? .null
            case .time: return row.integer(index).map(RecordValue.time) ?? .null
            }
        }
    }

    // MARK: Taking

    /// Takes records, in one statement.
    ///
    /// - Parameters:
    ///   - records: the records.
    ///   - reader: whose they are where they name nobody.
    /// - Returns: the statement.
    func insertion(of records: [[RecordValue]], reader: String) -> PostgreSQLStatement {
        if table.kind == .sequence {
            return PostgreSQLStatement(
                "UPDATE sequence SET number = $1", [.integer(records.first?.first?.integer ?? 0)])
        }
        var names: [String] = []
        var types: [String] = []
        var values: [PostgreSQLValue] = []
        func add(_ name: String, _ type: String, _ value: PostgreSQLValue) {
            names.append(name)
            types.append("$\(names.count)::\(type)[]")
            values.append(value)
        }
        for (index, column) in table.columns.enumerated() {
            let cells = records.map { $0[index] }
            switch column.type {
            case .reader: add(column.name, "text", .texts(cells.map { $0.text ?? reader }))
            case .flag: add(column.name, "boolean", .flags(cells.map { $0.integer == 1 }))
            case .integer: add(column.name, "bigint", .integers(cells.map(\.integer)))
            case .time: add(column.name, "bigint", .integers(cells.map(\.time)))
            case .text:
                if column.keyMeaning == nil { add(column.name, "text", .texts(cells.map(\.text))) }
                guard let key = column.key else { continue }
                add(key, "text", .texts(cells.map { $0.text.map(IndexedText.key) }))
            }
        }
        // They keep the numbers by which they name each other.
        return PostgreSQLStatement(
            """
            INSERT INTO \(table.name) (\(names.joined(separator: ", "))) OVERRIDING SYSTEM VALUE
            SELECT * FROM unnest(\(types.joined(separator: ", ")))
            """, values)
    }

    /// Has the next record get a number that none has; `nil` if the database gives no numbers.
    var numbering: PostgreSQLStatement? {
        guard table.columns.first?.name == "id" else { return nil }
        return PostgreSQLStatement(
            """
            SELECT setval(pg_get_serial_sequence($1::text, 'id'), coalesce(max(id), 0) + 1, false)
            FROM \(table.name)
            """, [.text(table.name)])
    }

    /// Finds one of them; `nil` for what is always there.
    var search: PostgreSQLStatement? {
        table.kind == .sequence ? nil : PostgreSQLStatement("SELECT 1 FROM \(table.name) LIMIT 1")
    }
}

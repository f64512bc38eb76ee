import CarrelStages

/// The columns of one kind of record, in the order of a record's values: one description for every database.
package struct RecordTable: Sendable {
    /// The kind.
    package let kind: RecordKind
    /// Its table.
    package let name: String
    /// Its columns.
    package let columns: [RecordColumn]
    /// How many of the first columns say in which order records are given; together they are unique.
    package let order: Int

    /// The table of a kind.
    package static func of(_ kind: RecordKind) -> RecordTable {
        tables[kind] ?? RecordTable(kind, "", [], by: 0)
    }

    init(_ kind: RecordKind, _ name: String, _ columns: [RecordColumn], by order: Int = 1) {
        (self.kind, self.name, self.columns, self.order) = (kind, name, columns, order)
    }

    /// The place of a column among the values; `nil` if there is none of that name.
    package static func place(of column: String, in kind: RecordKind) -> Int? {
        of(kind).columns.firstIndex { $0.name == column }
    }

    /// The place after a record.
    package func place(of record: [RecordValue]) -> [RecordValue] { Array(record.prefix(order)) }

    /// Checks that values can be those of this kind.
    ///
    /// - Parameters:
    ///   - records: the records.
    ///   - subject: the library.
    /// - Throws: `StoreError` with `.database` if they cannot.
    package func check(_ records: [[RecordValue]], _ subject: String) throws(StoreError) {
        for record in records {
            let fits =
                record.count == columns.count
                && zip(record, columns).allSatisfy { value, column in
                    switch (value, column.type) {
                    case (.null, _), (.integer, .integer), (.integer, .flag), (.time, .time), (.text, .text),
                        (.text, .reader):
                        true
                    default: false
                    }
                }
            guard fits else {
                throw StoreError(
                    .database, subject: subject,
                    reason: "these cannot be records of the kind “\(kind.rawValue)”"
                )
            }
        }
    }

    private static let tables = Dictionary(uniqueKeysWithValues: all.map { ($0.kind, $0) })
}

/// One column.
package struct RecordColumn: Sendable {
    /// What it holds.
    package enum ColumnType: Sendable {
        case integer, flag, text
        /// A time.
        case time
        /// The name of a reader; a database that keeps one reader has no such column.
        case reader
    }

    /// Its name.
    package let name: String
    /// What it holds.
    package let type: ColumnType
    /// Its name in SQLite.
    package let sqliteName: String
    /// The column of PostgreSQL that stands for its text in an index; `nil` without one.
    package let key: String?
    /// What PostgreSQL reads instead of the column, which has only the key of it; `nil` for the column itself.
    package let keyMeaning: String?

    static func text(
        _ name: String, key: String? = nil, meaning: String? = nil
    ) -> RecordColumn {
        RecordColumn(name: name, type: .text, sqliteName: name, key: key, keyMeaning: meaning)
    }

    /// A number.
    static func integer(_ name: String, sqlite: String? = nil) -> RecordColumn {
        RecordColumn(name: name, type: .integer, sqliteName: sqlite ?? name, key: nil, keyMeaning: nil)
    }

    static func time(_ name: String) -> RecordColumn {
        RecordColumn(name: name, type: .time, sqliteName: name, key: nil, keyMeaning: nil)
    }

    /// A truth.
    static func flag(_ name: String) -> RecordColumn {
        RecordColumn(name: name, type: .flag, sqliteName: name, key: nil, keyMeaning: nil)
    }

    /// The name of a reader.
    static let reader = RecordColumn(
        name: "reader", type: .reader, sqliteName: "reader", key: nil, keyMeaning: nil)
}

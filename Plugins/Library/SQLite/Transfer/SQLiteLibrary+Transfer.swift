import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

/// Gives and takes records: those of one reader, with times in milliseconds.
///
/// The note of an unfinished copy is a table of its own, which no other library has.
extension SQLiteLibrary: RecordTransfer {
    /// It gives and takes records.
    public nonisolated var transfer: (any RecordTransfer)? { self }

    /// There is one reader, without a name.
    public nonisolated var keepsReaders: Bool { false }

    /// Milliseconds.
    public nonisolated var timeStep: Int64 { 1000 }

    /// What tells the database from all others, and the number of its last change.
    public func origin() throws(StoreError) -> RecordOrigin? {
        guard let identity else { return nil }
        let number = try database.number("SELECT number FROM sequence")
        return RecordOrigin(identity: identity, number: number ?? 0)
    }

    /// A page of records.
    public func records(
        _ kind: RecordKind, after place: [RecordValue]?, atMost limit: Int, of readers: RecordReaders
    ) throws(StoreError) -> RecordPage {
        let table = SQLiteTable(kind)
        let statement = try database.statement(table.page(isFirst: place == nil))
        defer { statement.reset() }
        try statement.bind((place.map(table.values) ?? []) + [.integer(Int64(limit))])
        var records: [[RecordValue]] = []
        while try statement.step() { records.append(table.record(statement)) }
        let end = records.count < limit ? nil : records.last.map(table.table.place)
        return RecordPage(records, end: end)
    }

    /// The note of an unfinished copy.
    public func unfinishedCopy() throws(StoreError) -> RecordCopy? { try Self.unfinishedCopy(in: database) }

    static func unfinishedCopy(in database: Database) throws(StoreError) -> RecordCopy? {
        guard try isUnfinished(database),
            let text = try database.rows("SELECT note FROM copying", make: { $0.text(0) ?? "" }).first
        else { return nil }
        return try RecordNote.copy(text, "the library")
    }

    /// Refuses a library that was made for a copy which is not finished.
    static func checkIsWhole(_ database: Database, _ subject: String) throws(StoreError) {
        guard try isUnfinished(database) else { return }
        throw RecordCopy.refusal(subject, try unfinishedCopy(in: database))
    }

    private static func isUnfinished(_ database: Database) throws(StoreError) -> Bool {
        try database.hasRow("SELECT 1 FROM sqlite_schema WHERE name = 'copying'")
    }

    /// Begins a copy.
    public func beginCopy(_ copy: RecordCopy) throws(StoreError) {
        forgetFound()
        try transaction { () throws(StoreError) in
            if try unfinishedCopy() == nil {
                for search in RecordKind.allCases.compactMap({ SQLiteTable($0).search }) {
                    guard try !database.hasRow(search) else { throw RecordNote.notEmpty(subject) }
                }
                try database.execute(Schema.copying)
            }
            for removal in RecordKind.allCases.reversed().compactMap({ SQLiteTable($0).removal }) {
                try database.run(removal)
            }
            try write(copy)
        }
    }

    /// Takes records and the note.
    public func take(
        _ records: [[RecordValue]], _ kind: RecordKind, _ copy: RecordCopy
    ) throws(StoreError) {
        let table = SQLiteTable(kind)
        try table.table.check(records, subject)
        try transaction { () throws(StoreError) in
            let statement = try database.statement(table.insertion)
            for record in records {
                defer { statement.reset() }
                try statement.bind(table.values(record))
                while try statement.step() {}
            }
            try write(copy)
        }
    }

    /// Removes the note.
    public func finishCopy() throws(StoreError) { try database.execute("DROP TABLE IF EXISTS copying") }

    private func write(_ copy: RecordCopy) throws(StoreError) {
        try database.run("DELETE FROM copying")
        try database.run("INSERT INTO copying (note) VALUES (?)", .text(try RecordNote.text(copy)))
    }
}

import CarrelPostgreSQL
import CarrelRecords
import CarrelStages

/// Gives and takes records: those of every reader, with times in microseconds.
///
/// The note of an unfinished copy is a table of its own, which no other library has.
extension PostgreSQLLibrary: RecordTransfer {
    /// It gives and takes records.
    nonisolated var transfer: (any RecordTransfer)? { self }

    /// Each reader has a name.
    nonisolated var keepsReaders: Bool { true }

    /// Microseconds.
    nonisolated var timeStep: Int64 { 1 }

    /// What tells the schema's records from all others, and the number of their last change.
    func origin() throws(StoreError) -> RecordOrigin? {
        try lookForLibrary()
        guard identity != 0 else { return nil }
        let number = try session.run("SELECT number FROM sequence").first?.integer(0) ?? 0
        return RecordOrigin(
            identity: "postgresql-\(String(UInt64(bitPattern: identity), radix: 16))", number: number)
    }

    /// A page of records.
    func records(
        _ kind: RecordKind, after place: [RecordValue]?, atMost limit: Int, of readers: RecordReaders
    ) throws(StoreError) -> RecordPage {
        let table = PostgreSQLTable(kind)
        let own = readers == .own ? reader : nil
        let rows = try session.run([table.page(after: place, atMost: limit, of: own)]).last
        let records = rows?.map { table.record($0, isOwn: own != nil) } ?? []
        let end = records.count < limit ? nil : records.last.map(table.table.place)
        return RecordPage(records, end: end)
    }

    // MARK: Unfinished copies

    /// The note of an unfinished copy.
    func unfinishedCopy() throws(StoreError) -> RecordCopy? {
        try Self.unfinishedCopy(session, schema)
    }

    static func unfinishedCopy(
        _ session: PostgreSQLSession, _ schema: String
    ) throws(StoreError) -> RecordCopy? {
        guard try isUnfinished(session, schema),
            let note = try session.run("SELECT note FROM \"\(schema)\".copying").first
        else { return nil }
        return try RecordNote.copy(note.text(0) ?? "", session.subject)
    }

    /// Refuses a library that was made for a copy which is not finished.
    static func checkIsWhole(_ session: PostgreSQLSession, _ schema: String) throws(StoreError) {
        guard try isUnfinished(session, schema) else { return }
        throw RecordCopy.refusal(session.subject, try unfinishedCopy(session, schema))
    }

    private static func isUnfinished(
        _ session: PostgreSQLSession, _ schema: String
    ) throws(StoreError) -> Bool {
        let isThere = try session.run(
            """
            SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = $1::text AND c.relname = 'copying'
            """, .text(schema))
        return isThere.count > 0
    }

    func beginCopy(_ copy: RecordCopy) throws(StoreError) {
        try transaction { () throws(StoreError) in
            if try unfinishedCopy() == nil {
                let found = try session.run(RecordKind.allCases.compactMap { PostgreSQLTable($0).search })
                guard found.allSatisfy({ $0.count == 0 }) else {
                    throw RecordNote.notEmpty(session.subject)
                }
                try session.run([PostgreSQLSchema.copying])
            }
            let tables = RecordKind.allCases.filter { $0 != .sequence }.map { PostgreSQLTable($0).table.name }
            try session.run([
                PostgreSQLStatement("TRUNCATE \(tables.joined(separator: ", "))"),
                PostgreSQLStatement("UPDATE sequence SET number = 0"),
            ])
            try session.run(try Self.noting(copy))
        }
    }

    /// Takes records and the note.
    func take(
        _ records: [[RecordValue]], _ kind: RecordKind, _ copy: RecordCopy
    ) throws(StoreError) {
        let table = PostgreSQLTable(kind)
        try table.table.check(records, session.subject)
        let insertion = records.isEmpty ? [] : [table.insertion(of: records, reader: reader)]
        try session.atomically(insertion + (try Self.noting(copy)))
    }

    /// Removes the note, and tells the database what it has now, so that it plans its queries well.
    func finishCopy() throws(StoreError) {
        let tables = RecordKind.allCases.map(PostgreSQLTable.init)
        let names = tables.map(\.table.name).joined(separator: ", ")
        try session.atomically(
            tables.compactMap(\.numbering) + [
                PostgreSQLStatement("DROP TABLE IF EXISTS copying"), PostgreSQLStatement("ANALYZE \(names)"),
            ])
    }

    private static func noting(_ copy: RecordCopy) throws(StoreError) -> [PostgreSQLStatement] {
        [
            PostgreSQLStatement("DELETE FROM copying"),
            PostgreSQLStatement(
                "INSERT INTO copying (note) VALUES ($1)", [.text(try RecordNote.text(copy))]),
        ]
    }
}

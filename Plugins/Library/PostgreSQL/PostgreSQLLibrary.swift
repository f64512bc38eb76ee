import CarrelBasics
import CarrelModel
import CarrelPostgreSQL
import CarrelRecords
import CarrelStages

/// A library's records in one schema of a PostgreSQL database.
actor PostgreSQLLibrary: Library, PostgreSQLBacked {
    private let executor = BlockingExecutor(label: "carrel.library.postgresql")
    private let listener: ChangeListener
    /// What it holds beside the database's own lock.
    let lock: LibraryLock?
    let session: PostgreSQLSession
    /// Keeps the connection, and knows when it is lost.
    let held = HeldConnection()
    /// The database.
    nonisolated let address: PostgreSQLAddress
    /// The name of the schema, which is also the channel on which changes are told.
    nonisolated let schema: String
    /// Who looks at documents here.
    let reader: String
    /// Tells these records from others that are or were in the same place; 0 where there are none.
    nonisolated let identity: Int64
    /// The worker that works with it; `nil` before it has claimed what others left.
    var worker: Int64?
    /// Whether there was no library when this was opened, nor later.
    private var isEmpty = false

    /// The queue that the database is used on.
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the records.
    ///
    /// - Parameters:
    ///   - address: the database.
    ///   - place: the schema, and whose state of reading is kept.
    ///   - access: what they are opened for.
    ///   - begins: whether whoever writes begins them where there are none.
    ///   - goesOn: whether this process has opened them before: then whoever does not need them alone may go on beside a newer
    ///     Carrel.
    ///   - lock: what it is to hold as long as it is there.
    /// - Throws: `StoreError`, with `.notFound` if there are none to write to, and none are to be begun.
    init(
        _ address: PostgreSQLAddress, _ place: PostgreSQLPlace, _ access: LibraryAccess, begins: Bool = true,
        goesOn: Bool = false, holding lock: LibraryLock?
    ) throws(StoreError) {
        self.lock = lock
        listener = ChangeListener(address, schema: place.schema)
        session = try PostgreSQLSession(address, schema: place.schema)
        (self.address, schema, reader) = (address, place.schema, place.reader)
        switch access {
        case .exclusive, .giving, .receiving:
            try PostgreSQLSchema.migrate(session, schema, begins: begins, isReceiving: access == .receiving)
            try LibraryHold.alone.take(session, schema)
        case .joined, .working:
            try PostgreSQLSchema.migrate(session, schema, begins: begins, goesOn: goesOn)
            try LibraryHold.joined.take(session, schema)
        case .shared where try PostgreSQLSchema.version(session, of: schema) == 0:
            try PostgreSQLSchema.makeEmpty(session)
            (identity, isEmpty) = (0, true)
            return
        case .shared: try PostgreSQLSchema.migrate(session, schema, goesOn: goesOn)
        }
        identity = try session.run("SELECT identity FROM version").first?.integer(0) ?? 0
        if access != .receiving { try Self.checkIsWhole(session, place.schema) }
    }

    /// Waits until a change is told, which is at once after it was made.
    nonisolated func waitForChange(since number: Int64, atMost time: Duration) async {
        await listener.wait(since: number, atMost: time)
    }

    /// Sees the library that another process has made since this was opened.
    func lookForLibrary() throws(StoreError) {
        guard isEmpty, try PostgreSQLSchema.version(session, of: schema) > 0 else { return }
        try PostgreSQLSchema.leaveEmpty(session, schema)
        isEmpty = false
    }

    /// Refuses to remember anything where there is no library: what is empty to look at would forget it.
    func checkIsThere() throws(StoreError) {
        try lookForLibrary()
        guard !isEmpty else { throw .noLibrary(address.subject) }
    }

    /// What is wrong with the records, as far as queries can tell.
    func damage() throws(StoreError) -> String? {
        for check in Self.orphans {
            let count = try session.run("SELECT count(*) FROM \(check.sql)").first?.integer(0) ?? 0
            if count > 0 { return "\(count) rows of \(check.table) belong to nothing" }
        }
        return nil
    }

    /// What a writer would hear first: the database repeats another one, or the user may only read.
    func refusal() throws(StoreError) -> StoreError? {
        do throws(StoreError) {
            try session.transaction { () throws(StoreError) in
                _ = try session.run("SELECT number FROM sequence FOR UPDATE NOWAIT")
            }
            return nil
        } catch {
            switch error.code {
            case .denied, .forbidden: return error
            // Somebody is writing.
            case .busy: return nil
            default: throw error
            }
        }
    }

    /// What the database itself keeps from happening, unless its files were damaged.
    private static let orphans: [(table: String, sql: String)] = [
        ("collection", "collection c WHERE NOT EXISTS (SELECT 1 FROM catalog WHERE id = c.catalog)"),
        ("item", "item i WHERE NOT EXISTS (SELECT 1 FROM collection WHERE id = i.collection)"),
        ("document", "document d WHERE NOT EXISTS (SELECT 1 FROM item WHERE id = d.item)"),
        ("attempt", "attempt a WHERE NOT EXISTS (SELECT 1 FROM item WHERE id = a.item)"),
        (
            "quarantine",
            "quarantine q WHERE item IS NOT NULL AND NOT EXISTS (SELECT 1 FROM item WHERE id = q.item)"
        ),
    ]
}

/// Where in a database a library is, and who looks at it.
struct PostgreSQLPlace: Sendable {
    /// The schema: letters, digits and `_`, so that it can be part of a statement.
    var schema: String
    /// Whose views, marks and lists are kept.
    var reader: String
}

extension PostgreSQLRows.Row: RecordRow {}

import CarrelBasics
import CarrelModel
import CarrelRecords
import CarrelSQLite
import CarrelStages
import Foundation

/// A library's memory in one SQLite database, `.carrel/library.sqlite`.
public actor SQLiteLibrary: Library {
    private let executor: BlockingExecutor
    let lock: LibraryLock?
    /// Where the records are, where this process writes them.
    private var records: RecordFolder?
    let database: Database
    /// The library's folder, for messages.
    let subject: String
    /// Tells these records from all others; `nil` if there is no library.
    let identity: String?
    /// Which file the database is; `nil` if it is not one.
    let place: RecordPlace?
    /// Whether there were records when it was opened.
    public nonisolated let isThere: Bool
    /// What the transaction under way has looked up.
    var known = KnownRows()
    /// The publications that were recorded last and are not settled yet: all that there are, as a rule.
    var lastPublications: [String] = []
    /// The number of the change that the transaction under way makes, once it has changed something.
    var currentChange: Int64?
    /// The rows of the items that it has changed.
    var changedItems: [Int64] = []

    /// The queue that the database is used on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the memory of a library.
    ///
    /// A library that does not exist yet is empty in shared mode, and nothing is created.
    ///
    /// - Parameters:
    ///   - root: the library's folder.
    ///   - access: what it is opened for.
    ///   - executor: where the database is used.
    ///   - begins: whether a library is begun for a process that writes if there is none.
    /// - Throws: `StoreError`, with `.gone` if there is none, and none is to be begun.
    public init(
        root: URL, access: LibraryAccess,
        on executor: BlockingExecutor = BlockingExecutor(label: "carrel.library"), begins: Bool = true
    ) throws(StoreError) {
        self.executor = executor
        subject = root.path
        switch access {
        case .exclusive, .giving, .receiving:
            let (records, lock) = try RecordFolder.writing(in: root, begins: begins)
            (self.lock, self.records) = (lock, records)
            identity = try Self.identity(of: records)
            place = RecordPlace(records.path)
            database = try Self.writingDatabase(records, for: access)
            isThere = true
        case .shared:
            let records = try RecordFolder.reading(in: root)
            if let records { identity = try Self.identity(of: records) } else { identity = nil }
            place = records.flatMap { RecordPlace($0.path) }
            lock = nil
            if let found = try Self.sharedDatabase(in: root) {
                (database, isThere) = (found, true)
            } else {
                (database, isThere) = (try Self.empty(path: root.path), false)
            }
        case .joined, .working: throw .notJoinable(root.path)
        }
        if access != .receiving { try Self.checkIsWhole(database, subject) }
    }

    /// Numbers of files are only told apart on one disk.
    private static func identity(of records: RecordFolder) throws(StoreError) -> String {
        let identity = try records.identity
        return "sqlite \(UInt64(bitPattern: identity)) \(records.path)"
    }

    /// Opens a memory of this process: each library of one name is the same, until the last of them goes.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - access: what it is opened for.
    ///   - lock: what it is to hold as long as it is there.
    init(
        inMemory name: String, _ access: LibraryAccess = .shared, holding lock: LibraryLock? = nil
    ) throws(StoreError) {
        self.lock = lock
        (subject, identity, place, isThere) = ("memory", "memory \(name)", nil, true)
        executor = BlockingExecutor(label: "carrel.library")
        let database = try Database(path: name, mode: .inMemory)
        self.database = try Self.prepared(database, path: "memory", .writeAhead, for: access)
        if access != .receiving { try Self.checkIsWhole(self.database, subject) }
    }

    /// Whether the database is still the one in the library's folder.
    public nonisolated var isInPlace: Bool { place?.isInPlace ?? true }

    /// Keeps a copy of the records beside them, for when they are damaged.
    ///
    /// A copy of damaged pages does not come about: SQLite reads it before it replaces the former one. Only the first
    /// one of records that this process began is taken as it is.
    public func keepCopy(unlessYoungerThan age: Duration) async throws(StoreError) {
        guard let records, try !locations().isEmpty else { return }
        try records.keepCopy(unlessYoungerThan: age) { (file, path, isRead) throws(StoreError) in
            try database.copy(to: file, at: path)
            if isRead { try database.checkCopy(path) }
        }
    }

    /// What is wrong with the database, by SQLite's own reading of all of it.
    public func damage() throws(StoreError) -> String? {
        try database.damage()
    }

    /// What a writer would hear first: its disk or its permissions do not let it.
    public func refusal() -> StoreError? { place.flatMap { Database.refusal(of: $0.path) } }

    /// A memory that nobody else shares, and that ends with it.
    public static func inMemory() throws(StoreError) -> SQLiteLibrary {
        try SQLiteLibrary(inMemory: UUID().uuidString)
    }

    /// Opens the database of whoever only looks; `nil` if there are no records yet.
    private static func sharedDatabase(in root: URL) throws(StoreError) -> Database? {
        guard let records = try RecordFolder.reading(in: root) else { return nil }
        let path = records.path
        do {
            if records.journal == .writeAhead { try SharedFiles.prepare(beside: path) }
            let database = try Database(path: path, mode: .existing)
            // Created by a process that has not filled it yet.
            guard try Schema.version(of: database) != 0 else { return nil }
            return try prepared(database, path: path, records.journal)
        } catch  where [.readOnly, .system, .full].contains(error.code) {
            // WAL needs to write beside the database; a read-only medium can be read as it stands, and so can a disk that
            // is full, or fails, if the log holds nothing.
            let refusal = Database.refusal(of: path)
            let isReadOnly = error.code == .readOnly || refusal != nil
            guard isReadOnly && error.code != .full || !records.hasLog else { throw error }
            let database = try Database(path: path, mode: .immutable, refusal: refusal ?? error)
            let isCurrent = try Schema.isCurrent(database, path: path)
            _ = try database.rows("SELECT count(*) FROM catalog") { $0.integer(0) }
            return try isCurrent ? database : currentCopy(of: database, path)
        }
    }

    /// A copy of an older database that nobody can write to, which this process alone has: current, and as unwritable.
    private static func currentCopy(of database: Database, _ path: String) throws(StoreError) -> Database {
        let copy = try database.temporaryCopy()
        // As where a library is opened that can be written to.
        try copy.execute("PRAGMA trusted_schema = OFF")
        // The disk for files without a name may be the one that is full.
        try copy.execute("PRAGMA journal_mode = MEMORY")
        try Schema.migrate(copy, path: path)
        // What is told to it would be forgotten.
        try copy.execute("PRAGMA query_only = ON")
        return copy
    }

    private static func writingDatabase(
        _ records: RecordFolder, for access: LibraryAccess
    ) throws(StoreError) -> Database {
        let path = records.path
        if records.journal == .writeAhead { try SharedFiles.prepare(beside: path) }
        do {
            return try prepared(
                Database(path: path, mode: .writing), path: path, records.journal, for: access)
        } catch  where error.code == .full && records.journal == .writeAhead {
            // What processes share takes room beside the database, and what makes room needs the database: alone it
            // takes none (sqlite.org/wal.html, section 8).
            return try prepared(Database(path: path, mode: .alone), path: path, records.journal, for: access)
        }
    }

    private static func empty(path: String) throws(StoreError) -> Database {
        try prepared(Database(path: ":memory:", mode: .writing), path: path, .writeAhead)
    }

    private static func prepared(
        _ database: Database, path: String, _ journal: Database.Journal, for access: LibraryAccess = .shared
    ) throws(StoreError) -> Database {
        // Of a new database: each page that changes is a write into the log, and another one from there.
        try database.execute("PRAGMA page_size = 8192")
        try database.execute("PRAGMA journal_mode = \(journal.rawValue)")
        // What a run writes over and over, such as the inner pages of an index, goes into the database once.
        try database.execute("PRAGMA wal_autocheckpoint = 2000")
        // With FULL a committed transaction survives a power failure, which the guarantees build on.
        try database.execute("PRAGMA synchronous = FULL")
        try database.execute("PRAGMA foreign_keys = ON")
        // A library may be somebody else's work: its schema calls no function that could do harm.
        try database.execute("PRAGMA trusted_schema = OFF")
        try Schema.migrate(database, path: path, isReceiving: access == .receiving)
        return database
    }
}

extension Statement: RecordRow {}

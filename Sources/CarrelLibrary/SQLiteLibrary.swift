import CarrelCore
import Foundation

/// A library's memory in one SQLite database, `.carrel/library.sqlite`.
public actor SQLiteLibrary: Library {
    /// What a library is opened for.
    public enum Mode: Sendable {
        /// To be written to by this process alone: the lock is taken, the database created and migrated.
        case exclusive
        /// To be looked at, and to remember views and selections, beside a process that holds it.
        case shared
    }

    private let executor = BlockingExecutor(label: "carrel.library")
    private let lock: LibraryLock?
    let database: Database

    /// The queue that the database is used on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the memory of a library.
    ///
    /// A library that does not exist yet is empty in shared mode, and nothing is created.
    ///
    /// - Parameters:
    ///   - root: the library's folder, or `nil` for a memory that ends with the process.
    ///   - mode: what it is opened for.
    /// - Throws: `StoreError`.
    public init(root: URL?, mode: Mode) throws(StoreError) {
        guard let root else {
            lock = nil
            database = try Self.prepared(Database(path: ":memory:", mode: .writing), path: "memory")
            return
        }
        let folder = root.appending(path: ".carrel")
        let path = folder.appending(path: "library.sqlite").path
        switch mode {
        case .exclusive:
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw StoreError(cocoaError: error, subject: root.path, doing: "the library could not be created")
            }
            lock = try LibraryLock(folder: folder)
            database = try Self.prepared(Database(path: path, mode: .writing), path: path)
        case .shared:
            lock = nil
            database = try Self.sharedDatabase(path: path)
        }
    }

    private static func sharedDatabase(path: String) throws(StoreError) -> Database {
        guard FileManager.default.fileExists(atPath: path) else {
            return try prepared(Database(path: ":memory:", mode: .writing), path: path)
        }
        do {
            return try prepared(Database(path: path, mode: .existing), path: path)
        } catch where error.code == .readOnly || error.code == .system {
            // WAL needs to write beside the database; a read-only medium can be read as it stands.
            let database = try Database(path: path, mode: .immutable)
            _ = try database.rows("SELECT count(*) FROM catalog") { $0.integer(0) }
            return database
        }
    }

    private static func prepared(_ database: Database, path: String) throws(StoreError) -> Database {
        try database.execute("PRAGMA journal_mode = WAL")
        // With FULL a committed transaction survives a power failure, which the guarantees build on.
        try database.execute("PRAGMA synchronous = FULL")
        try database.execute("PRAGMA foreign_keys = ON")
        try Schema.migrate(database, path: path)
        return database
    }
}

import CarrelCore
import Foundation

/// A library's memory in one SQLite database, `.carrel/library.sqlite`.
public actor SQLiteLibrary: Library {
    private let executor = BlockingExecutor(label: "carrel.library")
    private let lock: LibraryLock?
    let database: Database
    /// The row that was looked up last within a transaction.
    var lastFound: (key: ItemKey, row: Int64)?

    /// The queue that the database is used on.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the memory of a library.
    ///
    /// A library that does not exist yet is empty in shared mode, and nothing is created.
    ///
    /// - Parameters:
    ///   - root: the library's folder, or `nil` for a memory that ends with the process.
    ///   - access: what it is opened for.
    /// - Throws: `StoreError`.
    public init(root: URL?, access: LibraryAccess) throws(StoreError) {
        guard let root else {
            lock = nil
            database = try Self.prepared(Database(path: ":memory:", mode: .writing), path: "memory")
            return
        }
        let folder = root.appending(path: ".carrel")
        let path = folder.appending(path: "library.sqlite").path
        switch access {
        case .exclusive:
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw StoreError(
                    cocoaError: error, subject: root.path, doing: "the library could not be created")
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
            let database = try Database(path: path, mode: .existing)
            // Created by a process that has not filled it yet.
            guard try Schema.version(of: database) > 0 else {
                return try prepared(Database(path: ":memory:", mode: .writing), path: path)
            }
            return try prepared(database, path: path)
        } catch  where error.code == .readOnly || error.code == .system {
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

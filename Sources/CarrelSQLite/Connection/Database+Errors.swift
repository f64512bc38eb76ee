import CSQLite
import CarrelBasics
import CarrelStages
import Foundation

/// What SQLite's codes are to people.
extension Database {
    /// Why a database cannot be written, as the system says it; `nil` if that is not because of its disk or its permissions.
    package static func refusal(of path: String) -> StoreError? {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard access(folder, W_OK) != 0 || access(path, W_OK) != 0 else { return nil }
        return StoreError(systemError: errno, subject: path, doing: "the library could not be written to")
    }

    /// The error for a code of SQLite, with what the connection knows of it.
    ///
    /// - Parameters:
    ///   - code: the code.
    ///   - path: the database.
    ///   - connection: the connection that failed.
    ///   - refusal: why nothing can be written, where somebody knows.
    static func error(
        _ code: Int32, path: String, _ connection: SQLiteConnection, _ refusal: StoreError? = nil
    ) -> StoreError {
        if code & 0xFF == SQLITE_READONLY, let refusal { return refusal }
        return error(
            code, path: path, message: connection.message, system: connection.systemError(behind: code))
    }

    static func error(
        _ code: Int32, path: String, message: String, system: Int32 = 0
    ) -> StoreError {
        switch code & 0xFF {
        // A full disk can show as a failed write.
        case SQLITE_IOERR where system == ENOSPC, SQLITE_FULL:
            StoreError(.full, subject: path, reason: "no space left on the disk", remedy: "Free some space")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            refusal(of: path) ?? .readOnly(path)
        case SQLITE_BUSY, SQLITE_LOCKED:
            StoreError(
                .busy, subject: path, reason: "another process holds the library",
                remedy: "Wait until it has finished")
        case SQLITE_IOERR: failed("read or written", system, path)
        case SQLITE_CANTOPEN: failed("opened", system, path)
        case SQLITE_CORRUPT where system != 0, SQLITE_NOTADB where system != 0:
            failed("read", system, path)
        case SQLITE_CORRUPT, SQLITE_NOTADB: damaged(path, message)
        default: StoreError(.system, subject: path, reason: message)
        }
    }

    /// The error for a database that holds what there cannot be.
    package static func damaged(_ path: String, _ message: String) -> StoreError {
        StoreError(
            .database, subject: path, reason: "the database is damaged: \(message)",
            remedy:
                "Move it away: mv \(ShellWord.text(path)) \(ShellWord.text(path + ".damaged")), and run carrel sync, "
                + "which goes on from the last copy of the records, and keeps the documents that are there")
    }

    /// The error for a database that the system fails to read or write, which says nothing of what is in it.
    static func failed(_ doing: String, _ system: Int32, _ path: String) -> StoreError {
        let text = system == 0 ? "" : ": \(String(cString: strerror(system)))"
        let remedy: String? =
            switch system {
            case EMFILE, ENFILE: "Allow more open files: ulimit -n"
            case EFBIG: "Allow larger files: ulimit -f"
            case EACCES, EPERM, EROFS: nil
            default: "Try again. If that does not help, look at its disk"
            }
        return StoreError(
            .system, subject: path, reason: "the database could not be \(doing)\(text)", remedy: remedy)
    }
}

extension StoreError {
    /// The error for a database that may not be written.
    static func readOnly(_ path: String) -> StoreError {
        StoreError(
            .readOnly, subject: path, reason: "the library may not be written to",
            remedy: "Choose a folder that may be written to, with --library or store.path")
    }
}

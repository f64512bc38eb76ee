import CarrelFiles
import CarrelStages
import Foundation

/// The files that SQLite keeps beside a database whose log all processes share.
///
/// It makes them with the permissions of the database (sqlite.org/wal.html, section 5).
package enum SharedFiles {
    /// Whether the log of a database may hold what the database does not.
    ///
    /// - Parameters:
    ///   - database: the database's name.
    ///   - folder: its folder.
    /// - Returns: whether it may; true also where nobody can tell.
    package static func haveMore(than database: String, in folder: Folder) -> Bool {
        do throws(StoreError) {
            return try folder.size(of: database + "-wal") ?? 0 > 0
        } catch {
            return true
        }
    }

    /// Sees to it that these files can be written whenever the database can.
    ///
    /// Whoever looks at a library that may not be written for a while would make files that keep everybody from writing to
    /// it later. So a database that may not be written and has no such files is refused, and to files that were made in
    /// such a while the database's permissions are given.
    ///
    /// - Parameter path: the database, which may not be there yet.
    /// - Throws: `StoreError`, as for a database that is on a read-only disk.
    package static func prepare(beside path: String) throws(StoreError) {
        var database = stat()
        guard lstat(path, &database) == 0 else { return }
        let files = [path + "-shm", path + "-wal"]
        guard access(path, W_OK) == 0 else {
            let code = errno
            // Those who have it open made them, and what is written there can be read.
            if access(path + "-shm", F_OK) == 0 { return }
            throw Database.refusal(of: path)
                ?? StoreError(
                    systemError: code, subject: path, doing: "the library could not be written to")
        }
        for file in files where access(file, W_OK) != 0 {
            var status = stat()
            guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid()
            else { continue }
            // Opening one instead would end the locks that this process has on it.
            chmod(file, database.st_mode & 0o777)
        }
    }
}

import CarrelFiles
import CarrelStages
import Foundation

/// A copy of a document in the spool that is lent as a file: locked as long as it is there, so that the recovery of
/// another process leaves it.
///
/// Calls block.
final class LentCopy: Sendable {
    /// The name of the file.
    let token: String
    private let file: FileDescriptor

    private init(_ token: String, _ file: consuming FileDescriptor) {
        self.token = token
        self.file = consume file
    }

    /// Begins an empty copy.
    ///
    /// - Parameters:
    ///   - token: a name that nothing has.
    ///   - folder: the folder of what has no name yet.
    /// - Returns: the copy; `nil` if a recovery came before the lock.
    static func begin(_ token: String, in folder: Folder) throws(StoreError) -> LentCopy? {
        let file = try folder.file(creating: token, permissions: 0o600)
        // Where there are no locks, no other process can have the library's.
        guard flock(file.raw, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, try file.facts().names > 0
        else { return nil }
        return LentCopy(token, file)
    }

    /// The path, for whoever reads it.
    var path: String { file.path }

    /// Adds bytes.
    func append(_ bytes: [UInt8]) throws(StoreError) { try file.write(bytes) }
}

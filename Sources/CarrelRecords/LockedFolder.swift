import CarrelFiles
import CarrelStages
import Foundation

/// The folder `.carrel` of a library, made where it is missing, and held for one process.
package struct LockedFolder {
    /// The name of the folder within the library's.
    package static let name = ".carrel"

    /// The folder.
    package let folder: Folder
    /// Its lock.
    package let lock: LibraryLock
    /// The permissions of files in it: their owner's alone, or the group's where the library's folder is open for it.
    package let filePermissions: mode_t

    /// Takes the lock without waiting.
    ///
    /// - Parameter root: the library's folder.
    /// - Throws: `StoreError` with `.busy` where another process holds it.
    package init(in root: URL) throws(StoreError) {
        let top = try Folder.create(root.path)
        let permissions = try top.permissionsWithin()
        folder = try top.folder(creating: Self.name, exactly: permissions)
        try folder.withdraw(~permissions)
        filePermissions = permissions & 0o666
        lock = try LibraryLock(folder: folder, permissions: filePermissions)
    }
}

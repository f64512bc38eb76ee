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
    /// - Parameters:
    ///   - root: the library's folder.
    ///   - begins: whether the folders are made where they are missing.
    /// - Throws: `StoreError` with `.busy` where another process holds it, and with `.gone` where it is missing and is not to
    ///   be made.
    package init(in root: URL, begins: Bool = true) throws(StoreError) {
        guard let top = try begins ? Folder.create(root.path) : Folder.open(root.path) else {
            throw .gone(root.path)
        }
        let permissions = try top.permissionsWithin()
        guard
            let folder = try begins
                ? top.folder(creating: Self.name, exactly: permissions) : top.folder(Self.name)
        else { throw .gone(root.path) }
        self.folder = folder
        try folder.withdraw(~permissions)
        filePermissions = permissions & 0o666
        lock = try LibraryLock(folder: folder, permissions: filePermissions)
    }
}

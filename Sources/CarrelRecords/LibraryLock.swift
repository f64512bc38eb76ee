import CarrelFiles
import CarrelStages
import Foundation

/// Holds a library for one process: an advisory lock on `.carrel/lock`, released when this object goes or
/// the process ends, however it ends.
///
/// It is as good as the file system's `flock`: on Linux one of NFS holds for all machines, unless it is mounted with
/// `nolock` or `local_lock`; sshfs and other FUSE file systems mostly keep it to one machine.
package final class LibraryLock: Sendable {
    private static let name = "lock"

    private let folder: Folder
    private let file: FileDescriptor
    private let inode: UInt64

    /// Takes the lock without waiting.
    ///
    /// - Parameters:
    ///   - folder: the library's `.carrel` folder.
    ///   - permissions: those of the lock's file.
    /// - Throws: `StoreError` with `.busy` where another process holds it.
    package init(folder: Folder, permissions: mode_t) throws(StoreError) {
        let file = try folder.file(keeping: Self.name, permissions: permissions)
        try file.withdraw(~permissions)
        guard flock(file.raw, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            throw Self.error(
                code, lock: file.path, library: URL(filePath: folder.path).deletingLastPathComponent().path,
                holder: code == EWOULDBLOCK ? LockHolder(ofFile: file.raw) : nil)
        }
        inode = try file.facts().inode
        self.file = file
        self.folder = folder
    }

    /// Refuses to go on in a library that was taken away, or exchanged for another one, since it was locked.
    ///
    /// It asks the system twice, so that each transaction can afford it.
    ///
    /// - Throws: `StoreError` with `.gone`; with `.foreign` if the lock has another name or none, so that others can take another one.
    package func check() throws(StoreError) {
        guard folder.isInPlace else {
            throw .gone(URL(filePath: folder.path).deletingLastPathComponent().path)
        }
        guard try folder.facts(of: Self.name)?.inode == inode else { throw .removedInUse(file.path) }
    }

    /// Why the lock could not be taken.
    package static func error(
        _ code: Int32, lock: String, library: String, holder: LockHolder? = nil
    ) -> StoreError {
        switch code {
        case EWOULDBLOCK: .inUse(library, by: holder.map { "\($0)" })
        case ENOLCK, EOPNOTSUPP, ENOSYS, EINVAL:
            StoreError(
                .system, subject: lock,
                reason: "its file system takes no locks, so that two processes could write at once",
                remedy: "Mount it with locks, or choose a folder elsewhere with --library or store.path")
        default: StoreError(systemError: code, subject: lock, doing: "the lock could not be taken")
        }
    }
}

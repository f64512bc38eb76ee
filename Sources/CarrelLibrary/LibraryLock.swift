import CarrelCore
import Foundation

/// Holds a library for one process: an advisory lock on `.carrel/lock`, released when this object goes or
/// the process ends, however it ends.
public final class LibraryLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock without waiting.
    ///
    /// - Parameter folder: the library's `.carrel` folder, which must exist.
    /// - Throws: `StoreError` with `.busy` where another process holds it.
    public init(folder: URL) throws(StoreError) {
        let path = folder.appending(path: "lock").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else {
            throw StoreError(systemError: errno, subject: path, doing: "the lock could not be opened")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            guard code == EWOULDBLOCK else {
                throw StoreError(systemError: code, subject: path, doing: "the lock could not be taken")
            }
            throw StoreError(
                .busy, subject: folder.deletingLastPathComponent().path,
                reason: "another process is using the library", remedy: "Wait until it has finished")
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}

import CarrelBasics
import CarrelStages
import Foundation

/// Where a worker works: a folder that no other worker uses, and a name for it, so that one that begins again takes over from
/// itself.
final class WorkPlace: Sendable {
    /// The name by which the queue knows the place.
    let name: String
    /// The file with the name, locked until the process ends; `nil` without a folder.
    private let file: Int32?

    /// Takes a worker's folder.
    ///
    /// - Parameter folder: the library's folder on this machine; without one, the name is another each time.
    /// - Throws: `StoreError`, with `.busy` if another worker uses the folder.
    init(in folder: URL?) throws(StoreError) {
        guard let folder else {
            (name, file) = (UUID().uuidString.lowercased(), nil)
            return
        }
        let records = folder.appending(path: ".carrel")
        do {
            try FileManager.default.createDirectory(
                at: records, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StoreError(
                .system, subject: records.path, reason: "it cannot be made: \(error.localizedDescription)")
        }
        let path = records.appending(path: "worker").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(systemError: errno, subject: path, doing: "it could not be opened")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw StoreError(
                .busy, subject: folder.path, reason: "another worker uses the folder",
                remedy: "Give each worker of this machine a store.path of its own")
        }
        (name, file) = (Self.name(in: descriptor), descriptor)
    }

    deinit { if let file { close(file) } }

    /// The name in a file, written if there is none.
    private static func name(in file: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = pread(file, &bytes, bytes.count, 0)
        if count > 0, let known = UUID(uuidString: String(decoding: bytes.prefix(count), as: UTF8.self)) {
            return known.uuidString.lowercased()
        }
        let new = Array(UUID().uuidString.lowercased().utf8)
        // Where it cannot be kept, an earlier worker of this place is thought alive until its leases end.
        if ftruncate(file, 0) == 0 { _ = pwrite(file, new, new.count, 0) }
        return String(decoding: new, as: UTF8.self)
    }
}

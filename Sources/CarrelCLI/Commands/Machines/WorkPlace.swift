import CarrelFiles
import CarrelStages
import Foundation

/// Where a worker works: a folder that no other worker uses, and a name for it, so that one that begins again takes over from
/// itself.
final class WorkPlace: Sendable {
    /// The name by which the queue knows the place.
    let name: String
    /// The file with the name, locked until the process ends; `nil` without a folder.
    private let file: FileDescriptor?

    /// Takes a worker's folder.
    ///
    /// - Parameter folder: the library's folder on this machine; without one, the name is another each time.
    /// - Throws: `StoreError`, with `.busy` if another worker uses the folder.
    init(in folder: URL?) throws(StoreError) {
        guard let folder else {
            name = UUID().uuidString.lowercased()
            file = nil
            return
        }
        let top = try Folder.create(folder.path)
        let carrel = try top.folder(creating: ".carrel", exactly: try top.permissionsWithin())
        let file = try carrel.file(keeping: "worker", permissions: 0o600)
        guard flock(file.raw, LOCK_EX | LOCK_NB) == 0 else {
            throw StoreError(
                .busy, subject: folder.path, reason: "another worker uses the folder",
                remedy: "Give each worker of this machine a store.path of its own")
        }
        name = try Self.name(in: file)
        self.file = consume file
    }

    /// The name in a file, written if there is none.
    private static func name(in file: borrowing FileDescriptor) throws(StoreError) -> String {
        if let known = UUID(uuidString: String(decoding: try file.read(0..<64), as: UTF8.self)) {
            return known.uuidString.lowercased()
        }
        let new = UUID().uuidString.lowercased()
        // Where it cannot be kept, an earlier worker of this place is thought alive until its leases end.
        if (try? file.truncate(to: 0)) != nil { try? file.write(Array(new.utf8)) }
        return new
    }
}

import CarrelTesting
import Foundation

/// A small file system in memory, mounted for one test.
final class SmallDisk: Sendable {
    /// Whether this process may mount.
    static let isAvailable: Bool = {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "carrel-mount-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        return (try? SmallDisk(at: folder, kibibytes: 64)) != nil
    }()

    let path: String

    init(at folder: URL, kibibytes: Int) throws {
        path = folder.path
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try TestProgram.run("mount", "-t", "tmpfs", "-o", "size=\(kibibytes)k", "tmpfs", path)
    }

    deinit { _ = try? TestProgram.run("umount", "-l", path) }

    /// Makes room, as a user would who is told that the disk is full.
    func grow(to kibibytes: Int) throws {
        try TestProgram.run("mount", "-o", "remount,size=\(kibibytes)k", path)
    }

    func makeReadOnly() throws { try TestProgram.run("mount", "-o", "remount,ro", path) }

    /// How many bytes can still be written.
    var free: UInt64 {
        var status = statvfs()
        return statvfs(path, &status) == 0 ? UInt64(status.f_bavail) * UInt64(status.f_frsize) : 0
    }
}

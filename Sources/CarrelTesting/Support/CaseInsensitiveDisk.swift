import Foundation

/// A file system that takes `A` and `a` for one name and has no second names for files, mounted for one test: exFAT,
/// by FUSE.
public final class CaseInsensitiveDisk: Sendable {
    /// Whether this process may mount one, and the programs for it are there.
    public static let isAvailable: Bool = {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "carrel-exfat-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        return (try? CaseInsensitiveDisk(in: folder)) != nil
    }()

    /// Where it is mounted.
    public let url: URL
    private let device: String

    /// Makes and mounts a disk.
    ///
    /// - Parameter folder: where the disk's image and its mount point are made.
    /// - Throws: an error where that cannot be done here.
    public init(in folder: URL) throws {
        let (image, mount) = (folder.appending(path: "image"), folder.appending(path: "exfat"))
        try FileManager.default.createDirectory(at: mount, withIntermediateDirectories: true)
        try Data().write(to: image)
        try TestProgram.run("truncate", "-s", "16M", image.path)
        try TestProgram.run("mkfs.exfat", image.path)
        device = try TestProgram.run("losetup", "-f", "--show", image.path)
        url = mount
        do {
            // It leaves a process behind, which keeps its output open.
            try TestProgram.run("mount.exfat-fuse", device, mount.path, isRead: false)
            // A program that only warns ends well, too.
            try Data().write(to: mount.appending(path: "a"))
            guard FileManager.default.fileExists(atPath: mount.appending(path: "A").path) else {
                throw CocoaError(.featureUnsupported)
            }
            try FileManager.default.removeItem(at: mount.appending(path: "a"))
        } catch {
            unmount()
            throw error
        }
    }

    deinit { unmount() }

    private func unmount() {
        _ = try? TestProgram.run("umount", "-l", url.path)
        _ = try? TestProgram.run("losetup", "-d", device)
    }
}

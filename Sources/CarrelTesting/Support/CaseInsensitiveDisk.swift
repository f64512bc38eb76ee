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
        try Self.run("truncate", "-s", "16M", image.path)
        try Self.run("mkfs.exfat", image.path)
        device = try Self.output("losetup", "-f", "--show", image.path)
        url = mount
        do {
            // Its process goes on: what it inherited would have Foundation wait for it.
            let closing = "for f in /proc/self/fd/*; do f=${f##*/}; [ $f -gt 2 ] && eval \"exec $f>&-\"; done"
            try Self.run("bash", "-c", closing + "; exec mount.exfat-fuse \"$@\"", "bash", device, mount.path)
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
        try? Self.run("umount", "-l", url.path)
        try? Self.run("losetup", "-d", device)
    }

    private static func run(_ arguments: String...) throws {
        try start(arguments, output: FileHandle.nullDevice)
    }

    private static func output(_ arguments: String...) throws -> String {
        let pipe = Pipe()
        try start(arguments, output: pipe)
        let text = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func start(_ arguments: [String], output: Any) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.featureUnsupported) }
    }
}

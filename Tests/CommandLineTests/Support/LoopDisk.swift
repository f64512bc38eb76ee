import CarrelTesting
import Foundation

/// A disk whose every completed write is in a file: what a power cut at this moment would leave can be copied.
///
/// A journalling file system on a loop device, mounted for one test.
final class LoopDisk: Sendable {
    /// Whether this process may make one.
    static let isAvailable: Bool = {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "carrel-loop-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        return (try? LoopDisk(in: folder, mebibytes: 2)) != nil
    }()

    /// Where it is mounted.
    let path: String
    private let image: URL
    private let device: String

    /// Makes an empty disk, whose blocks have 1 KiB and are all for everybody.
    convenience init(in folder: URL, mebibytes: Int) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let image = folder.appending(path: "image")
        try TestProgram.run("truncate", "-s", "\(mebibytes)M", image.path)
        try TestProgram.run("mkfs.ext4", "-q", "-m", "0", "-b", "1024", image.path)
        try self.init(mounting: image, in: folder)
    }

    private init(mounting image: URL, in folder: URL) throws {
        self.image = image
        path = folder.appending(path: "mounted").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        device = try TestProgram.run("losetup", "--find", "--show", image.path)
        try TestProgram.run("mount", device, path)
    }

    deinit {
        _ = try? TestProgram.run("umount", "-l", path)
        _ = try? TestProgram.run("losetup", "-d", device)
    }

    /// How many bytes can still be written.
    var free: Int {
        var status = statvfs()
        return statvfs(path, &status) == 0 ? Int(status.f_bavail) * Int(status.f_frsize) : 0
    }

    /// What a power cut now would leave, as a disk of its own: nothing that only memory holds.
    ///
    /// The processes that write to the disk must be stopped.
    ///
    /// - Parameter folder: where the copy is made.
    /// - Returns: the disk, or `nil` where the system itself was writing all the while.
    /// - Throws: where it cannot be copied or mounted.
    func afterPowerCut(in folder: URL) throws -> LoopDisk? {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let copy = folder.appending(path: "image")
        for _ in 0..<20 {
            let before = try writes()
            try TestProgram.run("cp", "--sparse=always", image.path, copy.path)
            if try writes() == before { return try LoopDisk(mounting: copy, in: folder) }
        }
        return nil
    }

    /// The completed writes and those under way, as the kernel counts them.
    private func writes() throws -> [Substring] {
        let name = URL(filePath: device).lastPathComponent
        let counts = try String(contentsOfFile: "/sys/block/\(name)/stat", encoding: .utf8).split(
            separator: " ")
        // Fields 5 to 7 are the writes, 9 what is under way (Documentation/block/stat.rst of the kernel).
        return [4, 6, 8].compactMap { counts.indices.contains($0) ? counts[$0] : nil }
    }
}

import CarrelBasics
import CarrelFiles
import Foundation

/// A hidden file or folder beside the place of an export, which gets its name once it is whole.
///
/// It is locked as long as this object is there, so that a later export tells it from what a killed one left.
final class ExportPart: Sendable {
    /// Where it is.
    let url: URL
    private let descriptor: Int32

    private static let ending = ".part"
    private static let digits = 8

    /// Makes an empty one, and removes those that exports to the same place left when they were killed.
    convenience init(of destination: URL, isFolder: Bool) throws(ExportError) {
        let folder = try? Folder.open(destination.deletingLastPathComponent().path)
        try self.init(
            of: destination, isFolder: isFolder, mayBeOnNetwork: folder?.mayBeOnNetwork ?? true)
    }

    /// The same, for a folder that other machines may use or not.
    ///
    /// Where they do, what exports left stays: a share may grant a lock without asking the machine that has it.
    init(of destination: URL, isFolder: Bool, mayBeOnNetwork: Bool) throws(ExportError) {
        if !mayBeOnNetwork { Self.removeLeft(beside: destination) }
        (url, descriptor) = try Self.make(beside: destination, isFolder: isFolder)
    }

    deinit { close(descriptor) }

    private static func make(
        beside destination: URL, isFolder: Bool
    ) throws(ExportError) -> (url: URL, descriptor: Int32) {
        let folder = destination.deletingLastPathComponent()
        while true {
            let name = ".\(destination.lastPathComponent).\(UUID().uuidString.prefix(digits))\(ending)"
            let url = folder.appending(path: name, directoryHint: isFolder ? .isDirectory : .notDirectory)
            if isFolder {
                guard mkdir(url.path, 0o755) == 0 else { throw ExportError(destination.path, code: errno) }
            } else {
                let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
                let made = open(url.path, flags, 0o644)
                guard made >= 0 else { throw ExportError(destination.path, code: errno) }
                close(made)
            }
            let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            let code = errno
            if descriptor >= 0 {
                // A file system without locks has nothing removed either.
                while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
                if isAt(url.path, descriptor) { return (url, descriptor) }
                close(descriptor)
            } else if code != ENOENT {
                try? FileManager.default.removeItem(at: url)
                throw ExportError(destination.path, code: code)
            }
            // Before it was locked, another export took it for one that was left.
        }
    }

    /// Removes what exports that are no longer running left: it has such a name, is this user's, and is not locked.
    private static func removeLeft(beside destination: URL) {
        let folder = destination.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where isPart(name, of: destination.lastPathComponent) {
            let path = folder.appending(path: name).path
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
                [S_IFDIR, S_IFREG].contains(status.st_mode & S_IFMT),
                flock(descriptor, LOCK_EX | LOCK_NB) == 0, isAt(path, descriptor)
            else { continue }
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    /// Whether a name is that of a part of an export to a name.
    private static func isPart(_ name: String, of destination: String) -> Bool {
        let beginning = ".\(destination)."
        guard name.hasPrefix(beginning), name.hasSuffix(ending) else { return false }
        let middle = name.dropFirst(beginning.count).dropLast(ending.count)
        return middle.utf8.count == digits
            && middle.utf8.allSatisfy { $0.isDigit || (0x41...0x46).contains($0) }
    }

    /// Whether what is open is at a path.
    private static func isAt(_ path: String, _ descriptor: Int32) -> Bool {
        var (opened, there) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && lstat(path, &there) == 0
            && opened.st_dev == there.st_dev && opened.st_ino == there.st_ino
    }
}

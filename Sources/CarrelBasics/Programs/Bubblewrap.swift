import CPlatform
import Foundation

/// Builds rooms with bubblewrap's program `bwrap`.
enum Bubblewrap {
    /// The descriptors in the child of `carrel_start` that bubblewrap writes its status to and reads its filter from.
    private static let statusDescriptor = 4
    private static let filterDescriptor = 5
    /// The space for temporary files, in bytes of memory.
    private static let scratch = 64 << 20

    /// The arguments of `bwrap` to run a program in a room.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - arguments: its arguments.
    ///   - reads: the files that it may see.
    ///   - limiter: the path of `prlimit`, which limits the number of processes; `nil` if there is none.
    ///   - processes: the most processes.
    /// - Returns: the arguments of `bwrap`.
    static func arguments(
        _ program: String, _ arguments: [String], reads: [URL], limiter: String?, processes: Int
    ) -> [String] {
        var words = [
            "--unshare-all", "--unshare-user", "--die-with-parent", "--cap-drop", "ALL",
            "--json-status-fd", "\(statusDescriptor)", "--seccomp", "\(filterDescriptor)",
            "--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev",
            "--size", "\(scratch)", "--tmpfs", "/tmp", "--chdir", "/tmp", "--setenv", "HOME", "/tmp",
        ]
        for folder in ["/usr", "/opt"] { words += ["--ro-bind-try", folder, folder] }
        for folder in ["/bin", "/sbin", "/lib", "/lib32", "/lib64"] { words += copy(of: folder) }
        for file in ["/etc/fonts", "/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime"] {
            words += ["--ro-bind-try", file, file]
        }
        for file in [program] + reads.map(\.roomPath) { words += ["--ro-bind", file, file] }
        // Only now: a document may lie in /dev/shm, and needs its place there.
        words += ["--remount-ro", "/dev", "--"]
        if processes > 1, let limiter { words += [limiter, "--nproc=\(processes)"] }
        return words + [program] + arguments
    }

    /// How a system folder appears in the room: on systems that keep all programs in `/usr`, others are links to it.
    private static func copy(of folder: String) -> [String] {
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder) {
            return ["--symlink", target, folder]
        }
        return ["--ro-bind-try", folder, folder]
    }

    /// Whether bubblewrap's status says that it built the room and that the program in it ended.
    static func wasBuilt(_ status: Data) -> Bool {
        String(decoding: status, as: UTF8.self).contains("\"exit-code\"")
    }
}

extension URL {
    /// The file's absolute path, to pass to programs in a room.
    public var roomPath: String { absoluteURL.standardizedFileURL.path }
}

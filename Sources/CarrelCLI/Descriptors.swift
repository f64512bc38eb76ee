import CPlatform
import Foundation

/// The descriptors of this process.
enum Descriptors {
    /// Opens those of 0, 1 and 2 that were closed when the process started, so that reads and writes on them still fail.
    ///
    /// Otherwise the next opened file, such as a document, could become standard output, and lines would go into it.
    static func occupyStandard() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            guard fcntl(descriptor, F_GETFD) < 0 else { continue }
            // `open` returns the lowest free descriptor, which is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Has the system allow as many open files as many transfers need, or as many as it may, and says on standard error
    /// if they do not suffice to begin.
    ///
    /// Dispatch, which Swift's tasks wait with, ends a process in which it cannot open its own.
    ///
    /// - Returns: whether they suffice.
    static func allowMany() -> Bool {
        let allowed = carrel_allow_files(many)
        let next = dup(STDIN_FILENO)
        if next >= 0 { close(next) }
        let free = next < 0 ? 0 : allowed - Int(next)
        guard free < fewest else { return true }
        let reason = "carrel: the system lets it open \(free) files, and it takes at least \(fewest)"
        FileHandle.standardError.write(Data("\(reason). Allow more open files: ulimit -n 1024\n".utf8))
        return false
    }

    /// Each of up to 64 transfers has a connection and a file, and each connection of carrel delay-proxy may fetch over another.
    private static let many = 4096
    /// A sync of one document opens about 20.
    private static let fewest = 32
}

import Foundation

/// A server that ends with this process, however this process ends.
final class GuardedProgram: Sendable {
    private let shell: TestProgram
    /// Closes with this process.
    private let lifeline: FileHandle

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: its path and its arguments.
    ///   - folder: where it runs, and keeps its temporary files.
    /// - Throws: the error of the system.
    init(_ words: [String], in folder: URL) throws {
        let pipe = Pipe()
        lifeline = pipe.fileHandleForWriting
        // `read` ends when the lifeline is closed; whichever ends first, the group ends with it.
        let script = "exec 3<&0; { read line <&3; kill -9 0; } & \"$@\" < /dev/null 3<&-; kill -9 0"
        let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
        shell = try TestProgram(
            "/bin/sh", ["-c", script, "sh"] + words, in: folder, environment: environment,
            input: pipe.fileHandleForReading)
        try pipe.fileHandleForReading.close()
    }

    deinit { end() }

    /// Whether it was ended.
    var hasEnded: Bool { shell.status != nil }

    /// Ends it, and what it has started, whatever they are doing.
    private func end() {
        guard !hasEnded else { return }
        kill(-shell.number, SIGKILL)
    }

    /// Ends it, and holds up the thread until it has ended: for whoever removes what it writes to.
    func endAtOnce() {
        end()
        shell.endAtOnce()
    }
}

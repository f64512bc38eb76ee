import Foundation

/// A server that ends with this process, however this process ends.
public final class GuardedProgram: Sendable {
    private let shell: TestProgram
    /// Closes with this process.
    private let lifeline: FileHandle

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: its path and its arguments.
    ///   - folder: where it runs, and keeps its temporary files.
    /// - Throws: the error of the system.
    public init(_ words: [String], in folder: URL) throws {
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
    public var hasEnded: Bool { shell.status != nil }

    /// Sends a signal to the program and to what it has started.
    public func send(_ signal: Int32) {
        guard !hasEnded else { return }
        kill(-shell.number, signal)
    }

    /// Ends it, whatever it is doing.
    public func end() { send(SIGKILL) }

    /// Ends it, and holds up the thread until it has ended: for whoever removes what it writes to.
    public func endAtOnce() {
        end()
        shell.endAtOnce()
    }
}

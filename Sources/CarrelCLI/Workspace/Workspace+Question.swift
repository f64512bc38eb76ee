extension Workspace {
    /// Whether a person wants what the command is about to do: `--yes` says so, otherwise the terminal is asked.
    ///
    /// - Parameters:
    ///   - question: what to ask.
    ///   - problem: what is wrong where nobody can be asked.
    /// - Returns: whether the answer is yes.
    /// - Throws: `CommandError` with the problem; `CancellationError` if a signal came instead of an answer.
    func isWanted(_ question: String, otherwise problem: String) async throws -> Bool {
        if invocation.has("--yes") { return true }
        guard Question.canBeAsked, !isJSON else {
            throw CommandError.usage(invocation.command, problem)
        }
        return try await Question.isAnsweredYes("\(question) [y/N] ")
    }
}

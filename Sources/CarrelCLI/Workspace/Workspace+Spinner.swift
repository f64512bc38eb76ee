import CarrelOpening

extension Spinner {
    /// Shows the spinner for a command, unless its output is for a program.
    static func showing<Result: Sendable>(
        _ workspace: Workspace, waitingFor what: String, _ body: () async throws -> Result
    ) async throws -> Result {
        try await showing(workspace, waitingFor: { what }, body)
    }

    /// Shows the spinner for a command that waits for one thing after another.
    static func showing<Result: Sendable>(
        _ workspace: Workspace, waitingFor what: @escaping @Sendable () -> String,
        _ body: () async throws -> Result
    ) async throws -> Result {
        guard workspace.tells else { return try await body() }
        return try await showing(workspace.terminal, waitingFor: what, workspace.opener.activity, body)
    }
}

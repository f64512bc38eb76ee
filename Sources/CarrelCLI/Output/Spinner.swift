import CarrelCore
import Foundation

/// Shows what is waited for, on a terminal, when it takes long.
enum Spinner {
    /// So long nothing is shown.
    private static let patience = Duration.milliseconds(300)
    private static let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

    /// Runs something, and turns a sign below the output while it keeps the user waiting.
    ///
    /// - Parameters:
    ///   - workspace: what the command works with; its activity says which host is waited for.
    ///   - what: what is waited for, while nothing is on the network.
    ///   - body: what is done.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    static func showing<Result: Sendable>(
        _ workspace: Workspace, waitingFor what: String, _ body: () async throws -> Result
    ) async throws -> Result {
        guard !workspace.isQuiet, !workspace.isJSON else { return try await body() }
        return try await showing(workspace.terminal, waitingFor: what, workspace.activity, body)
    }

    /// The same for what has no workspace: nothing of it is on the network.
    static func showing<Result: Sendable>(
        _ terminal: Terminal, waitingFor what: String, _ activity: NetworkActivity = NetworkActivity(),
        _ body: () async throws -> Result
    ) async throws -> Result {
        guard terminal.drawsProgress else { return try await body() }
        let turning = Task {
            try await Task.sleep(for: patience)
            for turn in 0... {
                let host = activity.longestWaiting.map { " from \($0)" } ?? ""
                let text = "\(frames[turn % frames.count]) waiting for \(what)\(host)".singleLine
                StatusLine.show(TextTable.cut(text, to: Terminal.width - 1))
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        do {
            let result = try await body()
            await stop(turning)
            return result
        } catch {
            await stop(turning)
            throw error
        }
    }

    private static func stop(_ turning: Task<Void, any Error>) async {
        turning.cancel()
        // It may be about to show another frame.
        _ = await turning.result
        StatusLine.clear()
    }
}

/// A line below everything else on the terminal, which gives way to whatever is written.
enum StatusLine {
    private struct State {
        var isShown = false
        /// Whether something else is shown there, such as bars.
        var isTaken = false
    }

    private static let state = Locked(State())

    /// Shows a text in the place of the last one, unless the place is taken.
    static func show(_ text: String) {
        state.withLock { state in
            guard !state.isTaken else { return }
            LineWriter.error.writeUnder("\r\u{1B}[K" + text)
            state.isShown = true
        }
    }

    /// Takes the text away.
    static func clear() {
        state.withLock { state in
            guard state.isShown else { return }
            LineWriter.error.writeUnder("\r\u{1B}[K")
            state.isShown = false
        }
    }

    /// Gives the place to something else, or takes it back.
    static func take(_ isTaken: Bool) {
        if isTaken { clear() }
        state.withLock { $0.isTaken = isTaken }
    }
}

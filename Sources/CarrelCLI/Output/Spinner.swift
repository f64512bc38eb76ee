import CarrelBasics
import CarrelFrontEnd
import CarrelHTTP
import CarrelTerminal
import Foundation

/// Shows on a terminal what a command is waiting for, if it takes long.
enum Spinner {
    /// The time before anything is shown.
    private static let patience = Duration.milliseconds(300)
    private static let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

    /// Does something, and shows a spinner below the output meanwhile.
    ///
    /// - Parameters:
    ///   - terminal: where to show the spinner.
    ///   - what: what the command is waiting for, asked for each frame.
    ///   - activity: the requests on the network, to show a host, or why none is sent.
    ///   - body: does the work.
    static func showing<Result: Sendable>(
        _ terminal: Terminal, waitingFor what: @escaping @Sendable () -> String,
        _ activity: NetworkActivity = NetworkActivity(),
        _ body: () async throws -> Result
    ) async throws -> Result {
        guard terminal.drawsProgress else { return try await body() }
        let turning = begin(waitingFor: what, activity)
        do {
            let result = try await body()
            await stop(turning)
            return result
        } catch {
            await stop(turning)
            throw error
        }
    }

    /// Begins to show a spinner on a terminal, until `stop`.
    static func begin(
        waitingFor what: @escaping @Sendable () -> String, _ activity: NetworkActivity = NetworkActivity()
    ) -> Task<Void, any Error> {
        Task {
            try await Task.sleep(for: patience)
            for turn in 0... {
                let host = activity.longestWaiting.map { " from \($0)" }
                let reason = host ?? activity.pause.map { ": \($0.text)" } ?? ""
                let text = "\(frames[turn % frames.count]) waiting for \(what())\(reason)".singleLine
                if Terminal.isInForeground { StatusLine.show(TextWidth.cut(text, to: Terminal.width - 1)) }
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    /// Removes a spinner.
    static func stop(_ turning: Task<Void, any Error>) async {
        turning.cancel()
        // The task may be about to show another frame.
        _ = await turning.result
        StatusLine.clear()
    }
}

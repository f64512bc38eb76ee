import CarrelBasics
import Foundation

/// Asks the user at the terminal.
enum Question {
    private static let executor = BlockingExecutor(label: "carrel.question")

    /// Whether there is a terminal to ask on.
    static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks, and waits for a line; everything except yes means no.
    ///
    /// - Throws: `CancellationError` if a signal came instead.
    static func isAnsweredYes(_ question: String) async throws -> Bool {
        // Nothing is shown over it while somebody thinks.
        StatusLine.take(true)
        defer { StatusLine.take(false) }
        LineWriter.error.write(question)
        let reading = Task(executorPreference: executor) { () -> String? in
            while !Task.isCancelled {
                var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                if poll(&input, 1, 100) > 0 { return readLine() }
            }
            return nil
        }
        let answer = await withTaskCancellationHandler {
            await reading.value
        } onCancel: {
            reading.cancel()
        }
        try Task.checkCancellation()
        return ["y", "yes"].contains(answer?.trimmingCharacters(in: .whitespaces).lowercased())
    }
}

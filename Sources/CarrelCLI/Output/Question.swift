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
        let drawing = Terminal.drawing.value
        drawing?.pause()
        defer { drawing?.resume() }
        StatusLine.take(true)
        defer { StatusLine.take(false) }
        LineWriter.error.write(question)
        let reading = Task(executorPreference: executor) { () -> String? in
            var (line, byte): ([UInt8], UInt8) = ([], 0)
            // A terminal gives part of a line, too, and nothing is read that it does not have.
            while !Task.isCancelled {
                var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                guard poll(&input, 1, 100) > 0 else { continue }
                guard read(STDIN_FILENO, &byte, 1) == 1 else { return nil }
                if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
                line.append(byte)
            }
            return nil
        }
        let answer = await reading.valueCancelledWithCaller
        // Ctrl-D ends no line, and neither does Ctrl-C where bars are to be drawn again.
        if answer == nil, !Task.isCancelled || drawing != nil { LineWriter.error.write("\n") }
        try Task.checkCancellation()
        return ["y", "yes"].contains(answer?.trimmingCharacters(in: .whitespaces).lowercased())
    }
}

import CarrelBasics
import CarrelTerminal
import Foundation

/// Runs the live converter on the terminal's alternate screen; afterwards the user's screen is as before.
struct LiveScreen: Sendable {
    private let terminal: RawTerminal

    /// Makes a screen; `nil` if standard input or output is not a terminal, or the terminal cannot move its cursor.
    init?() {
        guard isatty(STDOUT_FILENO) == 1, let terminal = RawTerminal(STDIN_FILENO) else { return nil }
        guard !Terminal.isPlain(ProcessEnvironment.variables) else { return nil }
        self.terminal = terminal
    }

    /// Applies keys to the session until a key or a signal ends it.
    func run(_ first: ConverterSession) async -> ExitStatus {
        guard await begin() else { return .interrupted }
        var session = first
        let events = TerminalEvents()
        await events.start()
        draw(session)
        var status = ExitStatus.success
        events: for await event in events.stream {
            switch event {
            case .inputs(let inputs):
                for case .key(let key) in inputs where !session.hasEnded { session.press(ConverterKey(key)) }
                if session.hasEnded { break events }
            case .redraw: guard await begin() else { break events }
            case .hangUp:
                status = .interrupted
                break events
            }
            draw(session)
        }
        events.stop()
        // Undoes everything in reverse order: cursor, screen, settings.
        LineWriter.output.write("\u{1B}[?25h\u{1B}[?1049l")
        terminal.restore()
        if let summary = session.summary { LineWriter.output.line(summary) }
        return Task.isCancelled ? .interrupted : status
    }

    /// Takes the screen, also after the program was stopped and the shell used it.
    private func begin() async -> Bool {
        guard await terminal.begin() else { return false }
        LineWriter.output.write("\u{1B}[?1049h\u{1B}[?25l")
        return true
    }

    private func draw(_ session: ConverterSession) {
        let (columns, rows) = RawTerminal.size
        let lines = session.lines(columns: columns, rows: rows).map { line in
            (line.count > columns ? line.prefix(max(0, columns - 1)) + "…" : line) + "\u{1B}[K"
        }
        LineWriter.output.write("\u{1B}[H" + lines.joined(separator: "\r\n") + "\u{1B}[J")
    }
}

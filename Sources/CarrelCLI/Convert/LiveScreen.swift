import CarrelBasics
import CarrelTerminal
import Foundation

/// Runs the live converter on the terminal's alternate screen; afterwards the user's screen is as before.
struct LiveScreen: SuspendedDrawing {
    private let terminal: ScreenTerminal
    private let events: AsyncStream<TerminalEvent>
    private let sender: AsyncStream<TerminalEvent>.Continuation

    /// Makes a screen; `nil` without a terminal that moves its cursor.
    init?() {
        // The alternate screen, without a cursor.
        guard
            let terminal = ScreenTerminal(
                entering: "\u{1B}[?1049h\u{1B}[?25l", leaving: "\u{1B}[?25h\u{1B}[?1049l")
        else { return nil }
        self.terminal = terminal
        (events, sender) = AsyncStream.makeStream(of: TerminalEvent.self)
    }

    /// Applies keys to the session until a key or a signal ends it.
    func run(_ first: ConverterSession) async -> ExitStatus {
        guard await terminal.begin() else { return .interrupted }
        var session = first
        let input = TerminalEvents { [sender] in sender.yield($0) }
        await input.start()
        Terminal.drawing.withLock { $0 = self }
        draw(session)
        var status = ExitStatus.success
        events: for await event in events {
            switch event {
            case .inputs(let inputs):
                for case .key(let key) in inputs where !session.hasEnded { session.press(ConverterKey(key)) }
                if session.hasEnded { break events }
            case .redraw: guard await terminal.begin() else { break events }
            case .hangUp:
                status = .interrupted
                break events
            }
            draw(session)
        }
        Terminal.drawing.withLock { $0 = nil }
        input.stop()
        terminal.restore()
        if let summary = session.summary { LineWriter.output.line(summary) }
        return Task.isCancelled ? .interrupted : status
    }

    func pause() { terminal.restore() }

    func resume() { sender.yield(.redraw) }

    private func draw(_ session: ConverterSession) {
        let (columns, rows) = Terminal.size(STDOUT_FILENO)
        let lines = session.lines(columns: columns, rows: rows).map { line in
            (line.count > columns ? line.prefix(max(0, columns - 1)) + "…" : line) + "\u{1B}[K"
        }
        _ = terminal.draw("\u{1B}[H" + lines.joined(separator: "\r\n") + "\u{1B}[J")
    }
}

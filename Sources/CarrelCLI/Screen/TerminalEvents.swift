import CarrelBasics
import CarrelTerminal
import Dispatch
import Foundation

/// Something that happened on a terminal.
enum TerminalEvent: Sendable {
    /// Keys that were pressed, and what else the terminal sent.
    case inputs([TerminalInput])
    /// The size changed, or the program continues after a stop.
    case redraw
    /// The terminal is gone, or a signal asks to end.
    case hangUp
}

/// Delivers keys and signals, read on a queue of its own, so that no task waits for the terminal.
final class TerminalEvents {
    private let sources: [any DispatchSourceProtocol]

    /// Prepares to listen; keys come from standard input.
    ///
    /// - Parameter take: gets what happens, on that queue.
    init(_ take: @escaping @Sendable (TerminalEvent) -> Void) {
        let queue = DispatchQueue(label: "carrel.terminal")
        let decoder = Locked(KeyDecoder())
        let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
        input.setEventHandler {
            guard let bytes = Self.read() else {
                // The end would be told again and again.
                input.cancel()
                return take(.hangUp)
            }
            var inputs = decoder.withLock { $0.inputs(of: bytes) }
            // An Escape is a key of its own if nothing follows at once; the other bytes of an arrow come with it.
            if decoder.value.isWaiting, !Self.hasMore(within: 50) {
                inputs += decoder.withLock { $0.flush() }
            }
            if !inputs.isEmpty { take(.inputs(inputs)) }
        }
        // `Interrupt` handles the signals that end every command.
        let signals = [SIGQUIT: TerminalEvent.hangUp, SIGWINCH: .redraw, SIGCONT: .redraw]
            .map {
                (number, event) -> any DispatchSourceProtocol in
                // Only signals that would end the process are taken from the system.
                if case .hangUp = event { signal(number, SIG_IGN) }
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler { take(event) }
                return source
            }
        sources = signals + [input]
    }

    /// Begins to listen; no signal is missed after it returns.
    func start() async {
        for source in sources {
            await withCheckedContinuation { registered in
                source.setRegistrationHandler { registered.resume() }
                source.activate()
            }
        }
    }

    /// Stops listening.
    func stop() {
        for source in sources { source.cancel() }
    }

    /// The typed bytes; `nil` at the end of the input.
    private static func read() -> ArraySlice<UInt8>? {
        guard Terminal.isInForeground(of: STDIN_FILENO) else {
            // They are the shell's, which may take a moment to read them; this program stops soon.
            usleep(10_000)
            return []
        }
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        return count > 0 ? buffer[..<count] : nil
    }

    private static func hasMore(within milliseconds: Int32) -> Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, milliseconds) > 0
    }
}

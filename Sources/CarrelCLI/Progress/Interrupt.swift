import CPlatform
import CarrelBasics
import CarrelCore
import Dispatch
import Foundation

/// Turns signals that ask the program to end into cancellation, by `InterruptPolicy`, and clears the drawing on the
/// terminal while the program is suspended.
enum Interrupt {
    /// The reading end of a pipe that delivers signals.
    struct Hearing { fileprivate let descriptor: Int32 }

    /// Begins to collect signals; they wait in the pipe until they are handled.
    static func hear() -> Hearing {
        // If a reader is gone, the write fails, which is handled there.
        signal(SIGPIPE, SIG_IGN)
        var signals = [SIGINT, SIGTERM, SIGTSTP]
        // SIGHUP means that the terminal was closed, which is ignored under nohup.
        if carrel_ignores(SIGHUP) == 0 { signals.append(SIGHUP) }
        // A shell without job control lets its programs ignore the signal that suspends them.
        if carrel_ignores(SIGTSTP) != 0 { signals.removeAll { $0 == SIGTSTP } }
        let status = ExitStatus.interrupted.rawValue
        return Hearing(descriptor: carrel_hear(signals, Int32(signals.count), status))
    }

    /// Cancels a task at the first signal that asks to end.
    ///
    /// - Returns: the source of signals, which must be kept as long as they are to be handled.
    static func cancelling(_ task: Task<ExitStatus, Never>, _ hearing: Hearing) -> any DispatchSourceRead {
        let policy = Locked(InterruptPolicy())
        let began = ContinuousClock.now
        let source = DispatchSource.makeReadSource(
            fileDescriptor: hearing.descriptor, queue: DispatchQueue(label: "carrel.interrupt"))
        source.setEventHandler {
            var number: UInt8 = 0
            while read(hearing.descriptor, &number, 1) == 1 {
                guard Int32(number) != SIGTSTP else {
                    suspend()
                    continue
                }
                let instant = began.duration(to: .now)
                switch policy.withLock({ $0.answer(at: instant) }) {
                case .stop:
                    if Int32(number) == SIGINT { endEchoedLine() }
                    task.cancel()
                    if Int32(number) == SIGINT { sayIfUnread() } else { asksOnce.withLock { $0 = true } }
                    heard.set()
                case .wait: break
                case .end: _exit(ExitStatus.interrupted.rawValue)
                }
                carrel_answered()
            }
        }
        source.activate()
        return source
    }

    /// Ends the line in which the terminal wrote `^C`, unless that goes with what is drawn.
    private static func endEchoedLine() {
        var modes = termios()
        let echo = tcflag_t(ECHO | ECHOCTL)
        guard tcgetattr(STDERR_FILENO, &modes) == 0, modes.c_lflag & echo == echo,
            Terminal.isInForeground, Terminal.drawing.value == nil, !StatusLine.isShown
        else { return }
        LineWriter.error.write("\n")
    }

    /// Is set by the first signal that asks to end.
    private static let heard = Signal()

    /// Whether whoever asked to end does not ask again: a service manager, or a terminal that was closed.
    private static let asksOnce = Locked(false)

    /// How long a reader may take nothing before the program ends without it.
    private static let patience = Duration.seconds(5)

    /// Sees to it that the program ends, or says why it does not, if it was asked to and then still waits for whoever reads
    /// its output.
    ///
    /// - Returns: the task, to be cancelled as soon as everything was read.
    static func lookingAfterUnreadOutput() -> Task<Void, any Error> {
        Task {
            await heard.wait()
            if asksOnce.value { try await endOnceUnread() }
            try await Task.sleep(for: .milliseconds(500))
            LineWriter.error.line(unread)
        }
    }

    private static let unread = "waiting for the reader of standard output; Ctrl-C again ends it"

    /// Says why the program does not end if it waits for whoever reads its output in the middle of its work: nothing cancels
    /// a write.
    private static func sayIfUnread() {
        // Elsewhere than signals are answered: standard error may be unread, too.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(500)) {
            if LineWriter.output.hasWaited(for: .milliseconds(250)) { LineWriter.error.line(unread) }
        }
    }

    /// Ends the program as soon as nobody has taken anything of what it wrote for a while.
    private static func endOnceUnread() async throws {
        while true {
            let taken = LineWriter.taken
            try await Task.sleep(for: patience)
            if LineWriter.taken == taken { _exit(ExitStatus.interrupted.rawValue) }
        }
    }

    /// Stops the program until it is continued.
    private static func suspend() {
        StatusLine.clear()
        let drawing = Terminal.drawing.value
        drawing?.pause()
        carrel_stop(SIGTSTP)
        drawing?.resume()
    }
}

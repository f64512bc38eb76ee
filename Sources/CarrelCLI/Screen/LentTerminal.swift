import CarrelBasics
import Foundation

/// The terminal, lent to a program with a process group of its own, as a shell lends it to a job.
enum LentTerminal {
    // How often it is looked whether the program stopped or ended, in microseconds.
    private static let patience: useconds_t = 20_000

    /// Lends the terminal to a program that the system stopped because it wants it, until it ends.
    ///
    /// What is drawn on the terminal goes for that time.
    ///
    /// - Returns: whether there is a terminal, and this program may lend it.
    static func lend(to borrower: StartedProgram) async -> Bool {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        guard Terminal.isInForeground(of: terminal) else { return false }
        let drawing = Terminal.drawing.value
        drawing?.pause()
        defer { drawing?.resume() }
        // In the background this program would be stopped when it takes the terminal back.
        let handler = signal(SIGTTOU, SIG_IGN)
        defer { signal(SIGTTOU, handler) }
        var settings = termios()
        let isKnown = tcgetattr(terminal, &settings) == 0
        await withTaskCancellationHandler {
            await withCheckedContinuation { (ended: CheckedContinuation<Void, Never>) in
                OwnThread.run {
                    run(borrower, on: terminal)
                    ended.resume()
                }
            }
        } onCancel: {
            borrower.sendToGroup(SIGTERM)
        }
        // Not every program that is ended leaves the terminal as it was.
        if isKnown { tcsetattr(terminal, TCSADRAIN, &settings) }
        return true
    }

    /// Has a stopped program go on in the foreground until it ends; no shell would continue one that a key stops.
    private static func run(_ borrower: StartedProgram, on terminal: Int32) {
        while borrower.status == nil {
            if borrower.isStopped {
                tcsetpgrp(terminal, borrower.number)
                borrower.sendToGroup(SIGCONT)
            }
            usleep(patience)
        }
        tcsetpgrp(terminal, getpgrp())
    }
}

import CPlatform
import CarrelBasics
import Foundation

/// A terminal in raw mode, which delivers every key at once, on its alternate screen; afterwards it is as before.
final class ScreenTerminal: Sendable {
    /// What enters the screen, and what undoes that in reverse order.
    private let entering, leaving: String
    /// The settings to restore; `nil` as long as the terminal is left as it is.
    private let saved = Locked<termios?>(nil)

    /// Takes the terminal of standard input; `nil` if that or standard output is none, or if it cannot move its cursor.
    ///
    /// - Parameters:
    ///   - entering: what is written before the screen is drawn.
    ///   - leaving: what is written before the terminal is restored.
    init?(entering: String, leaving: String) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
            !Terminal.isPlain(ProcessEnvironment.variables)
        else { return nil }
        (self.entering, self.leaving) = (entering, leaving)
    }

    /// Turns off line input, echo, and signals from keys, which then come as keys, and enters the screen; also after the
    /// program was stopped and the shell used it.
    ///
    /// In the background the program stops instead, as the system has it for whoever sets a terminal, until it is in
    /// the foreground.
    ///
    /// - Returns: whether it did; not if the task was cancelled in the background.
    func begin() async -> Bool {
        while !isOurs {
            // A signal that ends a stopped program comes with the one that continues it, and needs a moment to be heard.
            try? await Task.sleep(for: .milliseconds(100))
            if Task.isCancelled { return false }
            if !isOurs { carrel_stop(SIGTTOU) }
        }
        saved.withLock { saved in
            var settings = termios()
            guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
            // What this program set itself is not to be restored.
            settings = saved ?? settings
            saved = settings
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
            settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
            set(settings)
            LineWriter.output.write(entering)
        }
        return true
    }

    /// Writes onto the screen, unless it was left.
    ///
    /// - Returns: whether it was written.
    func draw(_ text: String) -> Bool {
        saved.withLock { saved in
            guard saved != nil else { return false }
            if !text.isEmpty { LineWriter.output.write(text) }
            return true
        }
    }

    /// Leaves the screen and restores the settings as `begin` found them; not in the background, where they are somebody
    /// else's.
    ///
    /// - Parameter first: what undoes what was drawn.
    func restore(undoing first: String = "") {
        saved.withLock { saved in
            guard let settings = saved else { return }
            LineWriter.output.write(first + leaving)
            if isOurs { set(settings) }
            saved = nil
        }
    }

    private var isOurs: Bool { Terminal.isInForeground(of: STDIN_FILENO) }

    private func set(_ settings: termios) {
        var settings = settings
        while tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) != 0, errno == EINTR {}
    }
}

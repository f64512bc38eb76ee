import CPlatform
import CarrelBasics
import Foundation

/// A terminal in raw mode, which delivers every key at once until it is restored.
final class RawTerminal: Sendable {
    private let descriptor: Int32
    /// The settings to restore; `nil` as long as the terminal is left as it is.
    private let saved = Locked<termios?>(nil)

    /// Takes a terminal; `nil` if this is none.
    init?(_ descriptor: Int32) {
        guard isatty(descriptor) == 1 else { return nil }
        self.descriptor = descriptor
    }

    /// Turns off line input, echo, and signals from keys, which then come as keys.
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
        makeRaw()
        return true
    }

    private var isOurs: Bool { Terminal.isInForeground(of: descriptor) }

    private func makeRaw() {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return }
        let found = settings
        // What this program set itself is not to be restored.
        settings = saved.withLock { saved in
            let left = saved ?? found
            saved = left
            return left
        }
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
        set(settings)
    }

    /// Restores the settings as `begin` found them; not in the background, where they are somebody else's.
    func restore() {
        let settings = saved.withLock { saved in
            defer { saved = nil }
            return saved
        }
        if let settings, isOurs { set(settings) }
    }

    /// The size of the terminal of standard output; a common one if it does not tell.
    static var size: (columns: Int, lines: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    private func set(_ settings: termios) {
        var settings = settings
        while tcsetattr(descriptor, TCSADRAIN, &settings) != 0, errno == EINTR {}
    }
}

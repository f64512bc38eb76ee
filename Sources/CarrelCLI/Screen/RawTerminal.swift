import Foundation

/// A terminal in raw mode, which delivers every key at once until it is restored.
struct RawTerminal: Sendable {
    private let descriptor: Int32
    private let saved: termios

    /// Saves the settings; `nil` if this is not a terminal.
    init?(_ descriptor: Int32) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        self.descriptor = descriptor
        saved = settings
    }

    /// Turns off line input, echo, and signals from keys, which then come as keys.
    func begin() {
        var settings = saved
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
        set(settings)
    }

    /// Restores the saved settings.
    func restore() { set(saved) }

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

import Foundation

/// A terminal that hands over every key at once, until it is restored.
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

    /// Turns off lines, echo, and the keys that send signals: they come as keys then.
    func begin() {
        var settings = saved
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
        set(settings)
    }

    /// Brings the saved settings back.
    func restore() { set(saved) }

    private func set(_ settings: termios) {
        var settings = settings
        while tcsetattr(descriptor, TCSADRAIN, &settings) != 0, errno == EINTR {}
    }
}

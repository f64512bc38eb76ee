import Foundation

/// Identifies the terminal of this command.
enum TerminalName {
    /// Its device and session; `nil` without a terminal.
    ///
    /// The session is included, so that a new terminal with the device of an earlier one does not get that one's list.
    static var current: String? {
        for descriptor in [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO] {
            var name = [CChar](repeating: 0, count: 256)
            guard ttyname_r(descriptor, &name, name.count) == 0 else { continue }
            let device = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            return "\(device) \(getsid(0))"
        }
        return nil
    }

    /// What the numbers of the quarantine's list are remembered under, beside those of items; one for all without a terminal.
    static var ofQuarantine: String { [current, "quarantine"].compactMap(\.self).joined(separator: " ") }
}

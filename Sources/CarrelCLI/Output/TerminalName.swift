import Foundation

/// What tells the terminal of this command from others.
enum TerminalName {
    /// Its device and session, so that a terminal which gets the device of an earlier one has no list yet; `nil` without a
    /// terminal: what runs by itself has no list in mind.
    static var current: String? {
        for descriptor in [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO] {
            var name = [CChar](repeating: 0, count: 256)
            guard ttyname_r(descriptor, &name, name.count) == 0 else { continue }
            let device = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            return "\(device) \(getsid(0))"
        }
        return nil
    }
}

import CarrelBasics
import Foundation

/// The units of systemd that have a command run from time to time: their names and texts.
struct SystemdTimer {
    /// What runs: the program, and what it is given.
    let command: [String]
    /// The folder that it keeps up to date.
    let library: String
    /// How often it looks what is due.
    let interval: Duration

    /// Does the work.
    var service: String {
        """
        [Unit]
        Description=Carrel keeps \(Self.escaped(library)) up to date
        Documentation=man:carrel(1)

        [Service]
        Type=oneshot
        ExecStart=\(command.map(Self.word).joined(separator: " "))
        SuccessExitStatus=130
        Nice=10

        """
    }

    /// Starts the service.
    var timer: String {
        """
        [Unit]
        Description=Carrel syncs what is due in \(Self.escaped(library))
        Documentation=man:carrel(1)

        [Timer]
        OnStartupSec=2min
        OnUnitActiveSec=\(Int(interval.seconds.rounded()))s
        RandomizedDelaySec=\(Int((interval.seconds / 10).rounded()))s

        [Install]
        WantedBy=timers.target

        """
    }

    /// A word of a command line (systemd.service(5), "Command lines").
    private static func word(_ text: String) -> String {
        let plain = escaped(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("$", with: "$$")
        return "\"\(plain)\""
    }

    /// A text in which percent signs stand for themselves.
    private static func escaped(_ text: String) -> String { text.singleLine.replacing("%", with: "%%") }
}

/// What tells the schedule of one library from those of others.
enum ScheduleName {
    /// A few hexadecimal digits.
    static func of(_ library: String) -> String {
        let digits = String(StableHash.of(library), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

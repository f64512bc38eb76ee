import CarrelBasics
import Foundation

/// The texts of the systemd units that run a command from time to time.
///
/// No text that they get has a line break.
struct SystemdTimer {
    /// The program and its arguments.
    let command: [String]
    /// Where it runs; `nil` for anywhere.
    let folder: String?
    /// The variables that it gets, as `NAME=VALUE`.
    let variables: [String]
    /// The folder that it keeps up to date.
    let library: String
    /// How often it checks which catalogues are due.
    let interval: Duration

    /// The unit that runs the command.
    var service: String {
        """
        [Unit]
        Description=Carrel keeps \(Self.escaped(library)) up to date
        Documentation=man:carrel(1)

        [Service]
        Type=oneshot
        \(folder.map(Self.place) ?? "")\
        \(variables.map { "Environment=\(Self.quoted($0))\n" }.joined())\
        ExecStart=\(command.map(Self.word).joined(separator: " "))
        SuccessExitStatus=130
        Nice=10

        """
    }

    /// The unit that starts the service.
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

    /// The line that says where the command runs.
    ///
    /// Its value takes no quotes: the slash keeps white space and a backslash at the end of a name.
    private static func place(_ folder: String) -> String { "WorkingDirectory=\(escaped(folder))/\n" }

    /// A word of a command line (systemd.service(5), "Command lines").
    private static func word(_ text: String) -> String { quoted(text).replacing(scalar: "$", with: "$$") }

    /// A text in quotes.
    ///
    /// Unlike in a command line, a dollar sign means nothing in `Environment=`.
    private static func quoted(_ text: String) -> String {
        let plain = escaped(text).replacingScalars { $0 == "\\" || $0 == "\"" ? "\\\($0)" : nil }
        return "\"\(plain)\""
    }

    /// The text with percent signs escaped.
    private static func escaped(_ text: String) -> String { text.replacing(scalar: "%", with: "%%") }
}

/// The names of schedules, which differ between libraries.
enum ScheduleName {
    /// Eight hexadecimal digits that depend on the library's folder.
    static func of(_ library: String) -> String {
        String(StableHash.short(library), radix: 16).zeroPadded(to: 8)
    }
}

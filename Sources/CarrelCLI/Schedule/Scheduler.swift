import CarrelBasics
import Foundation

/// Schedules `carrel watch --once`: with systemd if the user's manager runs, otherwise with cron.
struct Scheduler {
    /// The program that runs it.
    enum Means: String { case systemd, cron }

    /// The folder of the library.
    let library: String
    /// The variables, each a name, `=` and a value, that say where profiles, trust and caches are.
    ///
    /// systemd and cron may know others.
    let variables: [String]
    private let units: SystemdUnits
    private let crontab: Crontab

    init(library: String) {
        self.library = library
        let environment = ProcessEnvironment.variables
        variables = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"].compactMap { name in
            // A relative path counts as none, as everywhere in Carrel.
            environment[name].flatMap { $0.hasPrefix("/") ? "\(name)=\($0)" : nil }
        }
        let runner = ProcessToolRunner(
            environment: environment, passing: ["XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"])
        units = SystemdUnits(
            named: "carrel-\(ScheduleName.of(library))", environment: environment, runner: runner)
        crontab = Crontab(runner: runner)
    }

    /// The program that runs it now, and the place of the timer or the line; `nil` if it is off.
    ///
    /// - Throws: `CommandError` if that is not known.
    func status() async throws -> (means: Means, place: String)? {
        if let timer = units.installed { return (.systemd, timer) }
        guard let line = try await crontab.table(of: library)?.line else { return nil }
        return (.cron, line)
    }

    /// Turns it on, in place of an earlier schedule.
    ///
    /// - Parameters:
    ///   - command: the command to run.
    ///   - folder: where it runs; `nil` for anywhere.
    ///   - interval: how often.
    /// - Returns: the program that runs it.
    /// - Throws: `CommandError` if neither can.
    func turnOn(_ command: [String], in folder: String?, every interval: Duration) async throws -> Means {
        if try await units.canRun() {
            try await units.install(
                SystemdTimer(
                    command: command, folder: folder, variables: variables, library: library,
                    interval: interval))
            // An earlier line of cron would run the command twice.
            let table = try? await crontab.table(of: library)
            try Task.checkCancellation()
            if let table, table.line != nil { try await removeLine(of: table) }
            return .systemd
        }
        guard var table = try await crontab.table(of: library) else {
            throw CommandError(
                of: "schedule",
                """
                systemd does not run for you, and cron is not installed; run carrel watch instead, \
                or install cron
                """)
        }
        let words = variables.isEmpty ? command : ["env"] + variables + command
        table.add(words, in: folder, every: interval)
        try await crontab.write(table)
        units.removeLeftovers()
        return .cron
    }

    /// Turns it off.
    ///
    /// - Returns: whether it was on.
    func turnOff() async throws -> Bool {
        guard let now = try await status() else { return false }
        switch now.means {
        case .systemd: try await units.remove()
        case .cron:
            guard let table = try await crontab.table(of: library) else { return false }
            try await removeLine(of: table)
        }
        return true
    }

    private func removeLine(of table: CronTable) async throws {
        var table = table
        table.remove()
        try await crontab.write(table)
    }
}

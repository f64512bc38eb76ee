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
    private let units: URL
    private let hasOwnFolder: Bool
    private let runner: any ToolRunner

    init(library: String, environment: [String: String] = ProcessEnvironment.variables) {
        self.library = library
        let home = environment["HOME"] ?? NSHomeDirectory()
        // A relative path counts as none, as everywhere in Carrel.
        let folders = environment.filter { $0.value.hasPrefix("/") }
        variables = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"].compactMap { name in
            folders[name].map { "\(name)=\($0)" }
        }
        let configuration = folders["XDG_CONFIG_HOME"]
        hasOwnFolder = configuration != nil
        units = URL(filePath: configuration ?? "\(home)/.config").appending(path: "systemd/user")
        runner = ProcessToolRunner(
            environment: environment, passing: ["XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"])
    }

    /// The name of both units without their suffixes; each library has its own.
    private var name: String { "carrel-\(ScheduleName.of(library))" }
    private var serviceFile: URL { units.appending(path: "\(name).service") }
    private var timerFile: URL { units.appending(path: "\(name).timer") }

    /// The program that runs it now, and the place of the timer or the line; `nil` if it is off.
    func status() async throws -> (means: Means, place: String)? {
        if FileManager.default.fileExists(atPath: timerFile.path) { return (.systemd, timerFile.path) }
        guard let table = try? await cronTable(), let line = table.line else { return nil }
        return (.cron, line)
    }

    /// Turns it on, in place of an earlier schedule.
    ///
    /// - Parameters:
    ///   - command: the command to run.
    ///   - interval: how often.
    /// - Returns: the program that runs it.
    /// - Throws: `CommandError` if neither can.
    func turnOn(_ command: [String], every interval: Duration) async throws -> Means {
        if await hasSystemd() {
            let timer = SystemdTimer(
                command: command, variables: variables, library: library, interval: interval)
            try FileManager.default.createDirectory(at: units, withIntermediateDirectories: true)
            try Data(timer.service.utf8).write(to: serviceFile, options: .atomic)
            try Data(timer.timer.utf8).write(to: timerFile, options: .atomic)
            // The manager may look in another folder than this one. If it looks here, this does nothing.
            if hasOwnFolder {
                _ = await run("systemctl", ["--user", "link", serviceFile.path, timerFile.path])
            }
            try await systemctl("daemon-reload")
            try await systemctl("enable", "--now", timerFile.lastPathComponent)
            try await systemctl("restart", timerFile.lastPathComponent)
            // An earlier line of cron would run the command twice.
            if var table = try? await cronTable(), table.line != nil {
                table.remove()
                try await write(table)
            }
            return .systemd
        }
        var table = try await cronTable()
        table.add(variables.isEmpty ? command : ["env"] + variables + command, every: interval)
        try await write(table)
        // Leftover units would be taken for the schedule.
        removeUnits()
        return .cron
    }

    /// Turns it off.
    ///
    /// - Returns: whether it was on.
    func turnOff() async throws -> Bool {
        guard let now = try await status() else { return false }
        switch now.means {
        case .systemd:
            // If the manager does not run, only the files have to be removed.
            if await hasSystemd() {
                try await systemctl("disable", "--now", timerFile.lastPathComponent)
                // The timer's link is gone by now.
                if hasOwnFolder {
                    _ = await run("systemctl", ["--user", "disable", serviceFile.lastPathComponent])
                }
            }
            removeUnits()
            if await hasSystemd() { try await systemctl("daemon-reload") }
        case .cron:
            var table = try await cronTable()
            table.remove()
            try await write(table)
        }
        return true
    }

    // MARK: systemd

    private func removeUnits() {
        for file in [timerFile, serviceFile] { try? FileManager.default.removeItem(at: file) }
    }

    private func hasSystemd() async -> Bool {
        await run("systemctl", ["--user", "show-environment"])?.status == 0
    }

    private func systemctl(_ arguments: String...) async throws {
        let output = await run("systemctl", ["--user"] + arguments)
        guard output?.status != 0 else { return }
        throw CommandError(
            status: .failedItems,
            message:
                "carrel schedule: systemctl --user \(arguments.joined(separator: " ")): \(output?.errorText ?? "it cannot be run")"
                .singleLine)
    }

    // MARK: cron

    private func cronTable() async throws -> CronTable {
        guard let output = await run("crontab", ["-l"]) else {
            throw CommandError(
                status: .failedItems,
                message:
                    "carrel schedule: systemd does not run for you, and cron is not installed; run carrel watch instead, or install cron"
            )
        }
        // For a user without a crontab, `crontab -l` fails.
        return CronTable(
            output.status == 0 ? String(decoding: output.output, as: UTF8.self) : "", library: library)
    }

    private func write(_ table: CronTable) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "carrel-\(UUID().uuidString)")
        try Data(table.text.utf8).write(to: file, options: .withoutOverwriting)
        defer { try? FileManager.default.removeItem(at: file) }
        let output = await run("crontab", [file.path])
        guard output?.status != 0 else { return }
        throw CommandError(
            status: .failedItems,
            message: "carrel schedule: crontab: \(output?.errorText ?? "it cannot be run")".singleLine)
    }

    /// The output of a program; `nil` if it cannot be run.
    private func run(_ tool: String, _ arguments: [String]) async -> ToolOutput? {
        try? await runner.run(
            ToolInvocation(tool, arguments, timeout: .seconds(20), outputLimit: 1 << 20, memoryLimit: 0))
    }
}

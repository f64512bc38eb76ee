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
    /// Where the units go, and where they would without `XDG_CONFIG_HOME`; the same folder has one path.
    private let units, usualUnits: URL
    private let hasOwnFolder: Bool
    private let runner: any ToolRunner
    private var crontab: Crontab { Crontab(runner: runner) }

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
        let usual = "\(home)/.config"
        let folder = configuration ?? usual
        usualUnits = URL(filePath: usual).appending(path: Self.folder)
        units = URL(filePath: Self.isSame(folder, usual) ? usual : folder).appending(path: Self.folder)
        runner = ProcessToolRunner(
            environment: environment, passing: ["XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"])
    }

    /// Where units are in a folder of configurations.
    private static let folder = "systemd/user"

    /// Whether two folders of configurations have their units in the same place.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let places = [one, other].map { path in
            URL(filePath: path).resolvingSymlinksInPath().appending(path: folder).resolvingSymlinksInPath()
                .path
        }
        return places[0] == places[1]
    }

    /// The name of both units without their suffixes; each library has its own.
    private var name: String { "carrel-\(ScheduleName.of(library))" }
    private var serviceFile: URL { units.appending(path: "\(name).service") }
    private var timerFile: URL { units.appending(path: "\(name).timer") }

    /// The place of a unit without `XDG_CONFIG_HOME`; with it, the manager may have a link there.
    private func usual(_ unit: URL) -> URL { usualUnits.appending(path: unit.lastPathComponent) }

    /// The program that runs it now, and the place of the timer or the line; `nil` if it is off.
    ///
    /// - Throws: `CommandError` if that is not known.
    func status() async throws -> (means: Means, place: String)? {
        for timer in [timerFile, usual(timerFile)] where FileManager.default.fileExists(atPath: timer.path) {
            return (.systemd, timer.path)
        }
        guard let line = try await crontab.table(of: library)?.line else { return nil }
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
        if try await hasSystemd() {
            let timer = SystemdTimer(
                command: command, variables: variables, library: library, interval: interval)
            try await removeEarlierUnits()
            try FileManager.default.createDirectory(at: units, withIntermediateDirectories: true)
            try Data(timer.service.utf8).write(to: serviceFile, options: .atomic)
            try Data(timer.timer.utf8).write(to: timerFile, options: .atomic)
            do {
                try await startTimer()
            } catch {
                // In a task of its own: an interrupted one could start no program.
                await Task { await removeStartedTimer() }.value
                throw error
            }
            // An earlier line of cron would run the command twice.
            let table = try? await crontab.table(of: library)
            try Task.checkCancellation()
            if var table, table.line != nil {
                table.remove()
                try await crontab.write(table)
            }
            return .systemd
        }
        guard var table = try await crontab.table(of: library) else {
            throw CommandError(
                status: .failedItems,
                message:
                    "carrel schedule: systemd does not run for you, and cron is not installed; run carrel watch instead, or install cron"
            )
        }
        table.add(variables.isEmpty ? command : ["env"] + variables + command, every: interval)
        try await crontab.write(table)
        // Leftover units would be taken for the schedule.
        removeUnits(earlierUnits)
        return .cron
    }

    private func startTimer() async throws {
        // The manager may look in another folder than this one. If it looks here, this does nothing.
        if hasOwnFolder { try await systemctl("link", serviceFile.path, timerFile.path) }
        try await systemctl("daemon-reload")
        try await systemctl("enable", "--now", timerFile.lastPathComponent)
        try await systemctl("restart", timerFile.lastPathComponent)
    }

    /// Removes units that could not be started: they would be taken for the schedule.
    private func removeStartedTimer() async {
        _ = try? await systemctl("disable", "--now", timerFile.lastPathComponent)
        removeUnits()
        _ = try? await systemctl("daemon-reload")
    }

    /// Turns it off.
    ///
    /// - Returns: whether it was on.
    func turnOff() async throws -> Bool {
        guard let now = try await status() else { return false }
        switch now.means {
        case .systemd:
            // Read before the links go.
            let earlier = earlierUnits
            // If the manager does not run, only the files have to be removed.
            if try await hasSystemd() {
                // An interrupted `off` may have left the timer running without its link.
                if hasOwnFolder, FileManager.default.fileExists(atPath: timerFile.path) {
                    _ = try await run("systemctl", ["--user", "link", serviceFile.path, timerFile.path])
                }
                try await systemctl("disable", "--now", timerFile.lastPathComponent)
                // The timer's link is gone by now.
                if hasOwnFolder {
                    _ = try await run("systemctl", ["--user", "disable", serviceFile.lastPathComponent])
                }
            }
            removeUnits(earlier)
            if try await hasSystemd() { try await systemctl("daemon-reload") }
        case .cron:
            guard var table = try await crontab.table(of: library) else { return false }
            table.remove()
            try await crontab.write(table)
        }
        return true
    }

    // MARK: systemd

    /// The units of this library that were installed with another `XDG_CONFIG_HOME`, and the links to them.
    ///
    /// Of other folders only those are known that the usual one has links to.
    private var earlierUnits: [URL] {
        let files = [timerFile, serviceFile].flatMap { unit -> [URL] in
            let place = usual(unit)
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place.path) else {
                return place.path == unit.path ? [] : [place]
            }
            let isAbsolute = target.hasPrefix("/")
            let linked = (isAbsolute ? URL(filePath: target) : usualUnits.appending(path: target))
                .standardizedFileURL
            if linked.path == unit.standardizedFileURL.path { return [] }
            return linked.lastPathComponent == unit.lastPathComponent ? [linked, place] : [place]
        }
        // Also links to what is gone.
        return files.filter { (try? FileManager.default.attributesOfItem(atPath: $0.path)) != nil }
    }

    /// Turns off and removes what the manager would run instead of the units that are about to be installed.
    private func removeEarlierUnits() async throws {
        let earlier = earlierUnits
        guard !earlier.isEmpty else { return }
        _ = try await run("systemctl", ["--user", "disable", "--now", timerFile.lastPathComponent])
        remove(earlier)
    }

    private func removeUnits(_ earlier: [URL] = []) {
        remove([timerFile, serviceFile].flatMap { [$0, usual($0)] } + earlier)
    }

    private func remove(_ files: [URL]) {
        for file in files { try? FileManager.default.removeItem(at: file) }
    }

    private func hasSystemd() async throws -> Bool {
        try await run("systemctl", ["--user", "show-environment"])?.status == 0
    }

    private func systemctl(_ arguments: String...) async throws {
        let output = try await run("systemctl", ["--user"] + arguments)
        guard output?.status != 0 else { return }
        throw CommandError(
            status: .failedItems,
            message:
                "carrel schedule: systemctl --user \(arguments.joined(separator: " ")): \(output?.errorText ?? "it cannot be run")"
                .singleLine)
    }

    /// The output of a program; `nil` if it cannot be run.
    ///
    /// - Throws: `CancellationError` if it failed because the command was interrupted, which says nothing of the schedule.
    private func run(_ tool: String, _ arguments: [String]) async throws -> ToolOutput? {
        let output = try? await runner.run(
            ToolInvocation(tool, arguments, timeout: .seconds(20), outputLimit: 1 << 20, memoryLimit: 0))
        if output?.status != 0 { try Task.checkCancellation() }
        return output
    }
}

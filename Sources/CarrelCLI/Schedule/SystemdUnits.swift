import CarrelBasics
import Foundation

/// The timer of one library and its service, among the units of the user's systemd.
struct SystemdUnits {
    /// The name of both units without their suffixes; each library has its own.
    private let name: String
    /// Where the units go, and where they would without `XDG_CONFIG_HOME`; the same folder has one path.
    private let folder, usualFolder: URL
    private let hasOwnFolder: Bool
    private let runner: any ToolRunner

    /// - Parameters:
    ///   - name: the name of both units.
    ///   - environment: `HOME` and `XDG_CONFIG_HOME`, if it is an absolute path, say where the units go.
    ///   - runner: runs systemctl.
    init(named name: String, environment: [String: String], runner: any ToolRunner) {
        (self.name, self.runner) = (name, runner)
        let usual = UserFolders(environment: environment).home.appending(path: ".config").path
        let own = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        hasOwnFolder = own != nil
        let configuration = own ?? usual
        usualFolder = URL(filePath: usual).appending(path: Self.place)
        folder =
            Self.isSame(configuration, usual)
            ? usualFolder : URL(filePath: configuration).appending(path: Self.place)
    }

    /// Where units are in a folder of configurations.
    private static let place = "systemd/user"

    /// Whether two folders of configurations have their units in the same place.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let places = [one, other].map { "\($0)/\(place)".withoutLinks() ?? $0 }
        return places[0] == places[1]
    }

    private var service: URL { folder.appending(path: "\(name).service") }
    private var timer: URL { folder.appending(path: "\(name).timer") }

    /// The place of a unit without `XDG_CONFIG_HOME`; with it, the manager may have a link there.
    private func usual(_ unit: URL) -> URL { usualFolder.appending(path: unit.lastPathComponent) }

    /// The place of the timer; `nil` if there is none.
    var installed: String? {
        [timer, usual(timer)].map(\.path).first { FileManager.default.fileExists(atPath: $0) }
    }

    /// Whether systemd runs for the user.
    func canRun() async throws -> Bool {
        try await run(["show-environment"])?.status == 0
    }

    /// Installs the units in place of earlier ones, and starts the timer.
    ///
    /// - Parameter texts: what is in them.
    /// - Throws: `CommandError` with what systemd said; `CancellationError`. The units are gone then.
    func install(_ texts: SystemdTimer) async throws {
        try await removeEarlier()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(texts.service.utf8).write(to: service, options: .atomic)
        try Data(texts.timer.utf8).write(to: timer, options: .atomic)
        do {
            try await start()
        } catch {
            // In a task of its own: an interrupted one could start no program.
            await Task { await removeStarted() }.value
            throw error
        }
    }

    /// Stops the timer and removes the units.
    func remove() async throws {
        // Read before the links go.
        let earlier = self.earlier
        // If the manager does not run, only the files have to be removed.
        if try await canRun() {
            // An interrupted removal may have left the timer running without its link.
            if hasOwnFolder, FileManager.default.fileExists(atPath: timer.path) {
                _ = try await run(["link", service.path, timer.path])
            }
            try await systemctl("disable", "--now", timer.lastPathComponent)
            // The timer's link is gone by now.
            if hasOwnFolder { _ = try await run(["disable", service.lastPathComponent]) }
        }
        removeFiles(earlier)
        if try await canRun() { try await systemctl("daemon-reload") }
    }

    /// Removes the files of the units: leftover ones would be taken for the schedule.
    func removeLeftovers() { removeFiles(earlier) }

    private func start() async throws {
        // The manager may look in another folder than this one. If it looks here, this does nothing.
        if hasOwnFolder { try await systemctl("link", service.path, timer.path) }
        try await systemctl("daemon-reload")
        try await systemctl("enable", "--now", timer.lastPathComponent)
        try await systemctl("restart", timer.lastPathComponent)
    }

    private func removeStarted() async {
        _ = try? await systemctl("disable", "--now", timer.lastPathComponent)
        removeFiles([])
        _ = try? await systemctl("daemon-reload")
    }

    // MARK: Earlier units

    /// The units that were installed with another `XDG_CONFIG_HOME`, and the links to them.
    ///
    /// Of other folders only those are known that the usual one has links to.
    private var earlier: [URL] {
        let files = [timer, service].flatMap { unit -> [URL] in
            let place = usual(unit)
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place.path) else {
                return place.path == unit.path ? [] : [place]
            }
            let isAbsolute = target.hasPrefix("/")
            let linked = (isAbsolute ? URL(filePath: target) : usualFolder.appending(path: target))
                .standardizedFileURL
            if linked.path == unit.standardizedFileURL.path { return [] }
            return linked.lastPathComponent == unit.lastPathComponent ? [linked, place] : [place]
        }
        // Also links to what is gone.
        return files.filter { (try? FileManager.default.attributesOfItem(atPath: $0.path)) != nil }
    }

    /// Turns off and removes what the manager would run instead of the units that are about to be installed.
    private func removeEarlier() async throws {
        let earlier = self.earlier
        guard !earlier.isEmpty else { return }
        _ = try await run(["disable", "--now", timer.lastPathComponent])
        remove(earlier)
    }

    private func removeFiles(_ earlier: [URL]) {
        remove([timer, service].flatMap { [$0, usual($0)] } + earlier)
    }

    private func remove(_ files: [URL]) {
        for file in files { try? FileManager.default.removeItem(at: file) }
    }

    // MARK: systemctl

    private func systemctl(_ arguments: String...) async throws {
        let output = try await run(arguments)
        guard output?.status != 0 else { return }
        let said = output?.errorText ?? "it cannot be run"
        throw CommandError(
            of: "schedule", "systemctl --user \(arguments.joined(separator: " ")): \(said)".singleLine)
    }

    /// What systemctl says; `nil` if it cannot be run.
    ///
    /// - Throws: `CancellationError` if it failed because the command was interrupted, which says nothing of the units.
    private func run(_ arguments: [String]) async throws -> ToolOutput? {
        let output = try? await runner.run(
            ToolInvocation(
                "systemctl", ["--user"] + arguments, timeout: .seconds(20), outputLimit: 1 << 20,
                memoryLimit: 0))
        if output?.status != 0 { try Task.checkCancellation() }
        return output
    }
}

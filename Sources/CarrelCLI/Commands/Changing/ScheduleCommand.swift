import CarrelBasics
import CarrelConfiguration
import CarrelOpening
import CarrelStages
import CarrelStandard
import CarrelViews
import Foundation

/// `carrel schedule`: keeps the library up to date in the background.
enum ScheduleCommand {
    static let spec = CommandSpec(
        name: "schedule", operands: "on|off|status",
        summary: "Keep the library up to date in the background",
        discussion: """
            on installs a systemd timer, or a line of cron if systemd does not run for you. It syncs what is due, as
            carrel watch does, with the same --library, --config, --profile and --set, or the carrel.toml of this
            folder, and with XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_CACHE_HOME as they are now. off removes it; status
            says whether it is there, and where.
            """,
        options: [WatchCommand.every], operandCount: 1...1, completes: [[.words(["on", "off", "status"])]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        if ["off", "status"].contains(invocation.operands[0]), invocation.has(WatchCommand.every.name) {
            throw CommandError.usage("schedule", "--every is for carrel schedule on; leave it out")
        }
        guard let library = try workspace.opener.libraryFolder()?.path else {
            throw CommandError.usage(
                "schedule",
                "the profile\u{2019}s library is not a folder on this machine. Name one with --library")
        }
        let scheduler = await Self.scheduler(of: library)
        switch invocation.operands[0] {
        case "on": return try await turnOn(scheduler, workspace)
        case "off": return try await turnOff(scheduler, workspace)
        case "status": return try await status(scheduler, workspace)
        default:
            throw CommandError.usage(
                "schedule", "“\(invocation.operands[0].singleLine)”: expected on, off or status")
        }
    }

    /// A library has one schedule, however it is named: that of the path that links lead to, unless the path as it was typed
    /// has one, as where a link took the place of the folder.
    private static func scheduler(of library: String) async -> Scheduler {
        let scheduler = Scheduler(library: library.withoutLinks() ?? library)
        guard scheduler.library != library else { return scheduler }
        let typed = Scheduler(library: library)
        return (try? await typed.status()) == nil ? scheduler : typed
    }

    private static func turnOn(_ scheduler: Scheduler, _ workspace: Workspace) async throws -> ExitStatus {
        let interval = try WatchCommand.interval(workspace.invocation)
        guard FileManager.default.fileExists(atPath: scheduler.library + "/.carrel") else {
            throw CommandError(
                of: "schedule",
                """
                there is no library in \(ShownText.of(scheduler.library)). Begin one with carrel add CATALOGUE or \
                carrel sync
                """,
                status: .library)
        }
        guard interval >= .seconds(60) else {
            throw CommandError.usage(
                "schedule",
                """
                --every is “\(interval.durationText)”, and a schedule looks once a minute at the \
                most; for more use carrel watch --every \(interval.durationText)
                """)
        }
        let words = try command(scheduler.library, interval, workspace)
        let folder = folder(workspace)
        // Neither a line of cron nor a unit of systemd can hold one.
        if let word = (scheduler.variables + words + [folder ?? ""]).first(where: \.hasControls) {
            throw CommandError.usage(
                "schedule",
                """
                \(ShownText.of(word)): a schedule cannot name what has a line break or a control \
                character; rename it, or use carrel watch
                """)
        }
        let notes = try await ScheduledCatalogs.check(workspace)
        let step = step(for: interval)
        let means = try await scheduler.turnOn(words, in: folder, every: step)
        for note in notes where !workspace.isQuiet { LineWriter.message(workspace.hints.completing(note)) }
        if workspace.isJSON { return try await status(scheduler, workspace) }
        guard !workspace.isQuiet else { return .success }
        let ending = workspace.hints.completing("carrel schedule off")
        LineWriter.output.line(
            """
            \(ShownText.of(scheduler.library)) is kept up to date by \(means.rawValue): every \(step.durationText) it syncs \
            what was read \(interval.durationText) ago or longer; \(ending) ends that
            """)
        return .success
    }

    /// How often the timer checks which catalogues are due: four times in the interval, but at least once an hour and
    /// at most once a minute.
    ///
    /// It divides the hour evenly, because cron knows no other intervals.
    private static func step(for interval: Duration) -> Duration {
        let minutes = [60, 30, 20, 15, 12, 10, 6, 5, 4, 3, 2].first { .seconds($0 * 60) <= interval / 4 }
        return .seconds((minutes ?? 1) * 60)
    }

    /// The folder to run the command in, for the profile that is found there and the paths in settings; `nil` without
    /// either.
    ///
    /// The profile is not named: what somebody changes in it needs trust then, as it does here.
    private static func folder(_ workspace: Workspace) -> String? {
        let (options, locator) = (workspace.opener.options, workspace.opener.locator)
        let finds =
            options.config == nil && options.profile == nil
            && FileManager.default.fileExists(atPath: locator.foundPath)
        return finds || !options.assignments.isEmpty ? locator.workingDirectory.path : nil
    }

    private static func command(
        _ library: String, _ interval: Duration, _ workspace: Workspace
    ) throws -> [String] {
        guard let program = Bundle.main.executablePath else {
            throw CommandError(
                of: "schedule", "the path of the program carrel is not known. Start it by its full path")
        }
        var words = [
            program, "watch", "--once", "--quiet", "--every", interval.durationText, "--library", library,
            WatchCommand.scheduled.name,
        ]
        if let file = workspace.invocation.value("--config") {
            words += ["--config", Standard.makeContext().file(file).path]
        }
        if let profile = workspace.invocation.value("--profile") {
            let isPath = ProfileLocator.isPath(profile)
            words += ["--profile", isPath ? Standard.makeContext().file(profile).path : profile]
        }
        for setting in workspace.invocation.options["--set"] ?? [] { words += ["--set", setting] }
        return words
    }

    private static func turnOff(_ scheduler: Scheduler, _ workspace: Workspace) async throws -> ExitStatus {
        let wasOn = try await scheduler.turnOff()
        if workspace.isJSON { return try await status(scheduler, workspace) }
        guard !workspace.isQuiet else { return .success }
        LineWriter.output.line(wasOn ? "the schedule is off" : "there was no schedule for this library")
        return .success
    }

    private static func status(_ scheduler: Scheduler, _ workspace: Workspace) async throws -> ExitStatus {
        let status = try await scheduler.status()
        if workspace.isJSON {
            JSONLine.write(
                ScheduleRow(
                    library: scheduler.library, isOn: status != nil, means: status?.means.rawValue,
                    place: status?.place))
        } else if let status {
            LineWriter.output.line("on, by \(status.means.rawValue): \(status.place)".terminalSafe)
        } else {
            LineWriter.output.line("off")
        }
        return .success
    }
}

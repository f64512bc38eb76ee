import CarrelBasics
import CarrelCore
import CarrelOpening
import CarrelStages
import CarrelStandard
import CarrelViews
import Foundation

/// `carrel watch`: syncs each catalogue whenever it is due.
enum WatchCommand {
    static let spec = CommandSpec(
        name: "watch", operands: "[CATALOGUE …]", summary: "Keep the library up to date, until interrupted",
        discussion: """
            Reads each catalogue as often as its source.refresh or --every says, at slightly random times so that many
            libraries do not ask a server at once. It never asks earlier than the server allows with Cache-Control,
            Expires or Retry-After, but waits a day at the most. After a failure it tries again sooner. Between two
            readings other commands can use the library. carrel schedule does this in the background.
            """,
        options: [
            every,
            OptionSpec(name: "--once", help: "sync what is due now, and end"),
        ], operandCount: 0...1000, completes: [[.catalog, .file]]
    ) { invocation in
        let schedule = RefreshSchedule(every: try interval(invocation))
        var invocation = invocation
        // Waits while another command uses the library.
        invocation.options[Workspace.wait.name] = [""]
        let isOnce = invocation.has("--once")
        JSONEventPrinter.begin(try Workspace(invocation))
        let presence = LibraryPresence()
        if isOnce { return try await round(invocation, schedule, presence, isOnce: true).0 }
        var (next, isFirst) = ([Due](), true)
        repeat {
            do {
                next = try await round(invocation, schedule, presence, isOnce: false).1
            } catch  where !Task.isCancelled && !(isFirst && isTyped(error)) {
                // The error may be gone the next time.
                report(error, invocation)
                next = [Due(name: nil, date: Date() + schedule.afterFailure.seconds)]
            }
            isFirst = false
        } while await sleep(until: next, saying: !invocation.has("--quiet"))
        return Task.isCancelled ? .interrupted : .success
    }

    /// Whether an error is of what was just typed, or of the profile, so that whoever typed it sees it end the command.
    private static func isTyped(_ error: any Error) -> Bool {
        [.usage, .configuration].contains(Failure(error).status)
    }

    static let every = OptionSpec(
        name: "--every", value: "TIME",
        help: "how often to read catalogues without source.refresh, such as 6h")

    /// The value of `--every`.
    static func interval(_ invocation: Invocation) throws(CommandError) -> Duration {
        guard let text = invocation.value(every.name) else { return .seconds(6 * 3600) }
        guard let interval = Duration(durationText: text), interval >= .seconds(1) else {
            throw CommandError.usage(
                invocation.command,
                "--every is “\(text.singleLine)”; expected a time from 1s to 365d, such as 30m, 6h or 1d")
        }
        return interval
    }

    /// When a catalogue is due.
    private struct Due {
        var name: String?
        var date: Date
    }

    /// Says why a round failed; the watch goes on.
    private static func report(_ error: any Error, _ invocation: Invocation) {
        let failure = Failure(error, LibraryHints(invocation))
        LineWriter.error.line(failure.message)
        guard invocation.has("--json") else { return }
        JSONLine.write(EventRow(error: failure.reason, status: Int(failure.status.rawValue)))
    }

    /// Syncs the catalogues that are due.
    ///
    /// - Throws: whatever ends the round, such as a library that was there before and no longer is.
    /// - Returns: the exit status, and when each catalogue is due next.
    private static func round(
        _ invocation: Invocation, _ schedule: RefreshSchedule, _ presence: LibraryPresence, isOnce: Bool
    ) async throws -> (ExitStatus, [Due]) {
        // Made again each time, because profiles may have changed and catalogues may have been added.
        let workspace = try Workspace(invocation, presence: presence)
        try presence.check(try workspace.opener.libraryFolder())
        let command = invocation.repeated(with: ["--once"])
        let choose = { (workspace: Workspace) async throws -> [CatalogChoice] in
            try await workspace.opener.choicesToRead(invocation.operands, for: command)
        }
        let (choices, now) = (try await choose(workspace), Standard.makeContext().now())
        guard try await isAnyDue(choices, workspace, schedule, now) else {
            return try await round(choices, workspace, schedule, now, isOnce: isOnce)
        }
        return try await workspace.holding(.joined, choose) {
            try await round($0, $1, schedule, now, isOnce: isOnce)
        }
    }

    /// Whether there is a reason to wait for the library; which catalogues cannot be read, the round itself tells.
    private static func isAnyDue(
        _ choices: [CatalogChoice], _ workspace: Workspace, _ schedule: RefreshSchedule, _ now: Date
    ) async throws -> Bool {
        let readable = choices.filter { (try? workspace.opener.readableLocation(of: $0)) != nil }
        guard !readable.isEmpty else { return false }
        let locations = try readable.map { try workspace.opener.location(of: $0) }
        return try await workspace.desk(reading: readable).due(locations, by: schedule).contains {
            $0.date <= now
        }
    }

    private static func round(
        _ choices: [CatalogChoice], _ workspace: Workspace, _ schedule: RefreshSchedule, _ now: Date,
        isOnce: Bool
    ) async throws -> (ExitStatus, [Due]) {
        let failures = CatalogFailures(workspace)
        let located =
            choices.count == 1
            ? [(location: try workspace.opener.location(of: choices[0]), choice: choices[0])]
            : try SyncCommand.located(choices, workspace, failures)
        let (locations, readable) = (located.map(\.location), located.map(\.choice))
        guard !located.isEmpty else {
            return (failures.worst, [Due(name: nil, date: now + schedule.afterFailure.seconds)])
        }
        var next = try await workspace.desk(reading: readable).due(locations, by: schedule)
        let due = Set(next.filter { $0.date <= now }.map(\.location))
        var status = failures.worst
        if !due.isEmpty {
            do {
                status = failures.worst(
                    with: try await SyncCommand.sync(
                        located.filter { due.contains($0.location) }.map(\.choice), workspace))
            } catch let error as PipelineError where Failure(error).status == .catalog {
                report(error, workspace.invocation)
                status = failures.worst(with: .catalog)
            }
            next = try await workspace.desk(reading: readable).due(locations, by: schedule, tried: due)
        } else if isOnce {
            // Readers of events need the end of the run even if there was nothing to do.
            JSONEventPrinter.endIdle(workspace)
        }
        let names = Dictionary(located.map { ($0.location, $0.choice.name) }) { first, _ in first }
        let dates = next.map { Due(name: names[$0.location] ?? nil, date: $0.date) }
        if isOnce, due.isEmpty, let first = dates.first, workspace.tells {
            LineWriter.error.line("nothing is due; \(text(first))")
        }
        return (status, dates)
    }

    private static func text(_ due: Due) -> String {
        "next sync at \(DateText.text(due.date))\(due.name.map { " (\($0))" } ?? "")".singleLine
    }

    /// Sleeps until the first catalogue is due.
    ///
    /// - Returns: `false` if it was interrupted.
    private static func sleep(until due: [Due], saying: Bool) async -> Bool {
        guard let first = due.first else { return false }
        if saying { LineWriter.error.line(text(first)) }
        // In steps, to notice if the machine slept or its clock was set.
        while case let left = first.date.timeIntervalSinceNow, left > 0 {
            guard (try? await Task.sleep(for: .seconds(min(left, 60)))) != nil else { return false }
        }
        return !Task.isCancelled
    }
}

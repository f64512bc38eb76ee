import CarrelBasics
import CarrelCore
import CarrelOpening
import CarrelStages
import CarrelStandard
import CarrelViews
import Foundation

/// Keeps a library up to date: reads each catalogue when it is due.
struct Watch {
    private let invocation: Invocation
    private let schedule: RefreshSchedule
    private let presence = LibraryPresence()
    /// What was tried last of what the library noted nothing of, by location.
    private let tried = Locked<[String: CatalogVisit]>([:])

    init(_ invocation: Invocation) throws(CommandError) {
        schedule = RefreshSchedule(every: try WatchCommand.interval(invocation))
        if invocation.operands.contains("-"), !invocation.has(WatchCommand.once.name) {
            throw CommandError.usage(
                invocation.command, "standard input can be read only once; add --once, or name a file")
        }
        var invocation = invocation
        // Waits while another command uses the library.
        if !invocation.has(WatchCommand.scheduled.name) { invocation.options[Workspace.wait.name] = [""] }
        self.invocation = invocation
    }

    /// When a catalogue is due.
    private struct Due: Equatable {
        var location = ""
        var name: String?
        var date: Date

        var text: String {
            "next sync at \(DateText.text(date))\(name.map { " (\($0))" } ?? "")".singleLine
        }
    }

    private typealias Located = [(location: String, choice: CatalogChoice)]

    private var isOnce: Bool { invocation.has(WatchCommand.once.name) }
    private var isScheduled: Bool { invocation.has(WatchCommand.scheduled.name) }

    /// Syncs what is due, again and again unless it is to be done once.
    func run() async throws -> ExitStatus {
        JSONEventPrinter.begin(try Workspace(invocation))
        if isOnce { return try await syncOnce() }
        var (next, isFirst) = ([Due](), true)
        repeat {
            do {
                next = try await syncDue().next
            } catch  where !Task.isCancelled && !(isFirst && Self.isTyped(error)) {
                // The error may be gone the next time.
                report(error)
                next = [retry()]
            }
            isFirst = false
        } while await sleep(until: next)
        return Task.isCancelled ? .interrupted : .success
    }

    private func syncOnce() async throws -> ExitStatus {
        do {
            return try await syncDue().status
        } catch  where isScheduled && Failure.library(error)?.code == .busy {
            // If all of them waited beside one long sync, there would be more and more.
            return .success
        }
    }

    /// Whether an error is of what was just typed, or of the profile, so that whoever typed it sees it end the command.
    private static func isTyped(_ error: any Error) -> Bool {
        // Neither a file nor a catalogue: a name that is not quite right.
        if let error = error as? OpeningError, error.code == .noFile { return true }
        return [.usage, .configuration].contains(Failure(error).status)
    }

    /// Says why a reading failed; the watch goes on.
    private func report(_ error: any Error) {
        let failure = Failure(error, LibraryHints(invocation))
        LineWriter.error.line(failure.message)
        guard invocation.has("--json") else { return }
        JSONLine.write(EventRow(error: failure.reason, status: Int(failure.status.rawValue)))
    }

    private func retry() -> Due { Due(date: Date() + schedule.afterFailure.seconds) }

    // MARK: Sleeping

    /// Sleeps until the first catalogue is due, by what profiles and library say meanwhile.
    ///
    /// - Returns: `false` if it was interrupted.
    private func sleep(until next: [Due]) async -> Bool {
        guard var first = next.first else { return false }
        say(first)
        do {
            try await DueWait().wait(until: first.date) {
                guard let next = try? await look().first else { return nil }
                if next != first, next.date > Date() { say(next) }
                first = next
                return next.date
            }
        } catch {
            return false
        }
        return !Task.isCancelled
    }

    private func say(_ due: Due) {
        if !invocation.has("--quiet") { LineWriter.error.line(due.text) }
    }

    /// When the catalogues are due that can be read now.
    private func look() async throws -> [Due] {
        let workspace = try workspace()
        return try await due(readable(try await choose(workspace), workspace), workspace)
    }

    // MARK: Syncing

    /// Made again each time, because profiles may have changed and catalogues may have been added.
    ///
    /// - Throws: also a `StoreError` for a library that was there before and no longer is.
    private func workspace() throws -> Workspace {
        var workspace = try Workspace(invocation, presence: presence)
        let folder = try workspace.opener.libraryFolder()
        if isScheduled {
            workspace.opener.options.patience = .seconds(2)
            presence.expect(folder)
        }
        try presence.check(folder)
        return workspace
    }

    private func choose(_ workspace: Workspace) async throws -> [CatalogChoice] {
        let command = invocation.repeated(with: [WatchCommand.once.name])
        return try await workspace.opener.choicesToRead(invocation.operands, for: command)
    }

    /// The catalogues that can be read; what is wrong with the others is told when catalogues are read.
    private func readable(_ choices: [CatalogChoice], _ workspace: Workspace) -> Located {
        choices.compactMap { choice in
            (try? workspace.opener.readableLocation(of: choice)).map { (location: $0, choice: choice) }
        }
    }

    /// When catalogues are due, the earliest first.
    private func due(_ located: Located, _ workspace: Workspace) async throws -> [Due] {
        guard !located.isEmpty else { return [] }
        let names = Dictionary(located.map { ($0.location, $0.choice.name) }) { first, _ in first }
        let dates = try await workspace.desk(reading: located.map(\.choice)).due(
            located.map(\.location), by: schedule, tried: tried.value)
        return dates.map { Due(location: $0.location, name: names[$0.location] ?? nil, date: $0.date) }
    }

    /// Syncs the catalogues that are due.
    ///
    /// - Throws: whatever ends that, such as a library that was taken away.
    /// - Returns: the exit status, and when each catalogue is due next.
    private func syncDue() async throws -> (status: ExitStatus, next: [Due]) {
        let workspace = try workspace()
        let (choices, now) = (try await choose(workspace), Standard.makeContext().now())
        let due = try await due(readable(choices, workspace), workspace).filter { $0.date <= now }
        // Nothing else is a reason to wait for the library.
        guard !due.isEmpty else { return try await sync(choices, workspace, now) }
        do {
            return try await workspace.holding(.joined, choose) { try await sync($0, $1, now) }
        } catch {
            note(due, at: now)
            throw error
        }
    }

    private func sync(
        _ choices: [CatalogChoice], _ workspace: Workspace, _ now: Date
    ) async throws -> (status: ExitStatus, next: [Due]) {
        let failures = CatalogFailures(workspace)
        let located =
            choices.count == 1
            ? [(location: try workspace.opener.location(of: choices[0]), choice: choices[0])]
            : try SyncCommand.located(choices, workspace, failures)
        guard !located.isEmpty else { return (SyncCommand.noneRead(failures, workspace), [retry()]) }
        var (next, status) = (try await due(located, workspace), failures.worst)
        let wanted = Set(next.filter { $0.date <= now }.map(\.location))
        if !wanted.isEmpty {
            var waits: [String: Duration] = [:]
            // What is shown names its catalogue where there are several, however few are due.
            if choices.count > 1 {
                let choices = located.filter { wanted.contains($0.location) }.map(\.choice)
                status = try await SyncCommand.syncSeveral(choices, workspace, failures)
                waits = failures.waits
            } else {
                do {
                    status = try await SyncCommand.syncOne(choices[0], workspace)
                } catch let error as PipelineError where Failure(error).status == .catalog {
                    report(error)
                    status = .catalog
                    waits[located[0].location] = error.retryAfter
                }
            }
            next = try await dueNext(located, workspace, tried: now, waits)
        } else if isOnce {
            // Readers of events need the end of the run even if there was nothing to do.
            JSONEventPrinter.endIdle(workspace)
            if workspace.tells, let first = next.first {
                LineWriter.error.line("nothing is due; \(first.text)")
            }
        }
        return (status, next)
    }

    /// When catalogues are due after a reading: not at once again, even if the library noted nothing of it.
    private func dueNext(
        _ located: Located, _ workspace: Workspace, tried date: Date, _ waits: [String: Duration]
    ) async throws -> [Due] {
        let next = try await due(located, workspace)
        let unnoted = next.filter { $0.date <= date }
        guard !unnoted.isEmpty else { return next }
        note(unnoted, at: date, waits)
        return try await due(located, workspace)
    }

    /// Notes that catalogues were tried, and how long their servers want to be left alone.
    private func note(_ due: [Due], at date: Date, _ waits: [String: Duration] = [:]) {
        let now = Standard.makeContext().now()
        tried.withLock { tried in
            for location in due.map(\.location) {
                tried[location] = CatalogVisit(
                    location: location, date: date, notBefore: waits[location].map { now + $0.seconds },
                    failures: 1)
            }
        }
    }
}

import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelOpening
import CarrelServer
import CarrelStages
import Foundation

/// `carrel work`: does the jobs that the machines of a library share.
enum WorkCommand {
    static let spec = CommandSpec(
        name: "work", summary: "Fetch what syncs have posted, together with other machines",
        discussion: """
            For libraries whose records, jobs and documents are where all machines reach them. It leases hosts with their
            jobs, fetches, stores and records, until it is stopped. TERM or Ctrl-C drains it: within 10 seconds
            its jobs are done or back in the queue. docs/ManyMachines.md says how to set it up.
            """,
        options: [
            OptionSpec(name: "--until-empty", help: "end when no job is left"),
            OptionSpec(
                name: "--listen", value: "HOST:PORT",
                help: "answer /health and /metrics there; port 0 is any free one"),
            OptionSpec(
                name: "--name", value: "NAME",
                help: "how carrel status shows it (by the machine's name unless told)"),
        ]
    ) { invocation in
        let address = try invocation.listenAddress(suchAs: "127.0.0.1:9330")
        let name = try name(invocation)
        let workspace: Workspace
        do {
            workspace = try Workspace(invocation)
            try workspace.requireSharedJobs(for: "work")
        } catch  where Task.isCancelled {
            // Told to end while it reads the profile: it has taken nothing, so that all is in order.
            return .success
        }
        // Nobody who reads slowly holds up what is fetched.
        if workspace.isJSON {
            JSONEventPrinter.begin(workspace, endsWithSummary: false)
        } else {
            LineWriter.startSpools()
        }
        let untilEmpty = invocation.has("--until-empty")
        guard let desk = try await opened(workspace, untilEmpty: untilEmpty) else { return .success }
        let place = try WorkPlace(in: desk.documents.libraryFolder)
        defer { withExtendedLifetime(place) {} }
        var options = WorkOptions(name: name, place: place.name)
        options.untilEmpty = untilEmpty
        let worker = try desk.worker(options) { say($0, workspace) }
        let server = try address.map { address in
            try serve(WorkServer(worker) { try? await desk.queueStatus(mostHosts: 0) }, address)
        }
        if !workspace.isQuiet { LineWriter.error.line("working as \(options.name); Ctrl-C ends it") }
        try await run(worker)
        await server?.stop()
        if workspace.tells { LineWriter.output.line(summary(worker.report)) }
        return untilEmpty && worker.report.failed > 0 ? .failedItems : .success
    }

    /// How `carrel status` shows the worker.
    private static func name(_ invocation: Invocation) throws(CommandError) -> String {
        let name = (invocation.value("--name") ?? ProcessInfo.processInfo.hostName).singleLine
        guard name.contains(where: { !$0.isWhitespace }) else {
            throw CommandError.usage(
                invocation.command, "--name is “\(name)”; expected a name for this machine, such as desk-7")
        }
        return name
    }

    /// The longest time that draining takes before what goes on is cut off.
    private static let patience = Duration.seconds(7)

    /// Works until it is done, or drained by a signal.
    private static func run(_ worker: Worker) async throws {
        // In a task of its own, so that a signal drains it instead of cutting off what it records.
        let working = Task { try await worker.run() }
        let isCutOff = Locked(false)
        try await withTaskCancellationHandler {
            do {
                try await working.value
            } catch {
                // It was not interrupted by a person: what it waited for did not answer.
                throw isCutOff.value ? CommandError(status: .library, message: silence) : error
            }
        } onCancel: {
            worker.drain()
            Task {
                try? await Task.sleep(for: patience)
                isCutOff.withLock { $0 = true }
                working.cancel()
                try? await Task.sleep(for: .seconds(1))
                // A database that swallows what it is asked holds a thread: others get the jobs when the leases end.
                LineWriter.error.line(silence)
                _exit(ExitStatus.library.rawValue)
            }
        }
    }

    private static let silence =
        "the database or the bucket does not answer; what is not recorded is left to others"

    /// Opens the library, as soon as what it needs answers; `nil` if it is told to end before.
    private static func opened(_ workspace: Workspace, untilEmpty: Bool) async throws -> Desk? {
        let (results, result) = AsyncStream.makeStream(of: Result<Desk?, any Error>.self)
        // In a task of its own: a database that does not answer holds a thread, and nothing was taken yet that must be
        // given back.
        let opening = Task {
            result.yield(await Result(of: { try await openedInTime(workspace, untilEmpty: untilEmpty) }))
        }
        for await result in results { return try result.get() }
        opening.cancel()
        return nil
    }

    private static func openedInTime(_ workspace: Workspace, untilEmpty: Bool) async throws -> Desk? {
        var said = ""
        while !Task.isCancelled {
            do {
                return try await workspace.desk(.working, previews: true, observer: observer(workspace))
            } catch {
                if Task.isCancelled { return nil }
                guard let passing = StoreError.passing(error, untilEmpty: untilEmpty) else { throw error }
                if passing.description != said { say(.trouble(passing), workspace) }
                said = passing.description
            }
            try? await Task.sleep(for: .seconds(1))
        }
        return nil
    }

    private static func observer(_ workspace: Workspace) throws -> any PipelineObserver {
        if workspace.isJSON {
            return JSONEventPrinter(
                root: try workspace.opener.builder().makeStore().root, names: CatalogNames(meetsAny: true))
        }
        return TextEventPrinter(
            terminal: workspace.terminal, isQuiet: workspace.isQuiet, isVerbose: workspace.isVerbose,
            hints: workspace.hints)
    }

    private static func serve(_ server: WorkServer, _ address: ListenAddress) throws -> Daemon {
        do throws(ServerError) {
            let (daemon, found) = try server.start(address)
            LineWriter.error.line("health and metrics: http://\(found)/")
            return daemon
        } catch {
            throw CommandError(of: "work", "\(error)")
        }
    }

    private static func say(_ event: WorkEvent, _ workspace: Workspace) {
        switch event {
        case .leased(let host, let jobs):
            guard workspace.isVerbose else { return }
            LineWriter.error.line("leased \(host): \(Counted.text(jobs, "job"))".singleLine)
        case .trouble(let error):
            // Nobody has to do what would help a command that ends with it; but no time mends newer or damaged tables, or
            // missing rights.
            let remedy = [.database, .forbidden].contains(error.code) ? error.remedy : nil
            let told = StoreError(
                error.code, subject: error.message.subject, reason: error.reason, remedy: remedy)
            LineWriter.error.line("warning: \(told); trying again".singleLine)
        case .recovered: LineWriter.error.line("working again")
        case .lost(let host):
            LineWriter.error.line(
                "warning: another machine has \(host) now, because this one was not heard of in time"
                    .singleLine)
        }
    }

    private static func summary(_ report: WorkerReport) -> String {
        let counts = Counted.parts([
            (report.stored, "stored"), (report.unchanged, "unchanged"), (report.failed, "failed"),
        ])
        return counts.isEmpty
            ? "nothing to do" : counts.joined(separator: ", ") + " · \(ByteCount(report.bytes))"
    }
}

import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelModel
import CarrelOpening
import CarrelStages
import CarrelStandard
import CarrelViews
import Foundation

/// `carrel sync`: the whole pipeline.
enum SyncCommand {
    static let spec = CommandSpec(
        name: "sync", operands: "[CATALOGUE …]", summary: "Bring the library up to date with its catalogues",
        discussion: """
            CATALOGUE is a name, a path, a URL or - for standard input, and overrides the profile's source. Carrel
            recognises from the content what kind of catalogue it is, unless the profile names a parser. Several
            catalogues are read and synced side by side. Any list may come from standard input, so nothing counts as no
            longer listed because another one came; --set source.location=stdin:NAME says which catalogue it is.

            A catalogue that the library knows is read with the profile that it was added with, whatever --profile and
            --config name; carrel set NAME extends=PROFILE gives it another one. --set counts for this run.
            """,
        options: [
            OptionSpec(name: "--dry-run", help: "stop after the plan and change nothing"),
            retryFailed, exitCode, Workspace.wait, detach,
            OptionSpec(
                name: "--plan", value: "FILE", help: "apply exactly the plan that carrel plan --json printed",
                completes: [.file]),
        ], operandCount: 0...1000, goesOn: true, completes: [[.catalog, .file]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        if let file = invocation.value("--plan") {
            let others = ["--dry-run", retryFailed.name].filter(invocation.has)
            if let other = invocation.operands.isEmpty ? others.first : "CATALOGUE" {
                throw CommandError.usage("sync", "--plan says what to do; leave out \(other)")
            }
            return try await apply(file, workspace)
        }
        if invocation.has("--dry-run") { return try await PlanCommand.run(workspace) }
        JSONEventPrinter.begin(workspace)
        let command = invocation.repeated(
            with: [retryFailed.name, exitCode.name, Workspace.wait.name, detach.name])
        // What is wrong with what was typed is said before anything is begun or waited for.
        _ = try posting(workspace)
        return try await workspace.holding(.joined) {
            try await $0.opener.choicesToRead(invocation.operands, for: command)
        } _: {
            try await sync($0, $1)
        }
    }

    /// Syncs catalogues.
    static func sync(_ choices: [CatalogChoice], _ workspace: Workspace) async throws -> ExitStatus {
        choices.count == 1
            ? try await syncOne(choices[0], workspace)
            : try await syncSeveral(choices, workspace, CatalogFailures(workspace))
    }

    static let exitCode = OptionSpec(
        name: "--exit-code", help: "end with status 10 if something new came; failures still end with 1")

    /// The exit status of a sync that could read its catalogues.
    private static func status(_ summaries: some Collection<RunSummary>, _ workspace: Workspace) -> ExitStatus
    {
        if summaries.contains(where: \.hasFailures) { return .failedItems }
        let tells = workspace.invocation.has(exitCode.name) && summaries.contains(where: \.hasNews)
        return tells ? .news : .success
    }

    static let detach = OptionSpec(
        name: "--detach", help: "leave the documents to the machines that run carrel work, and do not wait")

    static let retryFailed = OptionSpec(
        name: "--retry-failed", help: "take only the items whose last try failed or was set aside")

    /// How documents are left to other machines, where the library's machines share its jobs.
    static func posting(_ workspace: Workspace) throws -> PostingOptions {
        let isDetached = workspace.invocation.has(detach.name)
        if isDetached { try workspace.requireSharedJobs(for: detach.name) }
        return PostingOptions(isDetached: isDetached) {
            await Interruption.leavesRest()
        } noteWorkers: { count in
            guard count == 0, !workspace.isQuiet else { return }
            let hint = workspace.hints.completing("carrel work")
            LineWriter.message("no machine works on this library; start one with: \(hint)")
        }
    }

    // MARK: One catalogue

    static func syncOne(_ choice: CatalogChoice, _ workspace: Workspace) async throws -> ExitStatus {
        let location = try workspace.opener.location(of: choice)
        let labels = choice.name.map { [location: CatalogLabel(location: location, name: $0)] }
        let reporter = try RunReporter(workspace, catalogs: labels ?? [:], choices: [location: choice])
        let desk = try await workspace.desk(
            .joined, reading: [choice], posting: try posting(workspace), observer: reporter.observer)
        let wait = reporter.wait(for: choice.name ?? "the catalogue")
        let summary = try await reporter.showing {
            try await adding([choice], workspace, desk) {
                try await Spinner.showing(workspace, waitingFor: wait) {
                    do {
                        return try await desk.sync(retriesFailed: workspace.invocation.has(retryFailed.name))
                    } catch {
                        reporter.note(failureOf: location, error)
                        throw error
                    }
                }
            }
        }
        return status([summary], workspace)
    }

    // MARK: Several

    /// Syncs catalogues side by side; what is shown names each.
    static func syncSeveral(
        _ choices: [CatalogChoice], _ workspace: Workspace, _ failures: CatalogFailures
    ) async throws -> ExitStatus {
        let located = try located(choices, workspace, failures)
        guard !located.isEmpty else { return noneRead(failures, workspace) }
        let labels = Dictionary(
            uniqueKeysWithValues: located.map {
                ($0.location, CatalogLabel(location: $0.location, name: $0.choice.name))
            })
        let reporter = try RunReporter(
            workspace, catalogs: labels,
            choices: Dictionary(uniqueKeysWithValues: located.map { ($0.location, $0.choice) }),
            areOfSeveral: true)
        let desk = try await workspace.desk(
            .joined, reading: located.map(\.choice), posting: try posting(workspace),
            observer: reporter.observer)
        let locations = located.map(\.location)
        let choices = located.map(\.choice)
        let wait = reporter.wait(for: "the catalogues", count: locations.count)
        let summaries = try await reporter.showing {
            try await adding(choices, workspace, desk) {
                try await Spinner.showing(workspace, waitingFor: wait) {
                    try await desk.sync(
                        locations, retriesFailed: workspace.invocation.has(retryFailed.name)
                    ) { location, error in
                        failures.note(labels[location] ?? CatalogLabel(location: location), error)
                        reporter.note(failureOf: location, error)
                    }
                }
            }
        }
        if summaries.isEmpty, failures.worst != .success { return noneRead(failures, workspace) }
        return failures.worst(with: status(summaries.values, workspace))
    }

    /// Says to readers of events that there was no run, and why.
    private static func notRun(
        _ failures: CatalogFailures, _ reason: String, _ workspace: Workspace
    ) -> ExitStatus {
        if workspace.isJSON {
            JSONLine.write(EventRow(error: reason, status: Int(failures.worst.rawValue)))
        }
        return failures.worst
    }

    /// Says to readers of events that there was no run: that none of the catalogues could be read.
    static func noneRead(_ failures: CatalogFailures, _ workspace: Workspace) -> ExitStatus {
        notRun(failures, "no catalogue could be read", workspace)
    }

    /// Where catalogues are that can be read, each once.
    ///
    /// One that cannot be read with its settings does not stop the others.
    ///
    /// - Throws: an error that is not of a catalogue alone.
    static func located(
        _ choices: [CatalogChoice], _ workspace: Workspace, _ failures: CatalogFailures
    ) throws -> [(location: String, choice: CatalogChoice)] {
        var located: [(location: String, choice: CatalogChoice)] = []
        for choice in choices {
            do {
                let location = try workspace.opener.readableLocation(of: choice)
                if !located.contains(where: { $0.location == location }) {
                    located.append((location, choice))
                }
            } catch {
                try failures.add(CatalogLabel(name: choice.name), error)
            }
        }
        return located
    }

    // MARK: A plan

    private static func apply(_ file: String, _ workspace: Workspace) async throws -> ExitStatus {
        JSONEventPrinter.begin(workspace)
        let plans = try await PlanReading.plans(in: file)
        let own = (try? workspace.opener.location(of: .profile)).map { [$0] } ?? []
        let names = try workspace.opener.configuration().catalogs.reduce(into: [String: String]()) {
            guard let location = workspace.opener.builder($1.configuration).catalogLocation else { return }
            $0[location] = $1.name
        }
        var labels: [String: CatalogLabel] = [:]
        for location in plans.map(\.catalog) where plans.count > 1 || names[location] != nil {
            labels[location] = CatalogLabel(location: location, name: names[location])
        }
        let reporter = try RunReporter(
            workspace, catalogs: labels, choices: try await workspace.opener.readable())
        let failures = CatalogFailures(workspace)
        let (summaries, unread) = try await NewLibrary(workspace.opener).keptIfUsed {
            let desk = try await workspace.desk(
                .joined, begins: true, posting: try posting(workspace), observer: reporter.observer)
            return try await reporter.showing {
                try await desk.apply(plans) { [labels] location, error in
                    failures.note(labels[location] ?? CatalogLabel(location: location), error)
                }
            }
        }
        for location in unread.sorted() {
            sayThatMoreIsListed(
                own.contains(location) && names[location] == nil ? nil : names[location] ?? location,
                workspace)
        }
        if summaries.isEmpty, failures.worst != .success {
            return notRun(failures, "no plan could be carried out", workspace)
        }
        return failures.worst(with: status(summaries.values, workspace))
    }

    /// Says that more items may be listed, if only a plan tells what the catalogue lists.
    ///
    /// - Parameters:
    ///   - catalog: the catalogue's name or location; `nil` for that of the profile.
    ///   - workspace: what the command works with.
    private static func sayThatMoreIsListed(_ catalog: String?, _ workspace: Workspace) {
        guard !workspace.isQuiet else { return }
        let operand = catalog.map { catalog in
            let path = URL(string: catalog).flatMap { $0.isFileURL ? $0.path : nil }
            return " " + ShellWord.operands(ShownText.of(path ?? catalog))
        }
        let hint = workspace.hints.completing("carrel sync\(operand ?? "")")
        LineWriter.error.line(
            "the library lists only the documents of the plan; \(hint) lists the rest".singleLine)
    }
}

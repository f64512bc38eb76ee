import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelOpening
import CarrelTerminal
import CarrelViews
import Foundation

/// `carrel plan`: what sync would do, and why.
enum PlanCommand {
    static let spec = CommandSpec(
        name: "plan", operands: "[CATALOGUE]", summary: "Show what sync would do, and why, item by item",
        discussion: """
            Changes nothing. With --json the plan is printed as data: keep it in a file, and
            carrel sync --plan FILE does exactly that.
            """, options: [SyncCommand.retryFailed], operandCount: 0...1, completes: [[.catalog, .file]]
    ) { try await run(try Workspace($0)) }

    /// Plans and prints; `sync --dry-run` does the same.
    ///
    /// A catalogue that cannot be read does not stop the others.
    static func run(_ workspace: Workspace) async throws -> ExitStatus {
        let invocation = workspace.invocation
        let command = invocation.repeated(with: ["--dry-run", SyncCommand.retryFailed.name])
        let choices = try await workspace.opener.choicesToRead(invocation.operands, for: command)
        let urls = ClaimedURLs()
        guard choices.count > 1 else { return try await run(choices[0], workspace, among: urls) }
        let failures = CatalogFailures(workspace, eventsOfRun: false)
        for choice in choices {
            if let name = choice.name { heading(name, workspace) }
            do {
                _ = try await run(choice, workspace, among: urls)
            } catch {
                try failures.add(CatalogLabel(name: choice.name), error)
            }
        }
        return failures.worst
    }

    /// Prints a heading for one of several catalogues.
    private static func heading(_ name: String, _ workspace: Workspace) {
        guard workspace.tells else { return }
        LineWriter.error.line(workspace.terminal.styled(name.singleLine, .bold))
    }

    private static func run(
        _ choice: CatalogChoice, _ workspace: Workspace, among urls: ClaimedURLs
    ) async throws -> ExitStatus {
        let desk = try await workspace.desk(reading: [choice])
        let totals = Locked(PlanTotals())
        let room = try await Spinner.showing(workspace, waitingFor: "the catalogue") {
            try await desk.plan(
                retriesFailed: workspace.invocation.has(SyncCommand.retryFailed.name), among: urls
            ) { plan in
                let isFirst = totals.withLock { $0.add(plan) }
                if workspace.isJSON { printData(plan, isFirst: isFirst) } else { print(plan) }
            }
        }
        if workspace.isJSON {
            if totals.value.holdsSecrets { warnOfSecrets() }
        } else {
            print(totals.value, room, workspace)
        }
        return .success
    }

    /// Prints the plan, or a part of it, as data to apply later, for which the full URLs are needed.
    private static func printData(_ plan: Plan, isFirst: Bool) {
        if isFirst { LineWriter.output.line(PlanFile.header(of: plan), showsAll: true) }
        LineWriter.output.lines(plan.entries.lazy.map(PlanFile.line), showsAll: true)
    }

    /// Warns that a plan holds secrets, which are not shown anywhere else.
    private static func warnOfSecrets() {
        LineWriter.error.line(
            "warning: the plan holds URLs with a key or a token in them, which a sync needs; keep it to yourself"
        )
    }

    private static func print(_ plan: Plan) {
        let distinctions = plan.distinctions
        TextTable.write(plan.entries, shrinking: 2) { entry in
            let distinction = distinctions[entry.collection]?[entry.item.id].map { " · " + $0 } ?? ""
            return [
                entry.action.rawValue, entry.collection,
                TextWidth.cut((entry.item.title + distinction).singleLine, to: 50),
                entry.bytes.map { ByteCount($0).description } ?? "", entry.reason,
            ]
        }
    }

    /// Prints how many items there are for each action, how many bytes they transfer, and how many may be fetched.
    private static func print(_ totals: PlanTotals, _ room: Desk.Room, _ workspace: Workspace) {
        guard !workspace.isQuiet else { return }
        var counts = PlanEntry.Action.allCases.compactMap { action in
            totals.counts[action].map { "\($0) \(action.rawValue)" }
        }
        if totals.unopened > 0 {
            let hint = workspace.hints.completing("carrel get COLLECTION")
            counts.append("\(Counted.text(totals.unopened, "collection")) not opened yet (\(hint))")
        }
        LineWriter.output.line(counts.isEmpty ? "nothing to show" : counts.joined(separator: ", "))
        guard totals.transfers > 0 else { return }
        let sizes = [
            totals.bytes > 0 ? "at least \(ByteCount(totals.bytes))" : nil,
            totals.unknown > 0 ? "\(totals.unknown) of unknown size" : nil,
        ]
        var parts = ["to transfer: " + sizes.compactMap { $0 }.joined(separator: ", ")]
        if let budget = room.budget { parts.append("budget \(ByteCount(budget))") }
        if let free = room.free {
            let left = room.reserve > 0 ? ", \(ByteCount(room.reserve)) to be kept free" : ""
            parts.append("\(ByteCount(free)) free\(left)")
        }
        LineWriter.output.line(parts.joined(separator: " · "))
    }
}

/// What the parts of a plan add up to.
private struct PlanTotals {
    /// The number of entries for each action that there is.
    private(set) var counts: [PlanEntry.Action: Int] = [:]
    /// The number of collections that were not opened.
    private(set) var unopened = 0
    /// The number of documents to transfer.
    private(set) var transfers = 0
    /// Their bytes, as far as they are known.
    private(set) var bytes: Int64 = 0
    /// The number of those whose bytes are unknown.
    private(set) var unknown = 0
    /// Whether there is a URL with a key or a token in it.
    private(set) var holdsSecrets = false
    private var isBegun = false

    /// Adds a plan, and says whether it is the first one.
    mutating func add(_ plan: Plan) -> Bool {
        if !isBegun { note(plan.catalog) }
        unopened += plan.unopened
        for entry in plan.entries {
            counts[entry.action, default: 0] += 1
            if let url = entry.item.url { note(url) }
            guard entry.action.transfers else { continue }
            transfers += 1
            if let size = entry.bytes {
                bytes = (ByteCount(bytes) + ByteCount(size)).bytes
            } else {
                unknown += 1
            }
        }
        defer { isBegun = true }
        return !isBegun
    }

    private mutating func note(_ url: String) {
        if !holdsSecrets { holdsSecrets = ShownText.of(url) != KeyPlaceholder.shown(url) }
    }
}

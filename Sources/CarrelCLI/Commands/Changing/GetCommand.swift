import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelOpening
import CarrelStages
import CarrelViews

/// `carrel get`: downloads the named items.
enum GetCommand {
    static let spec = CommandSpec(
        name: "get", operands: "ITEM …", summary: "Download just these items",
        discussion: """
            \(SelectionOptions.discussion) A stored document is fetched again only if it changed. With --status failed
            it takes the items that failed, of the whole library or of ITEM.
            """, options: SelectionOptions.filters + [Workspace.refresh, Workspace.wait],
        operandCount: 0...10_000, goesOn: true, completes: [[.item]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let selection = try workspace.selection(invocation.operands)
        JSONEventPrinter.begin(workspace)
        return try await NewLibrary(workspace.opener).keptIfUsed { try await get(selection, workspace) }
    }

    private static func get(_ selection: ItemSelection, _ workspace: Workspace) async throws -> ExitStatus {
        let reporter = try RunReporter(workspace, choices: try await workspace.opener.readable())
        let desk = try await workspace.desk(
            .joined, posting: try SyncCommand.posting(workspace), observer: reporter.observer)
        let failures = CatalogFailures(workspace)
        let (view, rows) = try await chosen(selection, desk, workspace, failures)
        reporter.tellApart(rows, in: view)
        guard !rows.isEmpty else {
            JSONEventPrinter.endIdle(workspace)
            if workspace.tells { LineWriter.error.line("nothing to fetch") }
            return failures.worst
        }
        let failed = try await Spinner.showing(workspace, waitingFor: "the documents") {
            try await get(rows.map(\.fetchKey), desk, reporter)
        }
        return failures.worst(with: failed > 0 ? .failedItems : .success)
    }

    /// The items to fetch.
    ///
    /// If a single item is named and cannot be fetched, a message says so.
    private static func chosen(
        _ selection: ItemSelection, _ desk: Desk, _ workspace: Workspace, _ failures: CatalogFailures
    ) async throws -> (view: LibraryView, rows: [LibraryView.Row]) {
        let (view, rows) = try await workspace.items(selection, desk) { row, error in
            try failures.add(
                CatalogLabel(location: row.collection.further?.url, name: row.collection.title), error)
        }
        guard rows.count <= selection.texts.count else {
            return (view, rows.filter(\.isFetchable))
        }
        // Nothing is said about the others where one of them is refused.
        for row in rows {
            guard let why = row.fetchRefusal, why.isOfUnlisted else { continue }
            let remark = row.isStored ? "; the stored document stays" : ""
            throw refusal(of: row, "it is \(why.words)\(remark)")
        }
        if let row = rows.first(where: { $0.fetchRefusal == .ignored }) {
            let finder = ItemFinder(view, selection: nil)
            let text = finder.rule(covering: row)?.text ?? finder.address(of: row)
            let remedy = "carrel unignore \(ShellWord.operands(text))"
            throw refusal(of: row, "it is ignored. To fetch it, first: \(remedy)")
        }
        for row in rows where row.fetchRefusal == .notAvailable && !workspace.isJSON {
            LineWriter.error.line("not available yet: \(row.key.collection): \(row.item.title)".singleLine)
        }
        return (view, rows)
    }

    private static func refusal(of row: LibraryView.Row, _ reason: String) -> CommandError {
        CommandError(of: "get", "\(row.item.title): \(reason)")
    }

    /// Downloads items.
    ///
    /// - Returns: the number of items that failed or are not available.
    private static func get(_ keys: [ItemKey], _ desk: Desk, _ reporter: RunReporter) async throws -> Int {
        let reader = Reader()
        let summary = try await reporter.showing { try await desk.request(keys, for: reader) }
        return failures(in: summary)
    }

    /// The number of items that failed or are not available.
    static func failures(in summary: RunSummary) -> Int {
        summary.failed + summary.quarantined + summary.unavailable
    }
}

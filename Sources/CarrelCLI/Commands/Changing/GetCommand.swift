import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages

/// `carrel get`: downloads just these items.
enum GetCommand {
    static let spec = CommandSpec(
        name: "get", operands: "ITEM …", summary: "Download just these items",
        discussion: """
            ITEM is a number of the selected collection, COLLECTION/NUMBER, a title or a part of one, a document's
            name or a URL. A stored document is fetched again only if it changed.
            """, options: [Workspace.refresh, Workspace.wait],
        operandCount: 1...10_000, completes: [[.item]]
    ) { invocation in
        let workspace = Workspace(invocation)
        JSONEventPrinter.begin(workspace)
        let reporter = try RunReporter(workspace)
        let desk = try await workspace.desk(.exclusive, observer: reporter.observer)
        let (_, rows) = try await workspace.items(invocation.operands, desk)
        if let orphan = rows.first(where: { $0.number == 0 }) {
            throw CommandError(
                status: .failedItems,
                message:
                    "carrel get: \(orphan.item.title): the catalogue lists it no more; what is stored stays"
                    .terminalSafe)
        }
        for row in rows where row.item.url == nil && !workspace.isJSON {
            LineWriter.error.line("not available yet: \(row.key.collection): \(row.item.title)".singleLine)
        }
        let failed = try await Spinner.showing(workspace, waitingFor: "the documents") {
            try await get(rows.map(\.key), desk, reporter)
        }
        return failed > 0 ? .failedItems : .success
    }

    /// Downloads items.
    ///
    /// - Returns: how many failed or are not available.
    static func get(_ keys: [ItemKey], _ desk: Desk, _ reporter: RunReporter) async throws -> Int {
        let reader = await desk.newReader()
        let summary = try await reporter.showing { try await desk.request(keys, for: reader) }
        return summary.failed + summary.quarantined + summary.unavailable
    }
}

import CarrelCore

/// `carrel get`: downloads just these items.
enum GetCommand {
    static let spec = CommandSpec(
        name: "get", operands: "ITEM …", summary: "Download just these items",
        discussion: """
            ITEM is a number of the selected collection, COLLECTION/NUMBER, a title or a part of one, a document's
            name or a URL. A stored document is fetched again only if it changed.
            """, options: [Workspace.refresh, Workspace.wait],
        operandCount: 1...10_000
    ) { invocation in
        let workspace = Workspace(invocation)
        let root = try workspace.builder().makeStore().root
        let reporter = RunReporter(workspace, root: root)
        JSONEventPrinter.begin(workspace)
        let session = try await workspace.open(.exclusive, observer: reporter.observer)
        let (view, rows) = try await workspace.items(invocation.operands, session)
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
        let keys = rows.map(\.key)
        let failed = try await Spinner.showing(workspace, waitingFor: "the documents") {
            try await get(keys, view, session, reporter)
        }
        return failed > 0 ? .failedItems : .success
    }

    /// Downloads items, catalogue by catalogue.
    ///
    /// - Returns: how many failed or are not available.
    static func get(
        _ keys: [ItemKey], _ view: LibraryView, _ session: Workspace.Session, _ reporter: RunReporter
    ) async throws -> Int {
        var failed = 0
        for catalog in view.catalogs {
            let wanted = keys.filter { $0.catalog == catalog.location }
            guard !wanted.isEmpty else { continue }
            let located = LocatedCatalog(location: catalog.location, catalog: catalog.catalog)
            let pipeline = session.pipeline(for: catalog.location)
            let summary = try await reporter.showing { try await pipeline.get(wanted, of: located) }
            failed += summary.failed + summary.quarantined + summary.unavailable
        }
        return failed
    }
}

import CarrelCore

/// `carrel get`: downloads just these items.
enum GetCommand {
    static let spec = CommandSpec(
        name: "get", operands: "ITEM …", summary: "Download just these items",
        discussion: """
            ITEM is a number of the selected collection, COLLECTION/NUMBER, a title or a part of one, a document's
            name or a URL. A stored document is fetched again only if it changed.
            """, operandCount: 1...10_000
    ) { invocation in
        let workspace = Workspace(invocation)
        let root = try workspace.builder().makeStore().root
        let reporter = RunReporter(workspace, root: root)
        let session = try await workspace.open(.exclusive, observer: reporter.observer)
        let (view, finder) = try await workspace.view(session.pipeline)
        let rows = try invocation.operands.map(finder.item)
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
        let failed = try await get(keys, view, session.pipeline, reporter)
        return failed > 0 ? .failedItems : .success
    }

    /// Downloads items, catalogue by catalogue.
    ///
    /// - Returns: how many failed or are not available.
    static func get(
        _ keys: [ItemKey], _ view: LibraryView, _ pipeline: Pipeline, _ reporter: RunReporter
    ) async throws -> Int {
        var failed = 0
        for catalog in view.catalogs {
            let wanted = keys.filter { $0.catalog == catalog.location }
            guard !wanted.isEmpty else { continue }
            let located = LocatedCatalog(location: catalog.location, catalog: catalog.catalog)
            let summary = try await reporter.showing { try await pipeline.get(wanted, of: located) }
            failed += summary.failed + summary.unavailable
        }
        return failed
    }
}

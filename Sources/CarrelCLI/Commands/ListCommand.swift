import CarrelCore
import Foundation

/// `carrel list`: collections, or one collection's items with their status.
enum ListCommand {
    static let spec = CommandSpec(
        name: "list", operands: "[COLLECTION]",
        summary: "List collections, or one collection's items with their status",
        discussion: "An item's number can be given to get, preview and open, as 3 or COMP304/3.",
        operandCount: 0...1
    ) { invocation in
        let workspace = Workspace(invocation)
        let session = try await workspace.open(.shared)
        let (view, finder) = try await workspace.view(session.pipeline)
        if let name = invocation.operands.first {
            let row = try finder.collection(name)
            let rows = view.rows(of: row)
            workspace.isJSON
                ? rows.forEach { JSONLine.write(ItemRow($0, root: session.pipeline.store.root)) }
                : print(rows, workspace.terminal)
        } else {
            try await list(view, session.pipeline, workspace)
        }
        return .success
    }

    private struct CollectionOutput: Encodable {
        var catalog: String
        var section: String?
        var collection: String
        var title: String
        var items: Int
        var stored: Int
        var isSelected: Bool
    }

    private static func list(_ view: LibraryView, _ pipeline: Pipeline, _ workspace: Workspace) async throws {
        let selection = try await pipeline.library.selection()
        let rows = view.collections.map { row in
            let stored = view.storedCount(of: row)
            return CollectionOutput(
                catalog: row.key.catalog, section: row.section, collection: row.collection.id,
                title: row.collection.title, items: row.collection.items.count, stored: stored,
                isSelected: row.key == selection)
        }
        if workspace.isJSON { return rows.forEach { JSONLine.write($0) } }
        guard !rows.isEmpty else {
            LineWriter.error.line("the library is empty; run carrel sync CATALOGUE first")
            return
        }
        for location in view.catalogs.map(\.location) {
            if view.catalogs.count > 1 {
                LineWriter.output.line(workspace.terminal.styled(location.singleLine, .bold))
            }
            var table = TextTable()
            for row in rows where row.catalog == location {
                table.add(
                    row.isSelected ? "*" : " ", row.collection, row.title,
                    "\(row.items) item\(row.items == 1 ? "" : "s")", "\(row.stored) stored")
            }
            LineWriter.output.line(table.text)
        }
    }

    private static func print(_ rows: [LibraryView.Row], _ terminal: Terminal) {
        guard !rows.isEmpty else {
            LineWriter.error.line("the collection lists nothing")
            return
        }
        TextTable.write(rows) { row in
            [
                row.number == 0 ? "-" : String(row.number), TextTable.cut(row.item.title.singleLine, to: 60),
                row.status.label + (row.number == 0 ? " (no longer listed)" : ""),
            ]
        }
    }
}

/// One item as an object.
struct ItemRow: Encodable {
    var catalog: String
    var collection: String
    var number: Int?
    var item: String
    var title: String
    var url: String?
    var status: String
    var reason: String?
    var path: String?
    var bytes: Int64?
    var sha256: String?
    var storedAt: Date?

    init(_ row: LibraryView.Row, root: URL?) {
        catalog = row.key.catalog
        collection = row.key.collection
        number = row.number == 0 ? nil : row.number
        item = row.item.id
        title = row.item.title
        url = row.item.url
        status = row.status.name
        if case .failed(let reason) = row.status { self.reason = reason }
        if let document = row.document {
            path = root.map { $0.path + "/" + document.name } ?? document.name
            (bytes, sha256, storedAt) = (document.size, document.sha256, document.storedAt)
        }
    }
}

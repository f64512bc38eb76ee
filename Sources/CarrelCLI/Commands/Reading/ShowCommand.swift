import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelViews
import Foundation

/// `carrel show`: shows the details of a collection or an item.
enum ShowCommand {
    static let spec = CommandSpec(
        name: "show", operands: "[COLLECTION_OR_ITEM]",
        summary: "Show the details of a collection or an item",
        discussion: """
            Without an operand it shows the selected collection, or the first if none is selected. An item
            whose plan leaves it until somebody asks for it, such as a picture, is fetched.
            """,
        options: [Workspace.refresh], operandCount: 0...1, completes: [[.collection, .item]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk(observer: FailurePrinter(hints: workspace.hints))
        let operand = invocation.operands.first
        if let operand, let row = try await workspace.item(numbered: operand, desk) {
            return try await show(row, desk, workspace)
        }
        do {
            let (view, row) = try await workspace.collection(operand, desk)
            show(row, view, workspace)
        } catch let notACollection as FindError {
            guard let operand else { throw notACollection }
            let row: LibraryView.Row
            do {
                row = try await workspace.items([operand], desk).rows[0]
            } catch let error as FindError {
                // If the text matches several collections, that error is more useful.
                throw notACollection.candidates.isEmpty ? error : notACollection
            }
            return try await show(row, desk, workspace)
        }
        return .success
    }

    // MARK: Collections

    private static func show(_ row: LibraryView.CollectionRow, _ view: LibraryView, _ workspace: Workspace) {
        let rows = view.rows(of: row)
        let schedule = view.catalog(at: row.key.catalog)?.catalog.schedule
        let places = schedule?.places(of: row.collection.id)
        if workspace.isJSON {
            JSONLine.write(
                CollectionDetailsRow(
                    row, places: places, stored: rows.count { $0.number > 0 && $0.isStored }))
        } else {
            print(row, places, rows, workspace.terminal)
        }
    }

    private static func print(
        _ row: LibraryView.CollectionRow, _ places: [Schedule.NamedPlace]?, _ rows: [LibraryView.Row],
        _ terminal: Terminal
    ) {
        let collection = row.collection
        terminal.heading("\(collection.id)  \(collection.title)")
        if let subtitle = collection.subtitle { LineWriter.output.line(subtitle.singleLine) }
        if let section = row.section { LineWriter.output.line("Section: \(section.singleLine)") }
        print(collection.details)
        for line in (places ?? []).flatMap(RoomText.lines) { LineWriter.output.line("  " + line) }
        // A timetable's module has nothing to download.
        if places != nil, rows.isEmpty { return }
        var counts: [String: Int] = [:]
        for row in rows {
            counts[row.isOrphaned ? "orphaned" : row.isLost ? "missing" : row.status.name, default: 0] += 1
        }
        let parts = [
            ("stored", "stored"), ("updateAvailable", "with an update"), ("available", "not fetched"),
            ("missing", "missing"), ("paused", "paused"), ("downloading", "being fetched"),
            ("failed", "failed"), ("setAside", "set aside"), ("discarded", "discarded"),
            ("ignored", "ignored"),
            ("notAvailable", "not available yet"), ("orphaned", "no longer listed"),
        ].compactMap { name, text in counts[name].map { "\($0) \(text)" } }
        LineWriter.output.line(
            "Items: \(collection.items.count)" + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"))
    }

    private static func print(_ details: [Detail]) {
        for detail in details {
            LineWriter.output.line("\(detail.label.singleLine): \(detail.value.terminalSafe)")
        }
    }

    // MARK: Items

    /// Shows an item, after fetching it if the plan defers it until it is needed.
    ///
    /// - Returns: the exit status, that of `get` if the item was fetched.
    private static func show(
        _ row: LibraryView.Row, _ desk: Desk, _ workspace: Workspace
    ) async throws -> ExitStatus {
        var shown = FetchedItem(row: row)
        if try await desk.isDeferred(row) {
            do {
                shown = try await FetchedItem(ifNeeded: row, desk, workspace)
            } catch {
                // The details from the catalogue can be shown even if the library cannot be written to.
                guard let reason = Failure.library(error) else { throw error }
                LineWriter.error.line("the document could not be fetched: \(reason)".terminalSafe)
                shown.failed = 1
            }
        }
        print(shown.row, root: desk.documents.root, workspace)
        await desk.noteView(of: shown.row)
        return shown.failed > 0 ? .failedItems : .success
    }

    private static func print(_ row: LibraryView.Row, root: URL?, _ workspace: Workspace) {
        if workspace.isJSON {
            JSONLine.write(ItemDetailsRow(row, root: root))
            return
        }
        workspace.terminal.heading(row.item.title)
        if let subtitle = row.item.subtitle { LineWriter.output.line(subtitle.terminalSafe) }
        print(row.details)
        let path = row.storedDocument.flatMap { document in root.map { "\($0.path)/\(document.name)" } }
        LineWriter.output.line(
            "Status: " + [row.state, path].compactMap(\.self).joined(separator: "  ").singleLine)
    }
}

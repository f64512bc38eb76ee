import CarrelCore

/// `carrel show`: a collection's details.
enum ShowCommand {
    static let spec = CommandSpec(
        name: "show", operands: "[COLLECTION]", summary: "Show a collection's details",
        discussion: "Without COLLECTION it shows the selected one; the first, until one is selected.",
        operandCount: 0...1
    ) { invocation in
        let workspace = Workspace(invocation)
        let session = try await workspace.open(.shared)
        let (view, finder) = try await workspace.view(session.pipeline)
        let row = try invocation.operands.first.map(finder.collection) ?? finder.selectedCollection()
        let rows = view.rows(of: row)
        let schedule = view.catalogs.first { $0.location == row.key.catalog }?.catalog.schedule
        let rooms = schedule?.places(of: row.collection.id).map(RoomOutput.init)
        if workspace.isJSON {
            JSONLine.write(Output(row, rooms, stored: rows.count { $0.document != nil }))
        } else {
            print(row, rooms, rows, workspace.terminal)
        }
        return .success
    }

    private struct Output: Encodable {
        var catalog: String
        var collection: String
        var title: String
        var section: String?
        var details: [Detail]
        var rooms: [RoomOutput]?
        var items: Int
        var stored: Int

        init(_ row: LibraryView.CollectionRow, _ rooms: [RoomOutput]?, stored: Int) {
            self.rooms = rooms
            (catalog, collection, title) = (row.key.catalog, row.collection.id, row.collection.title)
            (section, details) = (row.section, row.collection.details)
            (items, self.stored) = (row.collection.items.count, stored)
        }
    }

    private static func print(
        _ row: LibraryView.CollectionRow, _ rooms: [RoomOutput]?, _ rows: [LibraryView.Row],
        _ terminal: Terminal
    ) {
        let collection = row.collection
        LineWriter.output.line(terminal.styled("\(collection.id)  \(collection.title)".singleLine, .bold))
        if let section = row.section { LineWriter.output.line("Section: \(section.singleLine)") }
        for detail in collection.details {
            LineWriter.output.line("\(detail.label.singleLine): \(detail.value.terminalSafe)")
        }
        for line in (rooms ?? []).flatMap(\.lines) { LineWriter.output.line("  " + line) }
        // Of a timetable's module nothing is to be downloaded.
        if rooms != nil, rows.isEmpty { return }
        var counts: [String: Int] = [:]
        for row in rows { counts[row.status.name, default: 0] += 1 }
        let parts = [
            ("stored", "stored"), ("updateAvailable", "with an update"), ("available", "to download"),
            ("failed", "failed"), ("notAvailable", "not available yet"),
        ].compactMap { name, text in counts[name].map { "\($0) \(text)" } }
        LineWriter.output.line(
            "Items: \(collection.items.count)" + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"))
    }
}

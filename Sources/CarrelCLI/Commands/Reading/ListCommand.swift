import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelViews
import Foundation

/// `carrel list`: collections, or one collection's items with their status.
enum ListCommand {
    static let spec = CommandSpec(
        name: "list", operands: "[COLLECTION]",
        summary: "List collections, or one collection's items with their status",
        discussion: """
            The name of a catalogue lists the collections of that one. An item's number can be given to get, preview and
            open, as 3 or COMP304/3; where several catalogues have COMP304, notes/COMP304 is that of the catalogue
            notes. What is listed in a catalogue of its own is read when it is asked for first.
            """,
        options: [Workspace.refresh], operandCount: 0...1, completes: [[.catalogue, .collection]]
    ) { invocation in
        let workspace = Workspace(invocation)
        let desk = try await workspace.desk()
        var (view, _) = try await workspace.view(desk)
        if let operand = invocation.operands.first {
            let isCollection = view.collections.contains { $0.collection.id == operand }
            let isAlone = view.catalogs.count == 1
            view.catalogs = view.catalogs.filter { $0.name?.lowercased() == operand.lowercased() }
            // Of the only catalogue nobody needs the name; a collection of it may be called so, too.
            guard view.catalogs.isEmpty || isAlone && isCollection else {
                try await list(view, desk, workspace, isNamed: true)
                return .success
            }
            let (opened, row) = try await workspace.collection(operand, desk)
            let rows = opened.rows(of: row)
            workspace.isJSON
                ? rows.forEach { JSONLine.write(ItemRow($0, root: desk.store.root)) }
                : print(rows, workspace.terminal)
        } else {
            try await list(view, desk, workspace)
        }
        return .success
    }

    private static func list(
        _ view: LibraryView, _ desk: Desk, _ workspace: Workspace, isNamed: Bool = false
    ) async throws {
        let selection = try await desk.selection()
        var opened: [String: Set<String>] = [:]
        for catalog in view.catalogs {
            opened[catalog.location] = try await desk.openedCollections(of: catalog.location)
        }
        let names = Dictionary(view.catalogs.map { ($0.location, $0.name) }) { first, _ in first }
        let rows = view.collections.map { row in
            CollectionRow(
                row, catalogName: names[row.key.catalog] ?? nil, stored: view.storedCount(of: row),
                isOpened: row.collection.further == nil
                    || opened[row.key.catalog]?.contains(row.collection.id) == true,
                isSelected: row.key == selection)
        }
        if workspace.isJSON { return rows.forEach { JSONLine.write($0) } }
        guard !rows.isEmpty else {
            let place = desk.store.root.map { " at \($0.path)" } ?? ""
            LineWriter.error.line("the library\(place) is empty; run carrel sync CATALOGUE first".singleLine)
            return
        }
        // A name that Carrel made up says nothing where there is no other catalogue.
        let given = Set(try workspace.configuration().catalogues.map(\.name))
        for catalog in view.catalogs {
            if view.catalogs.count > 1 || isNamed || catalog.name.map(given.contains) == true {
                LineWriter.output.line(
                    workspace.terminal.styled((catalog.name ?? catalog.location).singleLine, .bold))
            }
            print(rows.filter { $0.catalog == catalog.location }, workspace.terminal)
        }
    }

    /// The collections of a catalogue, under the headings of its sections.
    private static func print(_ rows: [CollectionRow], _ terminal: Terminal) {
        var rest = rows[...]
        while let section = rest.first?.section {
            let own = rest.prefix { $0.section == section }
            rest = rest.dropFirst(own.count)
            LineWriter.output.line(terminal.styled(section.singleLine, .dim))
            printTable(own)
        }
        let (plain, titled) = (rest.prefix { $0.section == nil }, rest.drop { $0.section == nil })
        if !plain.isEmpty { printTable(plain) }
        if !titled.isEmpty { print(Array(titled), terminal) }
    }

    private static func printTable(_ rows: ArraySlice<CollectionRow>) {
        TextTable.write(rows, shrinking: 2) { row in
            let title = [row.title, row.subtitle].compactMap(\.self).joined(separator: " · ")
            let name = [
                row.isSelected ? "*" : " ", row.collection, TextTable.cut(title.singleLine, to: 60),
            ]
            guard row.isOpened else { return name + ["not opened yet"] }
            return name + ["\(row.items) item\(row.items == 1 ? "" : "s")", "\(row.stored) stored"]
        }
    }

    private static func print(_ rows: [LibraryView.Row], _ terminal: Terminal) {
        guard !rows.isEmpty else {
            LineWriter.error.line("the collection lists nothing")
            return
        }
        // The number names an item here; a rank is worth a column only where it is another one.
        let hasRanks = rows.contains { row in row.item.rank.map { $0 != String(row.number) } ?? false }
        TextTable.write(
            rows, shrinking: 1, style: { row in row.news.map { news in { terminal.styled($0, news) } } }
        ) { row in
            [row.number == 0 ? "-" : String(row.number), TextTable.cut(row.label.singleLine, to: 60)]
                + (hasRanks ? [row.item.rank.map { "rank " + $0.singleLine } ?? ""] : []) + [row.state]
        }
    }
}

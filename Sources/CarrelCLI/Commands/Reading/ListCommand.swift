import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelModel
import CarrelOpening
import CarrelStages
import CarrelTerminal
import CarrelViews
import Foundation

/// `carrel list`: collections, or items with their state.
enum ListCommand {
    static let spec = CommandSpec(
        name: "list", operands: "[COLLECTION_OR_ITEM …]",
        summary: "List collections, or items with their state",
        discussion: """
            Without operands it lists the collections; with a catalogue, its collections; with a collection, its
            items. Several operands, a range or a pattern, --all, --status and --new list items of all collections.
            Commands such as get, preview and open take an item's number, as 3 or COMP304/3; if several catalogues
            have COMP304, notes/COMP304 is that of the catalogue notes. If a collection's items are listed in a
            separate catalogue, that is read when you first ask for them.
            """,
        options: [SelectionOptions.all] + SelectionOptions.filters + [Workspace.refresh],
        operandCount: 0...10_000, completes: [[.catalog, .collection]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk()
        let filter = try workspace.filter()
        let operands = invocation.operands
        let isFiltered = !filter.isEmpty || invocation.has("--all")
        let (view, finder) = try await workspace.view(desk)
        if operands.isEmpty, !isFiltered {
            try await listCollections(view, desk, workspace)
        } else if operands.count == 1, let catalog = catalog(operands[0], view, finder), !isFiltered {
            try await listCollections(catalog, desk, workspace, isNamed: true)
        } else if operands.count == 1, isCollection(operands[0], finder) {
            try await list(operands[0], filter, desk, workspace)
        } else {
            try await listItems(ItemSelection(operands, filter), desk, workspace)
        }
        return .success
    }

    /// Whether an operand means a collection, even an unknown one, and not items or a whole catalogue.
    private static func isCollection(_ operand: String, _ finder: ItemFinder) -> Bool {
        guard !finder.namesItems(operand), (try? finder.wholeCollections(operand))?.count ?? 1 == 1 else {
            return false
        }
        do throws(FindError) {
            _ = try finder.collection(operand)
            return true
        } catch {
            guard error.candidates.isEmpty else { return true }
            do throws(FindError) {
                _ = try finder.items(ItemSelection([operand]))
                return false
            } catch {
                // What several items match means items.
                return error.candidates.isEmpty
            }
        }
    }

    /// The view of only the catalogue that an operand names; `nil` if it names none.
    private static func catalog(
        _ operand: String, _ view: LibraryView, _ finder: ItemFinder
    ) -> LibraryView? {
        // The name of the only catalogue is not needed, and a collection may have the same name.
        if view.catalogs.count == 1, view.collections.contains(where: { $0.collection.id == operand }) {
            return nil
        }
        var named = view
        named.catalogs = view.catalogs.filter { $0.name?.lowercased() == operand.lowercased() }
        // The only collection of a catalogue with the same name is meant itself.
        if named.collections.count == 1, let row = try? finder.collection(operand),
            row.key == named.collections.first?.key, row.collection.id.lowercased() == operand.lowercased()
        {
            return nil
        }
        return named.catalogs.isEmpty ? nil : named
    }

    // MARK: Items

    /// Lists the items of a collection, with their numbers in it.
    private static func list(
        _ operand: String, _ filter: ItemFilter, _ desk: Desk, _ workspace: Workspace
    ) async throws {
        let (view, row) = try await workspace.collection(operand, desk)
        let rows = view.rows(of: row).filter(filter.takes)
        if workspace.isJSON { return rows.forEach { JSONLine.write(ItemRow($0, root: desk.documents.root)) } }
        let hasNumbers = await workspace.notePrinted(
            rows.filter { $0.number > 0 }.map { ($0.number, $0.entry) }, desk)
        guard !rows.isEmpty else {
            LineWriter.error.line(filter.isEmpty ? "the collection lists nothing" : "there is none")
            return
        }
        let finder = hasNumbers ? nil : ItemFinder(view, selection: nil)
        print(rows, workspace.terminal) { row in
            guard row.number > 0 else { return "-" }
            return finder.map { ShellWord.text($0.address(of: row)) } ?? String(row.number)
        }
    }

    /// Lists items of several collections, with a heading for each catalogue, numbered in the order of this list.
    private static func listItems(
        _ selection: ItemSelection, _ desk: Desk, _ workspace: Workspace
    ) async throws {
        let (view, rows) = try await workspace.items(selection, desk)
        if workspace.isJSON { return rows.forEach { JSONLine.write(ItemRow($0, root: desk.documents.root)) } }
        let hasNumbers = await workspace.notePrinted(rows.enumerated().map { ($0 + 1, $1.entry) }, desk)
        if rows.isEmpty { LineWriter.error.line("there is none") }
        let finder = ItemFinder(view, selection: nil)
        let (terminal, hasSeveral) = (workspace.terminal, Set(rows.map(\.key.catalog)).count > 1)
        var rest = Array(rows.enumerated())[...]
        while let catalog = rest.first?.element.key.catalog {
            let own = rest.prefix { $0.element.key.catalog == catalog }
            rest = rest.dropFirst(own.count)
            if hasSeveral {
                terminal.heading(view.catalog(at: catalog)?.name ?? catalog)
            }
            TextTable.write(
                own, shrinking: hasNumbers ? 2 : 1,
                style: { row in row.element.news.map { news in { terminal.styled($0, news) } } }
            ) { index, row in
                let number = hasNumbers ? [String(index + 1)] : []
                return number + [
                    ShellWord.text(finder.address(of: row)),
                    TextWidth.cut(row.label.singleLine, to: 60), row.state,
                ]
            }
        }
    }

    // MARK: Collections

    private static func listCollections(
        _ view: LibraryView, _ desk: Desk, _ workspace: Workspace, isNamed: Bool = false
    ) async throws {
        let rows = try await desk.collectionRows(of: view)
        if workspace.isJSON { return rows.forEach { JSONLine.write($0) } }
        guard !rows.isEmpty || view.catalogs.isEmpty else {
            let name = isNamed ? view.catalogs[0].name : nil
            let hint = workspace.hints.completing("carrel catalogues")
            LineWriter.error.line(
                "\(name.map { "“\($0)” lists" } ?? "the library's catalogues list") nothing: \(hint)"
                    .singleLine)
            return
        }
        guard !rows.isEmpty else {
            let place = desk.documents.root.map { " at \($0.path)" } ?? ""
            let hint = workspace.hints.completing("carrel add URL")
            LineWriter.error.line("the library\(place) is empty; add a catalogue: \(hint)".singleLine)
            return
        }
        // With a single catalogue, a name that Carrel made up is not shown.
        let given = Set(try workspace.opener.configuration().catalogs.map(\.name))
        for catalog in view.catalogs {
            if view.catalogs.count > 1 || isNamed || catalog.name.map(given.contains) == true {
                workspace.terminal.heading(catalog.name ?? catalog.location)
            }
            var unlisted: [String: Unlisted] = [:]
            for row in view.collections where row.key.catalog == catalog.location {
                unlisted[row.key.collection] = Unlisted(
                    count: view.unlistedCount(of: row),
                    words: catalog.catalog.unlistedWords(in: row.collection))
            }
            print(rows.filter { $0.catalog == catalog.location }, unlisted, workspace.terminal)
        }
    }

    /// The stored documents that a collection does not list: how many, and what is said of them.
    private struct Unlisted {
        var count: Int
        var words: String
    }

    /// Prints the collections of a catalogue under the headings of its sections.
    ///
    /// - Parameters:
    ///   - rows: the collections.
    ///   - unlisted: the stored documents that each does not list.
    ///   - terminal: the terminal.
    private static func print(_ rows: [CollectionRow], _ unlisted: [String: Unlisted], _ terminal: Terminal) {
        var rest = rows[...]
        while let first = rest.first {
            let own = rest.prefix { $0.section == first.section }
            if let section = first.section {
                LineWriter.output.line(terminal.styled(section.singleLine, .dim))
            } else if rest.startIndex > rows.startIndex {
                // They are not of the section above.
                LineWriter.output.line("")
            }
            rest = rest.dropFirst(own.count)
            printTable(own, unlisted)
        }
    }

    private static func printTable(_ rows: ArraySlice<CollectionRow>, _ unlisted: [String: Unlisted]) {
        TextTable.write(rows, shrinking: 2) { row in
            let title = [row.title, row.subtitle].compactMap(\.self).joined(separator: " · ")
            let name = [
                row.isSelected ? "*" : " ", row.collection, TextWidth.cut(title.singleLine, to: 60),
            ]
            guard row.isOpened else { return name + ["not opened yet"] }
            return name + [
                Counted.text(row.items, "item"), stored(row, unlisted[row.collection]),
            ]
        }
    }

    /// How many of its items are stored, and how many documents besides.
    private static func stored(_ row: CollectionRow, _ unlisted: Unlisted?) -> String {
        guard let unlisted, unlisted.count > 0 else { return "\(row.stored) stored" }
        return "\(row.stored) stored, \(unlisted.count) \(unlisted.words)"
    }

    private static func print(
        _ rows: [LibraryView.Row], _ terminal: Terminal, name: (LibraryView.Row) -> String
    ) {
        // Ranks only get a column if they differ from the numbers.
        let hasRanks = rows.contains { row in row.item.rank.map { $0 != String(row.number) } ?? false }
        TextTable.write(
            rows, shrinking: 1, style: { row in row.news.map { news in { terminal.styled($0, news) } } }
        ) { row in
            [name(row), TextWidth.cut(row.label.singleLine, to: 60)]
                + (hasRanks ? [row.item.rank.map { "rank " + $0.singleLine } ?? ""] : []) + [row.state]
        }
    }
}

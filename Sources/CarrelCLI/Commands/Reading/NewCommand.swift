import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTerminal
import CarrelViews
import Foundation

/// `carrel new`: lists the new and updated documents.
enum NewCommand {
    static let spec = CommandSpec(
        name: "new", operands: "[ITEM …]", summary: "List what came since you last looked",
        discussion: """
            A document is new until you look at it with open, preview or show, or mark it with carrel mark read. It is
            updated if another version came after you looked. ITEM narrows the list to a collection, a catalogue, a
            range or a pattern: carrel help addresses.
            """, operandCount: 0...10_000, completes: [[.catalog, .collection]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk()
        let (view, finder) = try await workspace.view(desk)
        var wanted: Set<ItemKey>?
        if !invocation.operands.isEmpty {
            let operands = invocation.operands.map(workspace.withoutFolder)
            wanted = Set(try finder.items(ItemSelection(operands)).map(\.documentKey))
        }
        let news = view.news.map { ($0.catalog, $0.rows.filter { wanted?.contains($0.documentKey) ?? true }) }
            .filter { !$0.1.isEmpty }
        if workspace.isJSON {
            for (_, rows) in news {
                for row in rows { JSONLine.write(ItemRow(row, root: desk.documents.root)) }
            }
            return .success
        }
        if news.isEmpty, !workspace.isQuiet { LineWriter.error.line("nothing is new") }
        let numbered = Array(news.flatMap { $0.1 }.enumerated().map { (number: $0 + 1, entry: $1.entry) })
        let hasNumbers = await workspace.notePrinted(numbered, desk)
        var first = 1
        for (catalog, rows) in news {
            if view.catalogs.count > 1 {
                workspace.terminal.heading(catalog.name ?? catalog.location)
            }
            print(rows, from: hasNumbers ? first : nil, finder, workspace.terminal)
            first += rows.count
        }
        return .success
    }

    private static func print(
        _ rows: [LibraryView.Row], from first: Int?, _ finder: ItemFinder, _ terminal: Terminal
    ) {
        TextTable.write(
            rows.enumerated(), shrinking: first == nil ? 2 : 3,
            style: { row in { terminal.styled($0, row.element.news) } }
        ) { index, row in
            let number = first.map { [String($0 + index)] } ?? []
            return number + [
                row.news?.rawValue ?? "", ShellWord.text(finder.address(of: row)),
                TextWidth.cut(row.label.singleLine, to: 60),
                row.document.map { DateText.text($0.storedAt) } ?? "",
            ]
        }
    }
}

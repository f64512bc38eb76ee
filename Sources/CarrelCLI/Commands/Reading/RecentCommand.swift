import CarrelBasics
import CarrelCore
import CarrelStages
import CarrelViews
import Foundation

/// `carrel recent`: lists the items that were viewed last.
enum RecentCommand {
    static let spec = CommandSpec(
        name: "recent", summary: "List the 20 most recently viewed items, newest first",
        discussion: """
            Lists what you looked at with show, preview and open. The second column names the item for other commands,
            such as carrel preview.
            """
    ) { invocation in
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk()
        let views = try await desk.recentViews(limit: 20)
        let finder = try await workspace.view(desk).finder
        let rows = views.map { view in
            let row = finder.row(of: view.key)
            return RecentRow(view, address: row.map { finder.address(of: $0) }, news: row?.news)
        }
        if workspace.isJSON {
            for row in rows { JSONLine.write(row) }
            return .success
        }
        guard !rows.isEmpty else {
            LineWriter.error.line("nothing was viewed yet")
            return .success
        }
        TextTable.write(zip(rows, views)) { row, view in
            [
                DateText.text(row.viewedAt), row.address.map(ShellWord.text) ?? "no longer listed",
                [row.title, finder.row(of: view.key)?.distinction].compactMap(\.self).joined(
                    separator: " · "),
            ] + [row.news].compactMap(\.self)
        }
        return .success
    }
}

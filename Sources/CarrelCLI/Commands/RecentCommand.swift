import CarrelCore
import Foundation

/// `carrel recent`: what was viewed last.
enum RecentCommand {
    static let spec = CommandSpec(
        name: "recent", summary: "List the 20 most recently viewed items, newest first"
    ) { invocation in
        let workspace = Workspace(invocation)
        let session = try await workspace.open(.shared)
        let views = try await session.pipeline.library.recentViews(limit: 20)
        if workspace.isJSON {
            for view in views { JSONLine.write(Row(view)) }
            return .success
        }
        guard !views.isEmpty else {
            LineWriter.error.line("nothing was viewed yet")
            return .success
        }
        var table = TextTable()
        for view in views {
            table.add(
                view.date.formatted(.iso8601.dateTimeSeparator(.space)), view.key.collection, view.title)
        }
        LineWriter.output.line(table.text)
        return .success
    }

    private struct Row: Encodable {
        var catalog: String
        var collection: String
        var item: String
        var title: String
        var viewedAt: Date

        init(_ view: RecentView) {
            (catalog, collection, item) = (view.key.catalog, view.key.collection, view.key.item)
            (title, viewedAt) = (view.title, view.date)
        }
    }
}

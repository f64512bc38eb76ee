import CarrelBasics
import CarrelCore
import CarrelModel

/// `carrel mark`: marks documents as looked at, or as new.
enum MarkCommand {
    static let spec = CommandSpec(
        name: "mark", operands: "read|unread ITEM … | --all",
        summary: "Mark documents as looked at, or as new",
        discussion: """
            \(SelectionOptions.discussion) carrel new lists documents that are marked as unread, and no longer lists
            those that are marked as read.
            """, options: [SelectionOptions.all] + SelectionOptions.filters, operandCount: 1...10_000,
        completes: [[.words(["read", "unread"])], [.item]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let mark = invocation.operands.first ?? ""
        guard ["read", "unread"].contains(mark) else {
            throw CommandError.usage(
                "mark", "“\(mark.singleLine)”: expected read or unread, then ITEM … or --all")
        }
        let desk = try await workspace.desk()
        let selection = try workspace.selection(Array(invocation.operands.dropFirst()))
        let rows = try await workspace.items(selection, desk).rows
        let stored = rows.filter { $0.document != nil }
        // Documents with that mark are left out, so that the count fits the lists.
        let changing = Set(stored.filter { ($0.news != nil) == (mark == "read") }.map(\.documentKey))
        try await desk.mark(Array(changing), asRead: mark == "read")
        if workspace.tells {
            LineWriter.output.line(
                changing.isEmpty ? unchanged(rows, stored, mark) : "\(changing.count) marked \(mark)")
        }
        return .success
    }

    /// Why nothing was marked.
    private static func unchanged(
        _ rows: [LibraryView.Row], _ stored: [LibraryView.Row], _ mark: String
    ) -> String {
        guard !rows.isEmpty else { return "there is none" }
        guard !stored.isEmpty else { return "none of these is stored" }
        return "nothing to mark: all of these are \(mark == "read" ? "read" : "new") already"
    }
}

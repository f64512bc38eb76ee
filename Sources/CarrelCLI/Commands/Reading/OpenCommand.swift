import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// `carrel open`: hands the stored file to the desktop's viewer.
enum OpenCommand {
    /// The most documents at once; more are hardly intended.
    private static let limit = 20

    static let spec = CommandSpec(
        name: "open", operands: "ITEM …", summary: "Open stored documents with the desktop's viewer",
        discussion: """
            \(SelectionOptions.discussion) It opens at most \(limit) at once. The viewer is $CARREL_OPENER, which may
            have arguments, or else xdg-open (open on macOS). One for terminals, such as less, has this terminal until it
            ends.
            """, options: SelectionOptions.filters, operandCount: 0...10_000, completes: [[.item]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let selection = try workspace.selection(invocation.operands)
        let desk = try await workspace.desk()
        let named = try await workspace.items(selection, desk).rows
        // Of a collection, only the stored documents are meant.
        let rows = named.count > selection.texts.count ? named.filter(\.isStored) : named
        guard rows.count <= limit else {
            throw CommandError(of: "open", "these are \(rows.count) documents; name \(limit) at most")
        }
        if rows.isEmpty {
            LineWriter.error.line(named.isEmpty ? "there is none" : "none of these is stored")
        }
        for row in rows { try await open(row, desk, workspace) }
        return .success
    }

    private static func open(_ row: LibraryView.Row, _ desk: Desk, _ workspace: Workspace) async throws {
        guard let document = row.document else {
            let help = row.isFetchable || row.isSetAside ? try await workspace.fetching(row, desk) : ""
            throw CommandError(of: "open", "\(row.item.title): \(row.status.words)\(help)")
        }
        try await DesktopViewer.open(document, desk)
        workspace.tellUnnamed(row)
        await desk.noteView(of: row)
    }
}

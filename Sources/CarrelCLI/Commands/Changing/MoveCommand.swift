import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelViews
import Foundation

/// `carrel move`: renames stored documents after `store.name` was changed.
enum MoveCommand {
    static let spec = CommandSpec(
        name: "move", operands: "[ITEM …]",
        summary: "Rename stored documents as store.name says now",
        discussion: """
            After a change of store.name, new documents get names by it; stored ones keep their names until this
            command renames them. Without ITEM it takes every stored document. It lists what it would do, then asks;
            without a terminal it needs --yes. Earlier versions go with their documents. If a catalogue has its own
            store.name (carrel set), its documents get names by that one.
            """,
        options: [
            OptionSpec(name: "--dry-run", help: "list what would be renamed, and rename nothing"),
            OptionSpec(name: "--yes", help: "do not ask"), Workspace.wait,
        ], operandCount: 0...10_000, completes: [[.item]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk()
        var keys: Set<ItemKey>?
        if !invocation.operands.isEmpty {
            keys = Set(try await workspace.items(ItemSelection(invocation.operands), desk).rows.map(\.key))
        }
        let moves = try await desk.pendingMoves(of: keys)
        report(moves, workspace)
        guard !moves.isEmpty, !invocation.has("--dry-run") else { return .success }
        let free = moves.count { !$0.isTaken }
        let what = Counted.text(free, "document")
        if free > 0 {
            guard
                try await workspace.isWanted(
                    "Rename \(what)?", otherwise: "\(what): add --yes to rename them, or --dry-run")
            else { return .failedItems }
        }
        let refused = try await desk.move(moves)
        if workspace.tells {
            LineWriter.output.line("\(moves.count - refused.count) renamed")
        }
        for refusal in refused {
            LineWriter.error.line("kept: \(refusal.move.document.name): \(refusal.reason)".singleLine)
        }
        return refused.isEmpty ? .success : .failedItems
    }

    private static func report(_ moves: [DocumentMove], _ workspace: Workspace) {
        if workspace.isJSON { return moves.forEach { JSONLine.write(MoveRow($0)) } }
        guard !moves.isEmpty else {
            LineWriter.error.line(
                "nothing to rename: what is listed and stored has the name that store.name gives it")
            return
        }
        for move in moves {
            let remarks = [
                move.isEdited ? "changed on disk" : nil,
                move.isTaken ? "it stays, because something else has that name" : nil,
            ].compactMap(\.self)
            let remark = remarks.isEmpty ? "" : "  (\(remarks.joined(separator: "; ")))"
            LineWriter.output.line("\(move.document.name.singleLine) → \(move.name.singleLine)\(remark)")
        }
    }
}

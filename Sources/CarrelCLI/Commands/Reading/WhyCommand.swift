import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelViews
import Foundation

/// `carrel why`: explains what was tried for an item, what was decided, and what comes next.
enum WhyCommand {
    static let spec = CommandSpec(
        name: "why", operands: "ITEM",
        summary: "Explain an item: what was tried, what was decided, what comes next",
        discussion: """
            Shows the newest five attempts with every request, redirect and answer. How ITEM is named: carrel help
            addresses.
            """, options: [OptionSpec(name: "--all", help: "show every attempt that is recorded")],
        operandCount: 1...1, completes: [[.item]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk()
        let (view, rows) = try await workspace.items(invocation.operands, desk)
        let row = rows[0]
        let history = try await desk.history(of: row, in: view, limit: invocation.has("--all") ? 1000 : 5)
        if workspace.isJSON {
            JSONLine.write(HistoryRow(row, history))
        } else {
            for line in HistoryText(row, history).lines {
                LineWriter.output.line(String(line.prefix { $0 == " " }) + line.singleLine)
            }
            if !workspace.isQuiet, history.next?.action.transfers == true,
                ItemFilter([.failed]).takes(row)
            {
                let address = ShellWord.operands(ItemFinder(view, selection: nil).address(of: row))
                let (now, never) = ("carrel get \(address)", "carrel ignore \(address)")
                LineWriter.error.line(
                    """
                    try it now: \(workspace.hints.completing(now)); \
                    leave it alone: \(workspace.hints.completing(never))
                    """.singleLine)
            }
        }
        return .success
    }
}

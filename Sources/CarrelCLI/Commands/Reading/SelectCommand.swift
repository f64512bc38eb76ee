import CarrelBasics
import CarrelCore
import CarrelModel

/// `carrel select`: remembers the selected collection.
enum SelectCommand {
    static let spec = CommandSpec(
        name: "select", operands: "COLLECTION",
        summary: "Select the collection that numbers and show refer to",
        discussion: """
            Numbers refer to the list that was printed last in this terminal, for half a day or until you select a
            collection. Without such a list, and in scripts, they refer to the selected collection; where none is
            selected, COLLECTION/3 names an item.
            """,
        operandCount: 1...1, completes: [[.collection]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk()
        let (_, finder) = try await workspace.view(desk)
        let row = try finder.collection(invocation.operands[0])
        try await desk.select(row.key, for: Reader())
        // From now on numbers refer to this collection, not to the last list.
        _ = await workspace.notePrinted([], desk)
        if workspace.isJSON {
            JSONLine.write(row.key)
        } else if !workspace.isQuiet {
            LineWriter.output.line("selected \(row.collection.id): \(row.collection.title)".singleLine)
        }
        return .success
    }
}

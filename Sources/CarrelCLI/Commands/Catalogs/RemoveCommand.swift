import CarrelBasics
import CarrelCore
import CarrelOpening
import CarrelStages
import CarrelViews

/// `carrel remove`: removes a catalogue from the library.
enum RemoveCommand {
    private static let withFiles = OptionSpec(
        name: "--with-files", help: "remove its documents, too, except those that you edited")

    private static let keepFiles = OptionSpec(
        name: "--keep-files", help: "leave its documents in the folder (the default)")

    static let spec = CommandSpec(
        name: "remove", formerNames: ["forget"], operands: "CATALOGUE",
        summary: "Remove a catalogue from the library",
        discussion: """
            CATALOGUE is its name or its address. The library forgets what the catalogue lists, which modules you
            chose, and what was tried and viewed. Its documents stay in the folder as files that Carrel no longer
            keeps track of.
            """, options: [withFiles, keepFiles, Workspace.wait], operandCount: 1...1,
        completes: [[.catalog]]
    ) { invocation in
        guard !invocation.has(withFiles.name) || !invocation.has(keepFiles.name) else {
            throw CommandError(
                status: .usage,
                message:
                    "carrel remove: \(withFiles.name) and \(keepFiles.name) contradict each other; leave out one"
            )
        }
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk(.exclusive)
        let row = try CatalogsCommand.find(
            invocation.operands[0], try await CatalogsCommand.rows(desk), workspace)
        let removal = try await desk.remove(row.catalog, withFiles: invocation.has(withFiles.name))
        let name = row.catalogName ?? ShownText.of(row.catalog)
        guard removal.setAside == 0 else {
            let documents =
                removal.setAside == 1 ? "1 of its documents is" : "\(removal.setAside) of its documents are"
            throw CommandError(
                status: .failedItems,
                message:
                    "carrel remove: \(name): \(documents) set aside. First accept or discard: carrel quarantine list"
                    .terminalSafe)
        }
        if let name = row.catalogName { workspace.opener.distrust(catalogNamed: name) }
        if workspace.isJSON {
            JSONLine.write(RemovedRow(row, removal))
        } else if !workspace.isQuiet {
            let parts = [
                removal.removed > 0 ? files(removal.removed, "removed") : nil,
                removal.left > 0 ? files(removal.left, "left in the folder") : nil,
            ].compactMap(\.self)
            LineWriter.output.line(
                "removed “\(name)”\(parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))".singleLine)
        }
        return .success
    }

    private static func files(_ count: Int, _ what: String) -> String {
        "\(count) file\(count == 1 ? "" : "s") \(what)"
    }
}

import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelOpening
import CarrelStages
import CarrelTerminal
import CarrelViews

/// `carrel remove`: removes a catalogue from the library.
enum RemoveCommand {
    private static let withFiles = OptionSpec(
        name: "--with-files", help: "remove its documents, too, except those that you edited")

    private static let keepFiles = OptionSpec(
        name: "--keep-files", help: "leave its documents in the folder (the default)")

    private static let dryRun = OptionSpec(
        name: "--dry-run", help: "say what would be removed, and remove nothing")

    private static let yes = OptionSpec(name: "--yes", help: "do not ask")

    static let spec = CommandSpec(
        name: "remove", formerNames: ["forget"], operands: "CATALOGUE",
        summary: "Remove a catalogue from the library",
        discussion: """
            CATALOGUE is its name or its address. The library forgets what the catalogue lists, which modules you
            chose, and what was tried and viewed. Its documents stay in the folder as files that Carrel no longer
            keeps track of. Before it removes files, it lists them and asks, if there is a terminal. Single documents are
            removed by carrel ignore ITEM, then carrel prune --ignored.
            """, options: [withFiles, keepFiles, dryRun, yes, Workspace.wait], operandCount: 1...1,
        completes: [[.catalog]]
    ) { invocation in
        guard !invocation.has(withFiles.name) || !invocation.has(keepFiles.name) else {
            throw CommandError.usage(
                "remove", "\(withFiles.name) and \(keepFiles.name) contradict each other; leave out one")
        }
        let workspace = try Workspace(invocation)
        let isDryRun = invocation.has(dryRun.name)
        // Nobody else waits for the library while a person thinks.
        let desk = try await workspace.desk(isDryRun || asks(workspace) ? .shared : .exclusive)
        let row = try await named(desk, workspace)
        if isDryRun {
            try await foresee(row, desk, workspace)
            return .success
        }
        let answer = try await answer(row, desk, workspace)
        guard answer.isYes else { return .failedItems }
        let removal = try await desk.remove(
            row.catalog, withFiles: invocation.has(withFiles.name), among: answer.listed)
        try check(removal, row)
        if let name = row.catalogName { workspace.opener.distrust(catalogNamed: name) }
        if workspace.isJSON {
            JSONLine.write(RemovedRow(row, removal))
        } else if !workspace.isQuiet {
            let parts = [files(removal.removed, "removed"), files(removal.left, "left in the folder")]
            say("removed “\(name(of: row))”", parts)
        }
        return .success
    }

    /// The catalogue to remove; who names what a catalogue lists hears how that goes, and of no catalogue instead.
    private static func named(_ desk: Desk, _ workspace: Workspace) async throws -> CatalogRow {
        let text = workspace.invocation.operands[0]
        let rows = try await CatalogsCommand.rows(desk)
        let mayBeCatalog = NearestName.of(text, among: rows.compactMap(\.catalogName)) != nil
        if text.contains("/") || !mayBeCatalog, CatalogsCommand.matches(text, rows, workspace).isEmpty,
            let items = try? await workspace.view(desk).finder.items(ItemSelection([text])), !items.isEmpty
        {
            throw CommandError(
                of: "remove",
                "“\(text)” is not a catalogue, but listed by one. To remove what is stored of it: carrel ignore \(ShellWord.operands(text)), then carrel prune --ignored"
            )
        }
        return try CatalogsCommand.find(text, rows, workspace)
    }

    // MARK: Before

    /// Whether a person is asked before files are removed.
    private static func asks(_ workspace: Workspace) -> Bool {
        let invocation = workspace.invocation
        return invocation.has(withFiles.name) && !invocation.has(yes.name) && !workspace.isJSON
            && Question.canBeAsked
    }

    /// Says what would be removed.
    private static func foresee(_ row: CatalogRow, _ desk: Desk, _ workspace: Workspace) async throws {
        let (removal, documents) = try await foreseen(row, desk, workspace)
        if workspace.isJSON {
            let names = documents.filter { !$0.stays }.map(\.document.name)
            return JSONLine.write(RemovedRow(row, removal, foreseen: names))
        }
        if workspace.invocation.has(withFiles.name) { list(documents) }
        let parts = [files(removal.removed, "to remove"), files(removal.left, "to leave in the folder")]
        say("would remove “\(name(of: row))”", parts)
    }

    /// Lists the files that go and asks; whether the catalogue is to be removed, and what was listed if a person is asked.
    private static func answer(
        _ row: CatalogRow, _ desk: Desk, _ workspace: Workspace
    ) async throws -> (isYes: Bool, listed: [Desk.RemovableDocument]?) {
        guard asks(workspace) else { return (true, nil) }
        let (removal, documents) = try await foreseen(row, desk, workspace)
        guard removal.removed > 0 else { return (true, documents) }
        list(documents)
        let count = Counted.text(removal.removed, "document")
        let size = ByteCount(documents.filter { !$0.stays }.reduce(0) { $0 + $1.document.size })
        let isYes = try await Question.isAnsweredYes(
            "Remove “\(name(of: row))” and \(count), \(size)? [y/N] ".terminalSafe)
        return (isYes, documents)
    }

    private static func foreseen(
        _ row: CatalogRow, _ desk: Desk, _ workspace: Workspace
    ) async throws -> (removal: Desk.Removal, documents: [Desk.RemovableDocument]) {
        let withFiles = workspace.invocation.has(withFiles.name)
        let foreseen = try await Spinner.showing(workspace, waitingFor: "the documents to be looked at") {
            try await desk.foreseenRemoval(of: row.catalog, withFiles: withFiles)
        }
        try check(foreseen.removal, row)
        return foreseen
    }

    private static func list(_ documents: [Desk.RemovableDocument]) {
        TextTable.write(documents, shrinking: 1) { entry in
            [
                entry.stays ? "kept" : "remove",
                TextWidth.cut("\(entry.key.collection): \(entry.title)".singleLine, to: 60),
                ByteCount(entry.document.size).description,
            ] + (entry.obstacle.map { [$0.singleLine] } ?? [])
        }
    }

    /// Refuses to remove a catalogue with documents that somebody has to decide on.
    private static func check(_ removal: Desk.Removal, _ row: CatalogRow) throws(CommandError) {
        guard removal.setAside > 0 else { return }
        let documents =
            removal.setAside == 1 ? "1 of its documents is" : "\(removal.setAside) of its documents are"
        throw CommandError(
            of: "remove",
            "\(name(of: row)): \(documents) set aside. First accept or discard: carrel quarantine list")
    }

    // MARK: Words

    private static func name(of row: CatalogRow) -> String { row.catalogName ?? ShownText.of(row.catalog) }

    private static func say(_ what: String, _ parts: [String?]) {
        let parts = parts.compactMap(\.self)
        LineWriter.output.line(
            "\(what)\(parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))".singleLine)
    }

    /// A number of files, and what becomes of them; `nil` for none.
    private static func files(_ count: Int, _ what: String) -> String? {
        count > 0 ? "\(Counted.text(count, "file")) \(what)" : nil
    }
}

import CarrelBasics
import CarrelCore
import CarrelImport
import CarrelModel
import CarrelOpening
import CarrelStages
import CarrelViews
import Foundation

/// `carrel import`: makes files that another program fetched the documents of items.
enum ImportCommand {
    static let spec = CommandSpec(
        name: "import", operands: "FOLDER [CATALOGUE …]",
        summary: "Take over files that another program fetched, instead of fetching them again",
        discussion: """
            FOLDER is what wget, aria2, PFERD or a browser left. Its files are compared with the items that the
            catalogues list and the library lacks: by digest if one is promised, otherwise by size and name. What
            matches is copied and checked as a download is; without --move the folder stays as it is. A file that fits two
            items, or an item that two files fit, is named and left alone. docs/Import.md tells how names are compared.
            """,
        options: [
            OptionSpec(name: "--by-name", help: "go by the name alone where no size or digest is promised"),
            OptionSpec(
                name: "--move",
                help: "remove files from FOLDER once they are in the library, and those that it has already"),
            OptionSpec(name: "--recorded", help: "use the listings of the library, and ask no server"),
            OptionSpec(name: "--dry-run", help: "say what would be imported, and change nothing"),
            Workspace.wait,
        ], operandCount: 1...1000, goesOn: true, completes: [[.folder], [.catalog, .file]]
    ) { invocation in
        // A variable of a script that is not set would be the current folder, whose files --move removes.
        guard !invocation.operands[0].isEmpty else { throw CommandError.usage("import", "which folder?") }
        let workspace = try Workspace(invocation)
        let folder = try ImportFolder(URL(filePath: invocation.operands[0]))
        let command = invocation.repeated(
            with: ["--by-name", "--move", "--recorded", "--dry-run", Workspace.wait.name])
        let operand = ShellWord.operands(ShownText.of(invocation.operands[0]))
        let choose = { (workspace: Workspace) async throws -> [CatalogChoice] in
            try await workspace.opener.choicesToRead(
                Array(invocation.operands.dropFirst()), for: "\(command) \(operand)")
        }
        if invocation.has("--dry-run") {
            return try await run(folder, try await choose(workspace), workspace, changes: false)
        }
        return try await workspace.holding(.exclusive, choose) {
            try await run(folder, $0, $1, changes: true)
        }
    }

    private static func run(
        _ folder: ImportFolder, _ choices: [CatalogChoice], _ workspace: Workspace, changes: Bool
    ) async throws -> ExitStatus {
        let failures = CatalogFailures(workspace, eventsOfRun: false)
        let choices =
            choices.count > 1
            ? try SyncCommand.located(choices, workspace, failures).map(\.choice) : choices
        guard !choices.isEmpty else { return failures.worst }
        let desk = try await workspace.desk(changes ? .exclusive : .shared, reading: choices)
        try checkIsOutside(folder, desk.documents.root)
        let listings = try await listings(choices, desk, workspace, failures, changes: changes)
        let limits = Dictionary(listings.map { ($0.catalog.location, $0.maxSize) }) { first, _ in first }
        let (found, matches) = try await Spinner.showing(workspace, waitingFor: "the files to be compared") {
            let found = try await folder.files()
            let matcher = ImportMatcher(folder, goesByName: workspace.invocation.has("--by-name"))
            var matches = try await matcher.matches(listings.flatMap(\.items), found)
            matches.refuseLarge(limits)
            // An empty file has the content of every other one.
            let sizes = Set(matches.unused.map(\.size)).subtracting([0])
            var documents: [PresentDocument] = []
            for listing in listings where !sizes.isEmpty {
                documents += try await desk.present(ofSizes: sizes, in: listing)
            }
            try await matcher.findPresent(&matches, among: documents)
            return (found, matches)
        }
        let report = ImportReport(workspace, folder, isDryRun: !changes)
        if changes {
            try await adopt(matches, of: listings, from: folder, desk, workspace, report)
        } else {
            for match in matches.matches { report.matched(match) }
            foreseeRemoval(of: Set(matches.matches.map(\.file)), workspace, report)
        }
        try await removePresent(matches, folder, desk, workspace, report)
        report.finish(found, matches)
        return failures.worst(with: report.hasFailures ? .failedItems : .success)
    }

    /// Refuses the library's own folder: its files are documents already.
    private static func checkIsOutside(_ folder: ImportFolder, _ root: URL?) throws {
        guard let root, URL(filePath: folder.path).isReallyWithin(root) else { return }
        throw CommandError.usage(
            "import", "\(folder.path): this is in the library. Name a folder outside of it")
    }

    /// The items that the catalogues list and the library lacks.
    private static func listings(
        _ choices: [CatalogChoice], _ desk: Desk, _ workspace: Workspace, _ failures: CatalogFailures,
        changes: Bool
    ) async throws -> [Desk.Wanted] {
        let reading: Desk.WantedReading =
            workspace.invocation.has("--recorded") ? .recorded : changes ? .read : .readOnly
        var listings: [Desk.Wanted] = []
        for choice in choices {
            do {
                let location = try workspace.opener.location(of: choice)
                let listing = try await Spinner.showing(
                    workspace, waitingFor: choice.name ?? "the catalogue"
                ) {
                    try await desk.wanted(at: location, reading)
                }
                guard let listing else { throw unread(choice, location) }
                listings.append(listing)
                if case .read = reading { try await SyncCommand.add([choice], workspace, desk) }
            } catch {
                guard choices.count > 1 else { throw error }
                try failures.add(CatalogLabel(name: choice.name), error)
            }
        }
        return listings
    }

    private static func unread(_ choice: CatalogChoice, _ location: String) -> CommandError {
        CommandError(
            of: "import", "\(ShownText.of(choice.name ?? location)): it was never read. Leave out --recorded",
            status: .catalog)
    }

    /// Imports what matches, catalogue by catalogue.
    private static func adopt(
        _ matches: ImportMatches, of listings: [Desk.Wanted], from folder: ImportFolder, _ desk: Desk,
        _ workspace: Workspace, _ report: ImportReport
    ) async throws {
        let byCatalog = Dictionary(grouping: matches.matches, by: \.wanted.key.catalog)
        for listing in listings {
            let mine = byCatalog[listing.catalog.location] ?? []
            guard !mine.isEmpty else { continue }
            let known = Dictionary(mine.map { ($0.wanted.key, $0) }) { first, _ in first }
            let adoptions = mine.map {
                Adoption($0.wanted, path: folder.path(of: $0.file), read: folder.reader(of: $0.file))
            }
            try await Spinner.showing(workspace, waitingFor: "the files to be copied") {
                try await desk.adopt(adoptions, of: listing) { adoption, result in
                    if let match = known[adoption.wanted.key] { report.ended(match, result) }
                }
            }
        }
        // After an error a document may not have its name yet: the next import removes what it finds stored.
        await removeImported(report, folder, workspace)
    }

    /// Removes imported files from the folder if that is asked for.
    private static func removeImported(
        _ report: ImportReport, _ folder: ImportFolder, _ workspace: Workspace
    ) async {
        guard workspace.invocation.has("--move") else { return }
        for file in report.imported.sorted(by: { $0.path < $1.path }) {
            await remove(file, since: "copied", from: folder, report)
        }
    }

    /// Names the files that would be removed once they were imported, if that is asked for.
    private static func foreseeRemoval(
        of files: Set<FoundFile>, _ workspace: Workspace, _ report: ImportReport
    ) {
        guard workspace.invocation.has("--move") else { return }
        for file in files.sorted(by: { $0.path < $1.path }) { report.removed(file) }
    }

    private static func remove(
        _ file: FoundFile, since verb: String, from folder: ImportFolder, _ report: ImportReport
    ) async {
        let reason: String
        switch await folder.remove(file) {
        case .removed: return report.removed(file)
        case .changed: reason = "it changed since it was \(verb), and stays"
        case .failed: reason = "it is in the library, and could not be removed"
        }
        report.note("warning:", "\(folder.path(of: file)): \(reason)")
    }

    /// Removes what was in the library before if that is asked for, or names it: an import that was killed left it.
    private static func removePresent(
        _ matches: ImportMatches, _ folder: ImportFolder, _ desk: Desk, _ workspace: Workspace,
        _ report: ImportReport
    ) async throws {
        guard workspace.invocation.has("--move") else { return }
        for present in matches.present {
            if let reason = try await reasonToStay(present, folder, desk, workspace) {
                report.note("warning:", "\(folder.path(of: present.file)): it stays, because \(reason)")
            } else if report.isDryRun {
                report.removed(present.file)
            } else {
                await remove(present.file, since: "compared", from: folder, report)
            }
        }
    }

    /// Why a file that the library has already is not removed: the records are not enough, for it may be all that is left
    /// of the content.
    private static func reasonToStay(
        _ present: ImportMatches.Present, _ folder: ImportFolder, _ desk: Desk, _ workspace: Workspace
    ) async throws -> String? {
        let document = present.document.document
        do throws(StoreError) {
            if let stored = try await desk.documents.localFile(named: document.name),
                await folder.mayBe(present.file, the: stored)
            {
                return "it is the library's own \(document.name)"
            }
            let stored = try await desk.documents.digest(ofDocumentNamed: document.name)
            guard stored?.sha256 != document.sha256 else { return nil }
            let verify = workspace.hints.completing("carrel verify")
            return "\(document.name) in the library is no longer as it was stored. Next: \(verify)"
        } catch {
            if error.code == .cancelled { throw error }
            return "\(document.name) in the library cannot be read: \(error.reason)"
        }
    }
}

import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelModel
import CarrelOpening
import CarrelStages
import CarrelViews

/// `carrel add`: reads a catalogue and adds it to the library.
enum AddCommand {
    private static let name = OptionSpec(name: "--name", value: "NAME", help: "what to call it")

    static let spec = CommandSpec(
        name: "add", operands: "[CATALOGUE]",
        summary: "Add a catalogue to the library, and print what it lists",
        discussion: """
            CATALOGUE is a path or a URL. The library remembers --profile, --config and --set with it, so that carrel
            sync needs none of them again, but for settings that all its catalogues share: those belong in the profile.
            Without CATALOGUE it adds the one that the profile or --set names. This is how to add a catalogue of several
            documents: carrel add --profile timetable --set source.timetable.url=… --set source.modules.url=… --set
            source.theatres.url=…
            """,
        options: [name, Workspace.wait], operandCount: 0...1, completes: [[.file]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let choice = invocation.operands.first.map(CatalogChoice.place) ?? .profile
        let catalogs = try await workspace.opener.knownCatalogs()
        let location = try location(of: choice, among: catalogs, workspace)
        if case .place("-") = choice {
            throw CommandError.usage("add", OpeningError.standardInput.description)
        }
        if let known = LibraryOpener.catalog(at: location, in: catalogs) {
            throw refusal(known, catalogs, invocation)
        }
        return try await NewLibrary(workspace.opener).keptIfUsed {
            let catalog = try workspace.opener.described(
                choice, as: invocation.value(name.name), among: catalogs)
            let reading = Reading(NoticePrinter(isQuiet: !workspace.tells))
            let desk = try await workspace.desk(.joined, reading: [choice], observer: reading)
            var outline = try await Spinner.showing(workspace, waitingFor: "the catalogue") {
                do {
                    return try await desk.add(catalog)
                } catch let error as KnownCatalogError {
                    throw refusal(error.catalog, catalogs, invocation)
                }
            }
            try workspace.opener.trust(catalog)
            outline.parser = reading.parser.value
            // A view has every item, and there may be millions.
            show(catalog, outline, workspace, workspace.isJSON ? try await desk.view() : nil)
            if workspace.tells { tellWhatIsNext(catalog, outline, workspace, desk) }
            return .success
        }
    }

    /// Where a catalogue is; if nothing says that, what is missing depends on what there is already.
    private static func location(
        of choice: CatalogChoice, among catalogs: [KnownCatalog], _ workspace: Workspace
    ) throws -> String {
        do {
            return try workspace.opener.location(of: choice)
        } catch let error as OpeningError
            where error.code == .unclear && workspace.invocation.operands.isEmpty
        {
            let listed = try workspace.opener.configuration().catalogs
            guard listed.isEmpty else { throw missingPlace("; those of the profile come with carrel sync") }
            guard catalogs.isEmpty else { throw missingPlace("") }
            throw error
        } catch let error as OpeningError where error.code == .noFile {
            guard let named = catalogs.first(where: { $0.name == workspace.invocation.operands.first })
            else { throw error }
            throw refusal(named, catalogs, workspace.invocation)
        }
    }

    private static func missingPlace(_ others: String) -> CommandError {
        CommandError.usage("add", "which catalogue? Name its URL or its file: carrel add URL\(others)")
    }

    /// Why a catalogue is not added that the library knows.
    private static func refusal(
        _ known: KnownCatalog, _ catalogs: [KnownCatalog], _ invocation: Invocation
    ) -> CommandError {
        let others = catalogs.filter { $0.location != known.location }
        let wanted = invocation.value(name.name).map { LibraryOpener.name(like: $0, among: others) }
        return CommandError(of: "add", "\(KnownCatalogError(known, wantedName: wanted))")
    }

    private static func show(
        _ catalog: KnownCatalog, _ outline: CatalogOutline, _ workspace: Workspace,
        _ view: LibraryView?
    ) {
        if workspace.isJSON {
            return JSONLine.write(CatalogRow(view?.catalog(at: catalog.location), catalog))
        }
        guard !workspace.isQuiet else { return }
        let (transfers, deferred) = (outline.transfers, outline.deferred)
        let parts = [
            outline.parser.map { "read as \($0)" }, Counted.text(outline.collections.count, "collection"),
            Counted.text(outline.items, "item"),
            transfers > 0 || deferred == 0
                ? "\(transfers) to fetch"
                    + (outline.bytes > 0 ? ", at least \(ByteCount(outline.bytes))" : "")
                : nil,
            deferred > 0 ? "\(deferred) on demand" : nil,
        ]
        LineWriter.output.line(
            "added “\(catalog.name)”: \(parts.compactMap(\.self).joined(separator: ", "))".singleLine)
    }

    /// Says how to get what was added.
    private static func tellWhatIsNext(
        _ catalog: KnownCatalog, _ outline: CatalogOutline, _ workspace: Workspace, _ desk: Desk
    ) {
        guard desk.remembers else {
            return LineWriter.error.line("nothing is remembered of it: library.use is memory")
        }
        let (what, command) = outline.transfers > 0 ? ("fetch", "sync") : ("see", "list")
        let hint = workspace.hints.completing("carrel \(command) \(ShellWord.operands(catalog.name))")
        LineWriter.error.line("\(what) what it lists: \(hint)".singleLine)
    }

    /// Notes which parser read the catalogue, and prints its problems.
    private final class Reading: PipelineObserver {
        let parser = Locked<String?>(nil)
        private let notices: NoticePrinter

        init(_ notices: NoticePrinter) { self.notices = notices }

        func receive(_ event: PipelineEvent) {
            if case .catalogRead(_, let name, _) = event { parser.withLock { $0 = name } }
            notices.receive(event)
        }
    }
}

import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelOpening
import CarrelStages

/// Catalogues that are named by their places become the library's.
extension SyncCommand {
    /// Syncs, and adds the catalogues that could be read to the library, even if the run was stopped.
    static func adding<Summary: Sendable>(
        _ choices: [CatalogChoice], _ workspace: Workspace, _ desk: Desk,
        _ sync: @Sendable () async throws -> Summary
    ) async throws -> Summary {
        try await desk.stayingOpen {
            // What cannot be recorded is refused before anything is fetched.
            let known = try await desk.knownCatalogs()
            for choice in choices where isAdded(choice) { _ = try described(choice, workspace, among: known) }
            let early = addOncePlanned(choices, workspace, desk)
            let result = await Result(of: sync)
            early.cancel()
            // An unstructured task, which a signal does not cancel.
            let added = await Task {
                let added = await early.value
                do {
                    return (added + (try await addIfNew(choices, workspace, desk)), nil as (any Error)?)
                } catch {
                    return (added, error)
                }
            }.value
            tell(added.0, workspace, desk)
            let summary = try result.get()
            if let error = added.1 { throw error }
            return summary
        }
    }

    /// Adds catalogues while their documents come, so that a process that is killed leaves them to the next one.
    ///
    /// - Returns: what ends once each is recorded, or it is cancelled; gives the catalogues that were added.
    private static func addOncePlanned(
        _ choices: [CatalogChoice], _ workspace: Workspace, _ desk: Desk
    ) -> Task<[KnownCatalog], Never> {
        let choices = choices.filter(isAdded)
        guard !choices.isEmpty else { return Task { [] } }
        let events = desk.events(capacity: 64)
        return Task {
            var (added, seen): ([KnownCatalog], Set<String>) = ([], [])
            while let event = await events.next() {
                // What is planned is recorded; behind a gap, anything may be.
                if case .planned(_, let location) = event {
                    guard seen.insert(location).inserted else { continue }
                } else {
                    guard case .gap = event else { continue }
                }
                added += (try? await addIfNew(choices, workspace, desk)) ?? []
                if await areRecorded(choices, workspace, desk) { break }
            }
            return added
        }
    }

    private static func areRecorded(
        _ choices: [CatalogChoice], _ workspace: Workspace, _ desk: Desk
    ) async -> Bool {
        for choice in choices {
            guard let location = try? workspace.opener.location(of: choice) else { continue }
            guard (try? await desk.isRecorded(location)) == true else { return false }
        }
        return true
    }

    /// Adds catalogues that could be read, and says so.
    static func add(_ choices: [CatalogChoice], _ workspace: Workspace, _ desk: Desk) async throws {
        tell(try await addIfNew(choices, workspace, desk), workspace, desk)
    }

    /// Whether a catalogue is added to the library if that does not know it.
    private static func isAdded(_ choice: CatalogChoice) -> Bool {
        if case .place(let place) = choice { place != "-" } else { false }
    }

    /// Says which catalogues were added, unless the next command knows nothing of them.
    private static func tell(_ added: [KnownCatalog], _ workspace: Workspace, _ desk: Desk) {
        guard workspace.tells, desk.remembers else { return }
        for catalog in added {
            let hint = workspace.hints.completing("carrel sync \(ShellWord.operands(catalog.name))")
            LineWriter.message("added “\(catalog.name)”; from now on: \(hint)".singleLine)
            tellWhatIsNotKept(of: catalog, workspace)
        }
    }

    /// Says which values of `--set` counted for this run alone, and how to keep them.
    private static func tellWhatIsNotKept(of catalog: KnownCatalog, _ workspace: Workspace) {
        let kept = Set(catalog.settings.map { String($0.prefix { $0 != "=" }) })
        let others = workspace.opener.options.assignments.filter {
            !kept.contains($0.key) && !workspace.opener.concernsWholeLibrary($0.key)
        }
        guard !others.isEmpty else { return }
        let keys = others.map { ShownText.of($0.key) }
        let shown = shownKeys(workspace)
        let values = others.map { assignment in
            let text = "\(assignment.key)=\(assignment.value)"
            let isShown = shown.contains(assignment.key) && ShownText.of(text) == text
            return " " + (isShown ? ShellWord.text(text) : "\(ShownText.of(assignment.key))=…")
        }
        let command = "carrel set \(ShellWord.operands(catalog.name))\(values.joined())"
        let hint = workspace.hints.completing(command)
        LineWriter.message(
            "\(keys.joined(separator: ", ")) counted this time only; to keep \(keys.count == 1 ? "it" : "them"): \(hint)"
                .singleLine)
    }

    /// The keys of settings whose values are not secrets.
    private static func shownKeys(_ workspace: Workspace) -> Set<String> {
        let tables = (try? workspace.opener.configuration())?.tables ?? []
        return Set(
            tables.flatMap { table in
                table.content.values.filter { !$0.isSecret }.map { "\(table.name).\($0.key)" }
            })
    }

    private static func described(
        _ choice: CatalogChoice, _ workspace: Workspace, among known: [KnownCatalog]
    ) throws -> KnownCatalog {
        try workspace.opener.described(choice, among: known, keepsAll: false)
    }

    /// Adds catalogues to the library that were named by their places and could be read.
    ///
    /// - Returns: those that were added.
    private static func addIfNew(
        _ choices: [CatalogChoice], _ workspace: Workspace, _ desk: Desk
    ) async throws -> [KnownCatalog] {
        var added: [KnownCatalog] = []
        for choice in choices where isAdded(choice) {
            let catalog = try described(choice, workspace, among: try await desk.knownCatalogs())
            guard try await desk.isNew(catalog) else { continue }
            try workspace.opener.trust(catalog)
            try await desk.keep(catalog)
            workspace.opener.forgetKnown()
            added.append(catalog)
        }
        return added
    }
}

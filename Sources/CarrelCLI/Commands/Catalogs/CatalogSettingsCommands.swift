import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelModel
import CarrelOpening
import CarrelStages
import CarrelViews

/// `carrel rename`: gives a catalogue of the library another name.
enum RenameCommand {
    static let spec = CommandSpec(
        name: "rename", operands: "CATALOGUE NEW-NAME",
        summary: "Give a catalogue of the library another name",
        options: [Workspace.wait], operandCount: 2...2, completes: [[.catalog], []]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk(.joined)
        let former = try await SetCommand.known(invocation.operands[0], desk, workspace)
        let catalog = try await workspace.opener.keep(former, named: invocation.operands[1], desk)
        try await SetCommand.show(
            catalog, "“\(former.name)” is now “\(catalog.name)”", desk, workspace)
        return .success
    }
}

/// `carrel set`: changes how a catalogue of the library is read.
enum SetCommand {
    static let spec = CommandSpec(
        name: "set", operands: "CATALOGUE [STAGE.KEY=VALUE …]",
        summary: "Change how a catalogue of the library is read, or show it",
        discussion: """
            The keys are those of a profile: docs/Configuration.md. STAGE.KEY= without a value takes back what was set, so
            that the profile's value holds again. extends=PROFILE has the catalogue read with another profile, a name or a
            path, as where its file has moved.
            """, options: [Workspace.wait], operandCount: 1...100,
        completes: [[.catalog], [.settingOfCatalog]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let operands = invocation.operands.dropFirst()
        try checkForm(of: operands, for: invocation.operands[0])
        // The last one of a key counts, as with --set.
        let last = operands.map(ConfigLayer.written(setting:)).reversed().uniqued { change in
            change.prefix { $0 != "=" }
        }
        let changes = Array(last.reversed())
        let desk = try await workspace.desk(changes.isEmpty ? .shared : .joined)
        var catalog = try await known(invocation.operands[0], desk, workspace)
        guard !changes.isEmpty else {
            let profile = catalog.profile.map { "\(ProfileLocator.extendsKey)=\($0)" }
            let settings = [profile].compactMap(\.self) + catalog.settings.map(ShownText.of)
            try await show(catalog, settings.joined(separator: "\n"), desk, workspace)
            return .success
        }
        let before = catalog
        let values: [(key: String, value: String)] = try changes.map { change in
            let key = String(change.prefix { $0 != "=" })
            let value = String(change.dropFirst(key.count + 1))
            // What carrel add --set put there can be taken back.
            guard value.isEmpty || !workspace.opener.concernsWholeLibrary(key) else {
                throw CommandError.usage(
                    "set",
                    """
                    \(key.singleLine): all catalogues of a library share it; say it in the profile\
                    \(key == "store.path" ? ", or with --library" : "")
                    """)
            }
            let isProfile = key == ProfileLocator.extendsKey && !value.isEmpty
            return (key, isProfile ? workspace.opener.lasting(profile: value) : value)
        }
        catalog = LibraryOpener.catalog(catalog, setting: values)
        let wasTrusted = (try? workspace.opener.isTrusted(before)) ?? false
        // Trusted first, because the user typed it; problems are reported before it is kept.
        do {
            try workspace.opener.check(catalog, insteadOf: before, isTrusted: true)
        } catch let error as ConfigurationError {
            throw naming(changes, of: catalog, in: error)
        }
        do {
            let lasting = try workspace.opener.lasting(catalog, setting: values)
            if lasting != catalog { try workspace.opener.trust(lasting) }
            catalog = lasting
            try await keep(&catalog, insteadOf: before, desk, workspace)
        } catch {
            if wasTrusted { try workspace.opener.trust(before) }
            throw error
        }
        try await show(
            catalog, changes.map { "“\(catalog.name)”: \(said($0))" }.joined(separator: "\n"), desk, workspace
        )
        if changes.contains(where: { $0.hasPrefix("store.name=") }), workspace.tells {
            let hint = workspace.hints.completing("carrel move --dry-run \(ShellWord.operands(catalog.name))")
            LineWriter.error.line(
                "stored documents keep their names; to rename them, too: \(hint)".singleLine)
        }
        return .success
    }

    /// Refuses what is not a setting with its value, before anything is opened.
    private static func checkForm(of operands: ArraySlice<String>, for catalog: String) throws(CommandError) {
        for operand in operands {
            let isAddress = ["http://", "https://"].contains { operand.lowercased().hasPrefix($0) }
            guard operand.contains("="), !isAddress else {
                let shown = ShownText.of(operand).singleLine
                let move = ShellWord.operands(catalog, "source.url=\(shown)")
                let remedy = isAddress ? "; to read it from there: carrel set \(move)" : ""
                throw CommandError.usage("set", "\(shown): expected STAGE.KEY=VALUE\(remedy)")
            }
            if operand.hasControls {
                throw CommandError.usage("set", "\(operand.singleLine): a value is one line of text")
            }
        }
    }

    /// Keeps a catalogue with other settings, under which it may be elsewhere.
    private static func keep(
        _ catalog: inout KnownCatalog, insteadOf before: KnownCatalog, _ desk: Desk, _ workspace: Workspace
    ) async throws {
        let location = try workspace.opener.location(of: .known(catalog))
        // The library may have it under the address that its server leads to.
        let former = (try? workspace.opener.location(of: .known(before))) ?? before.location
        let identities = [former, before.location].map(CatalogIdentity.key)
        guard !identities.contains(CatalogIdentity.key(of: location)) else {
            return try await desk.keep(catalog)
        }
        catalog.location = location
        // What is trusted says where the catalogue is, too.
        try workspace.opener.trust(catalog)
        try await desk.relocate(before.location, as: catalog)
    }

    /// What a change does, in words.
    private static func said(_ change: String) -> String {
        guard change.hasSuffix("=") else { return "\(ShownText.of(change)) from now on" }
        let key = change.dropLast()
        return key == ProfileLocator.extendsKey
            ? "it is read with the profile \(ProfileLocator.baseName) from now on"
            : "\(key) is that of the profile from now on"
    }

    /// Leaves out the places of problems with operands among the catalogue's settings: the key says which one it is.
    private static func naming(
        _ changes: [String], of catalog: KnownCatalog, in error: ConfigurationError
    ) -> ConfigurationError {
        ConfigurationError(
            error.problems.map { problem in
                guard case .file(let file, let line, _)? = problem.origin,
                    file.hasSuffix("/“\(catalog.name.singleLine)”"),
                    catalog.settings.indices.contains(line - 2), changes.contains(catalog.settings[line - 2])
                else { return problem }
                var problem = problem
                problem.origin = nil
                return problem
            })
    }

    /// The known catalogue that an operand names.
    static func known(_ text: String, _ desk: Desk, _ workspace: Workspace) async throws -> KnownCatalog {
        let row = try CatalogsCommand.find(text, try await CatalogsCommand.rows(desk), workspace)
        let catalogs = try await desk.knownCatalogs()
        guard let catalog = catalogs.first(where: { $0.location == row.catalog }) else {
            let reason =
                CatalogPlace.input(at: row.catalog) == nil
                ? "is a catalogue of a profile, which says how it is read"
                : "came from standard input, and the library keeps neither a name nor settings of it; give them "
                    + "whenever it comes: carrel sync - --set source.location=stdin:NAME"
            throw CommandError(of: workspace.invocation.command, "“\(text)” \(reason)")
        }
        return catalog
    }

    /// Says what changed; with `--json` shows the catalogue.
    static func show(
        _ catalog: KnownCatalog, _ text: String, _ desk: Desk, _ workspace: Workspace
    ) async throws {
        if workspace.isJSON {
            let recorded = try await desk.view().catalog(at: catalog.location)
            JSONLine.write(CatalogRow(recorded, catalog))
        } else if !workspace.isQuiet, !text.isEmpty {
            LineWriter.output.line(text.terminalSafe)
        }
    }
}

import CarrelBasics
import CarrelConfiguration
import CarrelOpening
import CarrelStages
import CarrelStandard

/// Finds candidates for the place of the cursor: in the command table, in the profile, or in the library's records.
struct CandidateFinder {
    private let line: TypedLine
    private let commands: [CommandSpec]
    /// Without the options of the line if one is typed wrong.
    private let opener: LibraryOpener
    private var candidates: Candidates

    init(_ line: TypedLine, commands: [CommandSpec]) {
        (self.line, self.commands) = (line, commands)
        let typed = Invocation(command: line.command?.name ?? "", options: line.options)
        opener = (try? Workspace(typed))?.opener ?? Standard.opener()
        candidates = Candidates(typed: line.typed, before: line.before)
    }

    /// The candidates.
    ///
    /// If the profile or the library cannot be read, there are none, without an error message.
    mutating func find() async -> Candidates {
        switch line.place {
        case .command:
            for command in commands { candidates.add(command.name, note: command.summary) }
        case .option:
            for option in line.known where !option.isHidden {
                candidates.add(option.name, note: option.help, isOption: true)
            }
        case .value(let option):
            for choice in option.choices { candidates.add(choice) }
            await add(option.completes)
        case .operand(let index):
            guard let command = line.command, index < command.operandCount.upperBound else { break }
            let kinds = command.completes
            await add(index < kinds.count ? kinds[index] : kinds.last ?? [])
        }
        return candidates
    }

    private mutating func add(_ kinds: [CompletionKind]) async {
        for kind in kinds {
            switch kind {
            case .words(let words): for word in words { candidates.add(word) }
            case .helpTopic:
                for command in commands { candidates.add(command.name, note: command.summary) }
                for topic in HelpTopic.all { candidates.add(topic.name, note: topic.summary) }
            case .subcommand:
                guard let command = commands.first(where: { $0.name == line.operands.first }) else { break }
                for word in command.words { candidates.add(String(word)) }
            case .catalog: await addCatalogs()
            case .collection: await LibraryCandidates(opener)?.addCollections(to: &candidates)
            case .item: await LibraryCandidates(opener)?.addItems(line.typed, to: &candidates)
            case .ignored: await LibraryCandidates(opener)?.addIgnored(to: &candidates)
            case .quarantined:
                // Whoever lists them names none.
                guard line.operands.first != "list" else { break }
                await QuarantineCandidates(opener)?.add(line.typed, to: &candidates)
            case .profile: for name in opener.locator.availableNames { candidates.add(name) }
            case .setting: addSettings { _, _ in true }
            case .settingOfCatalog: addSettings(where: CatalogTables.isOfCatalog)
            case .plugin:
                for plugin in Standard.registry.descriptions {
                    candidates.add(plugin.name, note: "\(plugin.kind.rawValue): \(plugin.summary)")
                }
            case .file: candidates.names = .files
            case .folder: candidates.names = .folders
            }
        }
    }

    private mutating func addCatalogs() async {
        for catalog in (try? opener.configuration().catalogs) ?? [] { candidates.add(catalog.name) }
        for catalog in (try? await opener.knownCatalogs()) ?? [] {
            candidates.add(catalog.name, note: ShownText.of(catalog.location))
        }
    }

    private mutating func addSettings(where isWanted: (PluginKind, _ name: String) -> Bool) {
        let registry = Standard.registry
        for kind in PluginKind.allCases {
            let plugins = registry.descriptions.filter { $0.kind == kind }
            if isWanted(kind, "use") {
                add("\(kind.rawValue).use", help: "Which plug-in does it", choices: plugins.map(\.name))
            }
            var seen = Set<String>()
            for setting in StageSettings.settings(of: kind) + plugins.flatMap(\.settings)
            where seen.insert(setting.name).inserted && isWanted(kind, setting.name) {
                let choices = setting.kind == Bool.kind ? ["true", "false"] : setting.choices
                add("\(kind.rawValue).\(setting.name)", help: setting.help, choices: choices)
            }
        }
        for table in FurtherTable.all {
            for setting in table.settings {
                add("\(table.name).\(setting.name)", help: setting.help, choices: setting.choices)
            }
        }
    }

    /// Adds a key, or its values once the key is typed.
    private mutating func add(_ key: String, help: String, choices: [String]) {
        guard line.typed.hasPrefix("\(key)=") else { return candidates.add("\(key)=", note: help) }
        for choice in choices { candidates.add("\(key)=\(choice)") }
    }
}

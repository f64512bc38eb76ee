import CarrelBasics
import CarrelConfiguration
import CarrelOpening
import CarrelStages
import CarrelStandard
import CarrelViews
import Foundation

/// `carrel config`: shows, checks and trusts profiles.
enum ConfigCommand {
    static let spec = CommandSpec(
        name: "config", operands: "show|check|path|trust [FILE|CATALOGUE]",
        summary: "Show, check or trust the profile, or say where it is read from",
        discussion: """
            show prints every value and where it came from, check reports all problems, path lists the files that
            Carrel reads and the names of all profiles.

            trust lists what the carrel.toml of the current folder, or FILE, may do beyond its folder, such as run a
            program for a password, and allows it until the file changes. Without your trust such a profile is an
            error. With the name of a catalogue it does the same for the settings that the library keeps for that
            catalogue.
            """,
        options: [OptionSpec(name: "--revoke", help: "no longer trust the profile (with trust)")],
        operandCount: 1...2,
        completes: [[.words(["show", "check", "path", "trust"])], [.catalog, .file]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let word = invocation.operands[0]
        guard ["show", "check", "path", "trust"].contains(word) else {
            throw CommandError.usage("config", "“\(word.singleLine)”: expected show, check, path or trust")
        }
        let more = invocation.has("--revoke") ? "--revoke" : invocation.operands.count > 1 ? "a file" : nil
        if let more, word != "trust" {
            let remedy = remedy(invocation.operands)
            throw CommandError.usage("config \(word)", "only trust takes \(more)\(remedy)")
        }
        switch word {
        case "trust": try await TrustCommand.run(workspace, file: invocation.operands.dropFirst().first)
        case "show": show(try workspace.opener.configuration(), workspace)
        case "check": return try check(workspace)
        default: path(try workspace.opener.configuration(), workspace)
        }
        return .success
    }

    /// How another word than `trust` is told of a profile, for who names it as `trust` takes it.
    private static func remedy(_ operands: [String]) -> String {
        guard let name = operands.dropFirst().first else { return "" }
        let option = ProfileLocator.isPath(name) ? "--config" : "--profile"
        return ". To name a profile: carrel config \(operands[0]) \(option) \(ShellWord.text(name))"
    }

    // MARK: show

    private static func show(_ configuration: Configuration, _ workspace: Workspace) {
        let own = rows(of: configuration)
        let all = own + configuration.catalogs.flatMap { rows(of: $0, over: own) }
        if workspace.isJSON { return all.forEach { JSONLine.write($0) } }
        var table = TextTable()
        for row in all { table.add(row.key, row.value.map { "= \($0)" } ?? "is not set", row.origin) }
        LineWriter.output.line(table.text)
    }

    private static func rows(of configuration: Configuration, prefix: String = "") -> [ValueRow] {
        configuration.tables.flatMap { table in
            table.content.values.map { value in
                ValueRow(
                    key: "\(prefix)\(table.name).\(value.key)",
                    value: value.isSecret && value.text != nil ? "<secret>" : value.text,
                    origin: value.origin.description)
            }
        }
    }

    /// The values of one catalogue: its name, and what differs from the profile's own values.
    private static func rows(of catalog: Configuration.ListedCatalog, over own: [ValueRow]) -> [ValueRow] {
        let prefix = "catalogue."
        let shared = Set(own.map { [$0.key, $0.value, $0.origin] })
        let name = ValueRow(
            key: "\(prefix)name", value: catalog.name.configText, origin: catalog.origin.description)
        let others = rows(of: catalog.configuration, prefix: prefix).filter {
            !shared.contains([String($0.key.dropFirst(prefix.count)), $0.value, $0.origin])
        }
        return ([name] + others).map { row in
            var row = row
            row.catalog = catalog.name
            return row
        }
    }

    // MARK: check

    private static func check(_ workspace: Workspace) throws -> ExitStatus {
        let configuration: Configuration
        do {
            configuration = try workspace.opener.checkedConfiguration()
        } catch {
            guard workspace.isJSON else {
                // The profile can only be checked once all its files could be read.
                let isRead = (try? workspace.opener.loadedProfile()) != nil
                guard !isRead, !workspace.isQuiet else { throw error }
                LineWriter.error.line(Failure(error).message)
                LineWriter.error.line("the rest of the profile is checked once this is mended")
                return Failure(error).status
            }
            for problem in error.problems { JSONLine.write(ProblemRow(problem)) }
            return .configuration
        }
        if workspace.isJSON {
            JSONLine.write(ValidRow(files: configuration.files))
        } else if !workspace.isQuiet {
            LineWriter.output.line(
                "the configuration is valid: \(configuration.files.joined(separator: ", "))")
        }
        return .success
    }

    // MARK: path

    private static func path(_ configuration: Configuration, _ workspace: Workspace) {
        let (names, folder) = (
            workspace.opener.locator.availableNames, workspace.opener.locator.userFolder.path
        )
        if workspace.isJSON {
            return JSONLine.write(
                PathsRow(files: configuration.files, profiles: names, userFolder: folder))
        }
        for file in configuration.files { LineWriter.output.line(file) }
        guard !workspace.isQuiet else { return }
        LineWriter.error.line("profiles: \(names.joined(separator: ", "))")
        LineWriter.error.line("your own profiles: \(folder)/NAME.toml")
    }
}

import CarrelBasics
import CarrelConfiguration
import CarrelOpening
import CarrelStages
import CarrelStandard
import CarrelViews
import Foundation

/// `carrel config trust`: shows what a folder's profile may do, and trusts it.
enum TrustCommand {
    /// Lists what a profile may do, and trusts it or stops trusting it.
    ///
    /// - Parameters:
    ///   - workspace: what the command works with.
    ///   - file: the profile, or the name of a catalogue of the library; `nil` for the profile of the current folder.
    /// - Throws: `CommandError`, or `ConfigurationError` if it cannot be read.
    static func run(_ workspace: Workspace, file: String?) async throws {
        if let file, !FileManager.default.fileExists(atPath: file),
            let known = try? await workspace.opener.knownCatalogs(),
            let catalog = known.first(where: { $0.name.lowercased() == file.lowercased() })
        {
            return try run(workspace, catalog)
        }
        let path = Standard.makeContext().file(file ?? "carrel.toml")
        guard path.lastPathComponent == "carrel.toml" else {
            throw CommandError.usage(
                "config trust",
                """
                \(path.path.singleLine): only the carrel.toml of a folder needs trust; \
                naming a profile with --config or --profile trusts it
                """)
        }
        let loader = workspace.opener.loader.loader(in: path.deletingLastPathComponent())
        let profile = loader.locator.foundPath
        if workspace.invocation.has("--revoke") { return try revoke(profile, loader, workspace) }
        guard let question = try loader.trustQuestion() else {
            throw CommandError(
                of: "config trust", "\(profile.singleLine): there is no such file", status: .configuration)
        }
        try trust(question, file, loader, workspace)
    }

    private static func run(_ workspace: Workspace, _ catalog: KnownCatalog) throws {
        guard let root = try workspace.opener.libraryFolder() else { return }
        let loader = workspace.opener.loader
        let question = try loader.trustQuestion(of: catalog, in: root)
        if workspace.invocation.has("--revoke") { return try revoke(question.profile, loader, workspace) }
        try trust(question, catalog.name, loader, workspace)
    }

    /// Lists what is asked for, and trusts just that.
    private static func trust(
        _ question: ConfigurationLoader.TrustQuestion, _ operand: String?, _ loader: ConfigurationLoader,
        _ workspace: Workspace
    ) throws {
        guard !question.grants.isEmpty else {
            return say(
                question.profile, isTrusted: true, [], "does nothing beyond its folder, so it needs no trust",
                workspace)
        }
        list(question, workspace)
        try write { try loader.trust(question) }
        say(question.profile, isTrusted: true, question.doubts, trusted(operand, workspace), workspace)
    }

    private static func revoke(
        _ profile: String, _ loader: ConfigurationLoader, _ workspace: Workspace
    ) throws {
        let wasTrusted = try write { try loader.locator.trusted.distrust(profile) }
        let text = wasTrusted ? "no longer trusted" : "it was not trusted"
        say(profile, isTrusted: false, [], text, workspace)
    }

    /// Says that something is trusted now, with the command that takes that back.
    private static func trusted(_ operand: String?, _ workspace: Workspace) -> String {
        let operands = operand.map { " " + ShellWord.operands($0) } ?? ""
        let command = workspace.hints.completing("carrel config trust --revoke")
        return "trusted until it changes; \(command)\(operands) takes it back"
    }

    private static func list(_ question: ConfigurationLoader.TrustQuestion, _ workspace: Workspace) {
        if workspace.isJSON {
            for grant in question.grants {
                JSONLine.write(
                    GrantRow(
                        profile: question.profile, key: grant.key, may: "\(grant.power)",
                        origin: grant.origin.description))
            }
            return
        }
        var table = TextTable()
        for grant in question.grants {
            table.add(
                "may \(grant.power)".singleLine, grant.key.singleLine, grant.origin.description.singleLine)
        }
        LineWriter.output.line(table.text)
        for doubt in question.doubts { LineWriter.error.line("warning: \(doubt)".terminalSafe) }
    }

    private static func say(
        _ profile: String, isTrusted: Bool, _ doubts: [String], _ text: String, _ workspace: Workspace
    ) {
        if workspace.isJSON {
            JSONLine.write(TrustRow(profile: profile, isTrusted: isTrusted, doubts: doubts))
        } else if !workspace.isQuiet {
            LineWriter.output.line("\(profile): \(text)".terminalSafe)
        }
    }

    private static func write<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw CommandError(of: "config trust", "your trust could not be recorded: \(error)".singleLine)
        }
    }
}

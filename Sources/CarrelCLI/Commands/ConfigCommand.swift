import CarrelCore
import CarrelStandard
import Foundation

/// `carrel config`: the merged profile.
enum ConfigCommand {
    static let spec = CommandSpec(
        name: "config", operands: "show|check|path",
        summary: "Show or check the merged profile, or say where it is read from",
        discussion: """
            show prints every value with the place that it came from, check reports all problems, path lists the
            files that are read and the profiles that can be named.
            """, operandCount: 1...1, operandChoices: ["show", "check", "path"]
    ) { invocation in
        let workspace = Workspace(invocation)
        switch invocation.operands[0] {
        case "show": show(try workspace.configuration(), workspace)
        case "check": try check(workspace)
        case "path": path(try workspace.configuration(), workspace)
        default:
            throw CommandError(
                status: .usage,
                message: "carrel config: “\(invocation.operands[0].singleLine)”: expected show, check or path"
            )
        }
        return .success
    }

    private struct Row: Encodable {
        var key: String
        var value: String?
        var origin: String
    }

    private static func show(_ configuration: Configuration, _ workspace: Workspace) {
        var table = TextTable()
        for stage in Stage.allCases {
            for value in configuration[stage].values {
                let key = "\(stage.rawValue).\(value.key)"
                let text = value.isSecret && value.text != nil ? "<secret>" : value.text
                if workspace.isJSON {
                    JSONLine.write(Row(key: key, value: text, origin: value.origin.description))
                } else {
                    table.add(key, text.map { "= \($0)" } ?? "is not set", value.origin.description)
                }
            }
        }
        if !workspace.isJSON { LineWriter.output.line(table.text) }
    }

    private static func check(_ workspace: Workspace) throws {
        let configuration = try workspace.configuration()
        // Plug-ins check what depends on several settings when they are made.
        let builder = try workspace.builder()
        let store = try builder.makeStore()
        let library = try Standard.openLibrary(root: nil, access: .shared)
        // A profile may leave the catalogue to the command line.
        let namesCatalogue = configuration[.source].values.contains {
            ["url", "path"].contains($0.key) && $0.text != nil
        }
        _ = try builder.makePipeline(
            store: store, library: library, observer: SilentObserver(), readsCatalogue: namesCatalogue)
        if !workspace.isQuiet {
            LineWriter.output.line(
                "the configuration is valid: \(configuration.files.joined(separator: ", "))")
        }
    }

    private static func path(_ configuration: Configuration, _ workspace: Workspace) {
        for file in configuration.files { LineWriter.output.line(file) }
        guard !workspace.isQuiet else { return }
        LineWriter.error.line("profiles: \(workspace.locator.availableNames.joined(separator: ", "))")
        LineWriter.error.line("your own profiles: \(workspace.locator.userFolder.path)/NAME.toml")
    }
}

import CarrelBasics
import CarrelStages
import CarrelStandard
import CarrelViews
import Foundation

/// `carrel plugins`: lists every plug-in with its settings, and the programs in the user's folder of plug-ins.
enum PluginsCommand {
    static let spec = CommandSpec(
        name: "plugins", operands: "[NAME]",
        summary: "List every plug-in with its settings, types and defaults",
        operandCount: 0...1, completes: [[.plugin]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        var descriptions = Standard.registry.descriptions
        var programs = OutsidePlugins(environment: ProcessEnvironment.variables).entries
        if let name = invocation.operands.first {
            let names = descriptions.map(\.name) + programs.map(\.name)
            descriptions.removeAll { $0.name != name }
            programs.removeAll { $0.name != name }
            guard !descriptions.isEmpty || !programs.isEmpty else {
                let near = NearestName.question(name, among: names) ?? "; carrel plugins lists them"
                throw CommandError(of: "plugins", "there is no plug-in “\(name.singleLine)”\(near)")
            }
        }
        let tables = invocation.operands.isEmpty ? SettingsTableRow.all : []
        if workspace.isJSON {
            for table in tables { JSONLine.write(table) }
            for description in descriptions { JSONLine.write(PluginRow(description)) }
            for program in programs { JSONLine.write(PluginRow(program)) }
            return .success
        }
        for kind in PluginKind.allCases {
            let plugins = descriptions.filter { $0.kind == kind }
            guard !plugins.isEmpty else { continue }
            workspace.terminal.heading("[\(kind.rawValue)]")
            for table in tables where table.stage == kind.rawValue {
                if let member = table.member {
                    LineWriter.output.line("  [\(table.table)], NAME being \(member)")
                }
                print(table.settings, indent: table.member == nil ? "  " : "      ")
            }
            for plugin in plugins {
                LineWriter.output.line(
                    "  \(workspace.terminal.styled(plugin.name, .bold))  \(plugin.summary)")
                print(PluginRow(plugin).settings, indent: "      ")
            }
        }
        for table in tables where table.stage == nil {
            workspace.terminal.heading("[\(table.table)]")
            print(table.settings, indent: "  ")
        }
        print(programs, workspace)
        return .success
    }

    private static func print(_ programs: [OutsidePlugins.Entry], _ workspace: Workspace) {
        guard !programs.isEmpty else { return }
        workspace.terminal.heading("[outside]")
        for program in programs {
            let row = PluginRow(program)
            LineWriter.output.line(
                "  \(workspace.terminal.styled(row.name, .bold))  \(row.path ?? "")"
                    + (row.fault.map { ": not run: \($0)" } ?? ""))
        }
    }

    private static func print(_ settings: [PluginRow.SettingRow], indent: String) {
        for setting in settings {
            let usual = setting.defaultValue.map { "default \($0)" } ?? "not set"
            let value = setting.isSecret ? "secret" : usual
            LineWriter.output.line("\(indent)\(setting.name)  \(setting.help) (\(setting.kind); \(value))")
        }
    }
}

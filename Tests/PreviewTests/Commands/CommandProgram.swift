import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import CommandPreviewing
import Foundation

/// Previewers of the table `[preview.command]`, made as a profile makes them.
enum CommandProgram {
    /// A previewer that runs words, with further settings as a profile writes them.
    static func previewer(
        _ words: [String], _ settings: [String: ConfigValue] = [:],
        tools: any ToolRunner = ProcessToolRunner(), folder: URL? = nil
    ) throws -> any Previewer {
        let plugin = CommandPreviewer.plugin
        var values: [String: any Sendable] = [:]
        let all = settings.merging(["command": .array(words.map(ConfigValue.string))]) { $1 }
        for setting in plugin.settings {
            guard let value = all[setting.name] else { continue }
            values[setting.name] = setting.decode(value)
        }
        var context = PluginContext(tools: tools)
        context.table = "command.dicom"
        if let folder { context.workingDirectory = folder }
        return try plugin.make(Settings(values), context)
    }

    /// A previewer that runs lines of a shell; `$1` is the document.
    static func script(
        _ lines: String, _ settings: [String: ConfigValue] = [:]
    ) throws -> any Previewer {
        try previewer(["sh", "-c", lines, "preview", "{file}"], settings)
    }

    /// A previewer whose program `tell` answers in JSON.
    static func answering(_ json: String) throws -> any Previewer {
        let tools = ScriptedToolRunner(["tell": .output(ToolOutput(output: Data(json.utf8)))])
        return try previewer(["tell"], ["output": .string("json")], tools: tools)
    }
}

import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Shows documents through a program that the profile names, in a locked room: the file in; text, Markdown or a preview as
/// JSON out.
public struct CommandPreviewer: Previewer {
    private let tools: any ToolRunner
    private let program: String
    private let arguments: [String]
    private let reads: [URL]
    private let form: CommandOutput.Form
    private let timeout: Duration
    private let memory: Int
    private let processes: Int
    private let table: String

    /// - Parameters:
    ///   - command: the program with its arguments; `{file}` stands for the document, which else comes last.
    ///   - settings: the form of its output and its limits.
    ///   - context: runs it, and tells what relative paths start at.
    /// - Throws: `PluginError` where a file that it is to read is missing.
    init(_ command: CommandWords, _ settings: Settings, _ context: PluginContext) throws(PluginError) {
        tools = context.tools
        program = Self.place(of: command, context)
        let isPlaced = command.arguments.contains(CommandSettings.placeholder)
        arguments = command.arguments + (isPlaced ? [] : [CommandSettings.placeholder])
        reads = settings[CommandSettings.reads].map(context.file)
        form = CommandOutput.Form(rawValue: settings[CommandSettings.output]) ?? .text
        timeout = settings[CommandSettings.timeout]
        memory = Int(clamping: settings[CommandSettings.memory].bytes)
        processes = settings[CommandSettings.processes]
        table = context.table ?? "command.NAME"
        for file in reads where !FileManager.default.fileExists(atPath: file.path) {
            throw PluginError(setting: CommandSettings.reads.name, reason: "there is no \(file.path)")
        }
    }

    /// The program's name, or its absolute path where the command names a path.
    private static func place(of command: CommandWords, _ context: PluginContext) -> String {
        command.program.contains("/")
            ? context.file(command.program).standardizedFileURL.path : command.program
    }

    /// The plug-in.
    public static let plugin = Plugin<any Previewer>(
        "command", summary: "Shows documents through programs of your own, in a locked room",
        settings: CommandSettings.all, tables: PluginTables(required: CommandSettings.command.name),
        features: [.runsProgram], revision: 2,
        programs: { settings, context in
            settings[CommandSettings.command].map {
                [NeededProgram(place(of: $0, context), package: PreviewAdvice.package(of: $0.program))]
            } ?? []
        }
    ) { settings, context throws(PluginError) in
        guard let command = settings[CommandSettings.command] else {
            throw PluginError(setting: CommandSettings.command.name, reason: "no command is named")
        }
        return try CommandPreviewer(command, settings, context)
    }

    /// Runs the program on the document.
    public func preview(
        _ document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> Preview {
        let file = document.file
        try RegularFile.require(file)
        try document.checkCancelled()
        let output = try await tools.run(
            ToolInvocation(
                program, arguments.map { $0 == CommandSettings.placeholder ? file.roomPath : $0 },
                timeout: min(timeout, limits.timeout), outputLimit: form.outputLimit(limits),
                memoryLimit: memory, reads: [file] + reads, processes: processes),
            on: file, settings: "preview.\(table)")
        guard output.status == 0 || output.isTruncated else { throw failure(output, file) }
        return try CommandOutput(output, name: name).preview(document, as: form, limits)
    }

    /// The program's name, for messages.
    private var name: String { URL(filePath: program).lastPathComponent }

    /// A program that said itself that it failed.
    private func failure(_ output: ToolOutput, _ file: URL) -> PreviewError {
        .needsOtherProgram(file, "\(name) \(OutsideProgram.ending(output))")
    }
}

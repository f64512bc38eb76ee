import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Reads the catalogue that a program prints, such as a script that asks a database.
public struct CommandSource: Source {
    // What a profile may run, its owner has to trust it with.
    static let command = Setting<CommandWords?>(
        "command", power: { command in command.map { .run($0.words) } },
        help: "The program that prints the catalogue, with its arguments")
    static let timeout = Setting<Duration>(
        "timeout", default: .seconds(60), help: "The longest time that the program may take")

    /// The plug-in.
    public static let plugin = Plugin<any Source>(
        "command", summary: "Reads what a program prints", settings: [command, timeout]
    ) { settings, context throws(PluginError) in
        guard let command = settings[command] else {
            throw PluginError(setting: "command", reason: "the source command needs a program to run")
        }
        return CommandSource(command, timeout: settings[timeout], context)
    }

    private static let maxSize = 256 << 20
    private let command: CommandWords
    private let timeout: Duration
    private let context: PluginContext

    /// Makes a source of a program, which runs anew for each reading.
    public init(_ command: CommandWords, timeout: Duration, _ context: PluginContext) {
        (self.command, self.timeout, self.context) = (command, timeout, context)
    }

    /// The command line.
    public var location: String { "command:" + command.words.joined(separator: " ") }

    /// Runs the program; what it prints may name documents relative to the working directory.
    public func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
        let output: ToolOutput
        do throws(ToolError) {
            output = try await context.tools.run(
                ToolInvocation(
                    command.program, command.arguments, timeout: timeout, outputLimit: Self.maxSize))
        } catch {
            throw failure(error)
        }
        guard !output.isTruncated else {
            throw SourceError(
                .tooLarge, subject: location, reason: "it printed more than \(Self.maxSize) bytes",
                remedy: "Have \(setting: "command") print less")
        }
        guard output.status == 0 else {
            throw SourceError(
                .unreadable, subject: location,
                reason: "it ended with \(output.status): \(output.errorText.titleText)",
                remedy: "Run \(setting: "command") by hand")
        }
        let folder = URL(filePath: context.workingDirectory.path, directoryHint: .isDirectory)
        return .documents([CatalogDocument(data: output.output, url: folder)])
    }

    private func failure(_ error: ToolError) -> SourceError {
        switch error {
        case .cancelled: SourceError(.cancelled, subject: location, reason: "reading was cancelled")
        case .notFound:
            SourceError(
                .notFound, subject: location, reason: "there is no program \(command.program)",
                remedy: "Check \(setting: "command")")
        case .notStarted, .timedOut, .outOfMemory, .tooManyProcesses:
            SourceError(
                .unreadable, subject: location, reason: "it could not be run to its end: \(error)",
                remedy: "Run \(setting: "command") by hand, or raise \(setting: "timeout")")
        }
    }
}

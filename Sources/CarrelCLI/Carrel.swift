import CPlatform
import CarrelCore
import CarrelStandard
import Foundation

/// The `carrel` command.
@main
enum Carrel {
    /// Every command, in the order of the help.
    static let commands: [CommandSpec] = [
        SyncCommand.spec, PlanCommand.spec, ListCommand.spec, ShowCommand.spec, SelectCommand.spec,
        GetCommand.spec,
        PreviewCommand.spec, OpenCommand.spec, RecentCommand.spec, TimetableCommand.spec, ChooseCommand.spec,
        UnchooseCommand.spec, WhyCommand.spec, QuarantineCommand.spec,
        VerifyCommand.spec, ForgetCommand.spec, PluginsCommand.spec,
        ConfigCommand.spec, ConvertCommand.spec, DelayProxyCommand.spec, CompletionsCommand.spec,
        HelpCommand.spec,
    ]

    static func main() async {
        carrel_limit_allocator()
        StandardDescriptors.occupy()
        let arguments = Array(CommandLine.arguments.dropFirst())
        // Before anything else is set up: scripts ask often.
        if arguments.first == "--version" {
            LineWriter.output.line("carrel \(CarrelVersion.text)")
            return
        }
        let task = Task { await run(arguments) }
        let signals = Interrupt.cancelling(task)
        var status = await task.value
        // The run is over and its library free; only a reader of its events may not be done.
        await LineWriter.output.finish()
        if status == .success, let reason = LineWriter.output.failure {
            LineWriter.error.line("carrel: standard output could not be written: \(reason)")
            status = .failedItems
        }
        // Nothing is buffered any longer. `exit` would tear libraries down under threads that still wind up.
        withExtendedLifetime(signals) { _exit(status.rawValue) }
    }

    /// Puts options of every command that stand before the command behind it.
    private static func reordered(_ arguments: [String]) -> [String] {
        var rest = arguments[...]
        var options: [String] = []
        while let option = rest.first, option.hasPrefix("-"), option != "-" {
            let name = option.split(separator: "=", maxSplits: 1).first.map(String.init) ?? option
            guard let spec = OptionSpec.global.first(where: { $0.name == name || $0.short == name }),
                name != "--help", name != "-h"
            else { return arguments }
            options.append(rest.removeFirst())
            if spec.value != nil, !option.contains("="), let value = rest.popFirst() { options.append(value) }
        }
        guard let command = rest.popFirst() else { return arguments }
        return [command] + options + rest
    }

    private static func run(_ arguments: [String]) async -> ExitStatus {
        let arguments = reordered(arguments)
        guard let name = arguments.first else {
            LineWriter.error.write(Help.overview(commands))
            return .usage
        }
        if name == "--help" || name == "-h" {
            LineWriter.output.write(Help.overview(commands))
            return .success
        }
        guard let command = commands.first(where: { $0.name == name }) else {
            let near = nearest(name, commands.map(\.name)).map { "; did you mean “\($0)”?" } ?? ""
            LineWriter.error.line(
                "carrel: there is no command “\(name.singleLine)”\(near)\ncarrel --help lists the commands")
            return .usage
        }
        do {
            let invocation = try Invocation(command, arguments: Array(arguments.dropFirst()))
            if invocation.has("--help") {
                LineWriter.output.write(Help.command(command))
                return .success
            }
            return try await command.run(invocation)
        } catch {
            let failure = Failure(error)
            if !failure.message.isEmpty { LineWriter.error.line(failure.message) }
            return failure.status
        }
    }
}

/// Any error as a message and an exit status.
struct Failure {
    var status: ExitStatus
    var message: String

    init(_ error: any Error) {
        switch error {
        case let error as CommandError: (status, message) = (error.status, error.message)
        // A profile that was not read to its end because of a signal is not wrong.
        case is ConfigurationError where Task.isCancelled:
            (status, message) = (.interrupted, "carrel: interrupted")
        case let error as ConfigurationError: (status, message) = (.configuration, error.description)
        case PipelineError.cancelled:
            (status, message) = (.interrupted, "carrel: interrupted; the same command continues from here")
        case let error where Self.library(error)?.code == .cancelled:
            (status, message) = (.interrupted, "carrel: interrupted")
        case let error where Self.library(error) != nil: (status, message) = (.library, "carrel: \(error)")
        case let error as PipelineError: (status, message) = (.catalogue, "carrel: \(error)")
        case let error as PreviewError where error.code == .cancelled:
            (status, message) = (.interrupted, "carrel: interrupted")
        case is CancellationError: (status, message) = (.interrupted, "carrel: interrupted")
        default: (status, message) = (.failedItems, "carrel: \(error)")
        }
        message = message.terminalSafe
    }

    /// Why the library could not be read or written, where an error says that.
    static func library(_ error: any Error) -> StoreError? {
        if case PipelineError.library(let reason) = error { return reason }
        return error as? StoreError
    }
}

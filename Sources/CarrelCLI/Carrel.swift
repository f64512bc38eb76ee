import CarrelBasics
import CarrelStandard
import CarrelViews
import Foundation

/// The `carrel` command.
@main
enum Carrel {
    static func main() async {
        Descriptors.occupyStandard()
        guard Descriptors.allowMany() else { _exit(ExitStatus.library.rawValue) }
        let hearing = Interrupt.hear()
        let arguments = Array(CommandLine.arguments.dropFirst())
        let task = Task { await run(arguments) }
        let signals = Interrupt.cancelling(task, hearing)
        var status = await task.value
        // The run is over and the library's lock released; only who reads what it says may not be done.
        let watch = Interrupt.lookingAfterUnreadOutput()
        await LineWriter.output.finish()
        watch.cancel()
        if let reason = LineWriter.output.failure {
            LineWriter.sayUnwritten(reason)
            if status == .success { status = .failedItems }
        }
        await LineWriter.error.finish()
        // Nothing is buffered any longer. `exit` would unload libraries that ending threads still use.
        withExtendedLifetime(signals) { _exit(status.rawValue) }
    }

    /// Moves global options that come before the command to the place after it.
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
        // Before anything else is set up: scripts ask often.
        if arguments.first == "--version" {
            LineWriter.output.line("carrel \(CarrelVersion.text)")
            if arguments.contains("--verbose") || arguments.contains("-v") {
                for (name, value) in BuildFacts.all { LineWriter.output.line("\(name): \(value)") }
            }
            return .success
        }
        if let wrong = WrittenArguments.notText {
            LineWriter.error.line(WrittenArguments.refusal(of: wrong))
            return .usage
        }
        let arguments = reordered(arguments)
        guard let name = arguments.first else {
            LineWriter.error.write(Help.overview(CommandList.all))
            return .usage
        }
        if name == "--help" || name == "-h" {
            LineWriter.output.write(Help.overview(CommandList.all))
            return .success
        }
        var hints = LibraryHints()
        var goesOn = false
        do {
            guard let command = CommandList.command(name) else { throw noCommand(name) }
            goesOn = command.goesOn
            let invocation = try Invocation(command, arguments: Array(arguments.dropFirst()))
            hints = LibraryHints(invocation)
            if invocation.has("--help") {
                LineWriter.output.write(Help.command(command))
                return .success
            }
            // Help goes to no folder.
            if command.name != HelpCommand.spec.name { try WrittenArguments.checkFolders() }
            let status = try await command.run(invocation)
            if status == .interrupted { JSONEventPrinter.endInterrupted() }
            return status
        } catch {
            let failure = Failure(error, hints, goesOn: goesOn)
            if !failure.message.isEmpty { LineWriter.error.line(failure.message) }
            if failure.status == .interrupted {
                JSONEventPrinter.endInterrupted()
            } else if arguments.prefix(while: { $0 != "--" }).contains("--json") {
                JSONLine.write(EventRow(error: failure.reason, status: Int(failure.status.rawValue)))
            }
            return failure.status
        }
    }

    private static func noCommand(_ name: String) -> CommandError {
        if name.hasPrefix("-"), name != "-" { return misplaced(name) }
        if name.contains("://") {
            let question = "carrel: which command? A URL follows it: carrel sync URL"
            return CommandError(status: .usage, message: "\(question)\ncarrel --help lists the commands")
        }
        let near =
            FamiliarWord.remedy(name) ?? NearestName.question(name, among: CommandList.all.map(\.name)) ?? ""
        return CommandError(
            status: .usage,
            message:
                "carrel: there is no command “\(name.singleLine)”\(near)\ncarrel --help lists the commands")
    }

    /// The error for an option where a command belongs.
    private static func misplaced(_ argument: String) -> CommandError {
        let name = String(argument.prefix { $0 != "=" }).singleLine
        let isOption = (OptionSpec.global + CommandList.all.flatMap(\.options)).contains {
            $0.name == name || $0.short == name
        }
        let names = ([OptionSpec.version] + OptionSpec.global).map(\.name)
        let near = NearestName.question(name, among: names) ?? ""
        let problem =
            isOption
            ? "which command? Options follow it: carrel COMMAND \(name)" : "unknown option \(name)\(near)"
        return CommandError(
            status: .usage, message: "carrel: \(problem)\ncarrel --help lists the commands")
    }
}

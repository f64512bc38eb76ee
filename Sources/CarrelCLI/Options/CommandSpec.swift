/// Describes one command for parsing, help, completions and the manual page.
struct CommandSpec: Sendable {
    /// The command's name.
    var name: String
    /// Former names, which still work.
    var formerNames: [String] = []
    /// The operands as the usage line shows them.
    var operands: String = ""
    /// One line, without a full stop.
    var summary: String
    /// More, in paragraphs.
    var discussion: String = ""
    /// The options that only this command has.
    var options: [OptionSpec] = []
    /// The fewest and the most operands.
    var operandCount: ClosedRange<Int> = 0...0
    /// Whether an operand can be a negative number, so that `-40` is not an option.
    var takesNumbers = false
    /// Whether words that begin with a dash are operands, such as `-word` in a search.
    var takesDashedWords = false
    /// Whether the same command goes on where an interrupted one ended.
    var goesOn = false
    /// What each operand can be completed with; the last one applies to all further ones.
    var completes: [[CompletionKind]] = []
    /// Runs the command.
    var run: @Sendable (Invocation) async throws -> ExitStatus
}

/// One option.
struct OptionSpec: Sendable, Hashable {
    /// The name with its hyphens, such as `--profile`.
    var name: String
    /// The one-letter form, such as `-q`.
    var short: String?
    /// What the value is, such as `NAME`; `nil` for a flag.
    var value: String?
    /// One line, without a full stop.
    var help: String
    /// All values that it takes, if they can be listed.
    var choices: [String] = []
    /// Whether it may be given several times.
    var repeats = false
    /// Whether its value may be several, with commas between them.
    var isList = false
    /// What its value can be completed with.
    var completes: [CompletionKind] = []
    /// Whether help leaves it out, because only shells and schedules use it.
    var isHidden = false
}

extension CommandSpec {
    /// The words that its operands name as they are typed, such as `on`, `off` and `status`.
    var words: [Substring] {
        // In capitals are names of what stands there, and what begins with a dash is an option, or is left of such a name.
        operands.split { !$0.isLowercase && $0 != "-" }.filter { !$0.hasPrefix("-") }
    }
}

extension OptionSpec {
    /// The option that can be used instead of a command.
    static let version = OptionSpec(
        name: "--version", help: "Print the version; with --verbose also what it was built with")

    /// The options that every command has.
    static let global: [OptionSpec] = [
        OptionSpec(
            name: "--profile", value: "NAME", help: "use a profile: your own or a shipped one",
            completes: [.profile]),
        OptionSpec(
            name: "--config", value: "FILE", help: "use a config file; --profile does nothing beside it",
            completes: [.file]),
        OptionSpec(
            name: "--set", value: "STAGE.KEY=VALUE",
            help: "set one value; may be repeated, and the last one of a key counts", repeats: true,
            completes: [.setting]),
        OptionSpec(
            name: "--library", value: "DIR",
            help: "the library's folder: as --set store.path=DIR, which does nothing beside it",
            completes: [.folder]),
        OptionSpec(name: "--json", help: "print one JSON object a line"),
        OptionSpec(name: "--quiet", short: "-q", help: "print results and errors only"),
        OptionSpec(name: "--verbose", short: "-v", help: "print more about what is done"),
        OptionSpec(name: "--help", short: "-h", help: "show help"),
    ]
}

/// How the process ends.
enum ExitStatus: Int32, Sendable, CaseIterable {
    /// All is well.
    case success = 0
    /// Something failed or was found wrong, or what was named is not there.
    case failedItems = 1
    /// Wrong usage.
    case usage = 2
    /// Wrong configuration.
    case configuration = 3
    /// The catalogue could not be read or parsed.
    case catalog = 4
    /// The library could not be read or written, or another process holds it.
    case library = 5
    /// New documents were stored, and `--exit-code` was given.
    case news = 10
    /// Interrupted.
    case interrupted = 130

    /// What it means, for help.
    var meaning: String {
        switch self {
        case .success: "all is well"
        case .failedItems: "something failed or was found wrong, or what was named is not there"
        case .usage: "wrong usage"
        case .configuration: "wrong configuration"
        case .catalog: "the catalogue could not be read or parsed"
        case .library: "the library could not be read or written, or another process holds it"
        case .news: "something new came, and --exit-code asked to be told"
        case .interrupted: "interrupted"
        }
    }
}

/// Ends a command with a message, which is cleaned where it is shown.
struct CommandError: Error {
    var status: ExitStatus
    var message: String
}

extension CommandError {
    /// Makes the error of a command, which is named before the reason.
    init(of command: String, _ reason: String, status: ExitStatus = .failedItems) {
        self.init(status: status, message: "carrel \(command): \(reason)")
    }

    /// The error of a command that was called wrongly.
    static func usage(_ command: String, _ problem: String) -> CommandError {
        CommandError(of: command, problem, status: .usage)
    }
}

import CarrelBasics

/// The settings of plug-ins that run a program of the user's, in any language.
public enum ProgramSettings {
    /// Stands for the address that the program is run for.
    public static let url = "{url}"

    /// The program.
    public static let command = Setting<CommandWords?>(
        "command",
        constraint: SettingConstraint("with {url} only as a word of its own") { command in
            guard let command else { return true }
            return command.words.allSatisfy { $0 == url || !$0.contains(url) } && command.program != url
        },
        power: { $0.map { .run($0.words) } },
        help: "The program with its arguments; {url} stands for the address")
    /// The longest time.
    public static let timeout = Setting<Duration>(
        "timeout", default: .seconds(120), constraint: .within(.milliseconds(1) ... .seconds(86400)),
        help: "The longest time that the program may take")
    /// The most memory.
    public static let memory = Setting<ByteCount>(
        "memory", default: ByteCount(1 << 30),
        constraint: .within(ByteCount(16 << 20)...ByteCount(64 << 30)),
        help: "The most memory that each of the program's processes may take")
    /// What it sees of the environment.
    public static let variables = Setting<[String]>(
        "variables", default: [],
        constraint: SettingConstraint("names of variables") { names in
            names.allSatisfy { !$0.isEmpty && !$0.contains("=") && !$0.contains("\0") }
        },
        power: { names in
            names.isEmpty
                ? nil : .other("show a program the variables \(names.joined(separator: ", "))")
        },
        help: "The variables of the environment that the program sees beside PATH, HOME and the locale")

    /// The settings of a program that fetches documents, whose time is limited by the request.
    public static let ofFetcher: [any SettingDeclaration] = [command, memory, variables]
    /// Every setting.
    public static let all: [any SettingDeclaration] = [command, timeout, memory, variables]
}

import CarrelBasics
import CarrelStages

/// The settings of a table such as `[preview.command.dicom]`.
enum CommandSettings {
    /// Stands for the path of the document.
    static let placeholder = "{file}"

    static let command = Setting<CommandWords?>(
        "command",
        constraint: SettingConstraint("with {file} only as a word of its own") { command in
            guard let command else { return true }
            return !command.program.contains(placeholder)
                && command.arguments.allSatisfy { $0 == placeholder || !$0.contains(placeholder) }
        },
        power: { $0.map { .run($0.words) } },
        help:
            "The program that shows a document, with its arguments; {file} is the document, at the end unless told"
    )
    static let output = Setting<String>(
        "output", default: CommandOutput.Form.text.rawValue,
        constraint: SettingConstraint(
            "one of text, markdown, json", choices: CommandOutput.Form.allCases.map(\.rawValue)
        ) { CommandOutput.Form(rawValue: $0) != nil },
        help: "What it writes: text, Markdown, or a preview as one JSON object (docs/Previews.md)")
    static let timeout = Setting<Duration>(
        "timeout", default: .seconds(20), constraint: .within(.milliseconds(1) ... .seconds(600)),
        help: "The longest time that it may take for one document")
    static let memory = Setting<ByteCount>(
        "memory", default: ByteCount(512 << 20),
        constraint: .within(ByteCount(16 << 20)...ByteCount(64 << 30)),
        help: "The most memory that each of its processes may take")
    static let processes = Setting<Int>(
        "processes", default: 16, constraint: .within(1...1000),
        help: "How many processes it may be at once, itself included")
    static let reads = Setting<[String]>(
        "reads", default: [],
        power: { $0.isEmpty ? nil : .other("let a command read \($0.joined(separator: ", "))") },
        help: "Files and folders that it may read beside the document, itself and the system's programs")

    static let all: [any SettingDeclaration] = [command, output, timeout, memory, processes, reads]
}

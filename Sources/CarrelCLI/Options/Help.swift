import CarrelCore
import Foundation

/// Help, made from the command table.
enum Help {
    /// The overview of all commands.
    static func overview(_ commands: [CommandSpec]) -> String {
        """
        Carrel keeps a local library of the documents that catalogues list.

        usage: carrel COMMAND [OPTIONS]

        Commands:
        \(table(commands.map { ($0.name + ($0.operands.isEmpty ? "" : " " + $0.operands), $0.summary) }))

        Options of every command:
        \(table(OptionSpec.global.map { (label($0), $0.help) }))

        carrel COMMAND --help says more about a command. Exit status: 0 all is well, 1 some items
        failed, 2 wrong usage, 3 wrong configuration, 4 the catalogue could not be read or parsed,
        5 the library could not be read or written, 130 interrupted.

        """
    }

    /// The help of one command.
    static func command(_ spec: CommandSpec) -> String {
        var text = "\(spec.summary)\n\nusage: carrel \(spec.name) [OPTIONS]"
        if !spec.operands.isEmpty { text += " " + spec.operands }
        text += "\n"
        if !spec.discussion.isEmpty { text += "\n\(spec.discussion)\n" }
        if !spec.options.isEmpty {
            text += "\nOptions:\n\(table(spec.options.map { (label($0), $0.help) }))\n"
        }
        return text
            + "\nOptions of every command:\n\(table(OptionSpec.global.map { (label($0), $0.help) }))\n"
    }

    /// An option as help shows it.
    static func label(_ option: OptionSpec) -> String {
        [option.short, option.name].compactMap { $0 }.joined(separator: ", ")
            + (option.value.map { " \($0)" } ?? "")
    }

    private static func table(_ rows: [(String, String)]) -> String {
        let width = min(30, rows.map(\.0.count).max() ?? 0)
        return rows.map { left, right in
            left.count > width
                ? "  \(left)\n  \(String(repeating: " ", count: width))  \(right)"
                : "  \(left.padding(toLength: width, withPad: " ", startingAt: 0))  \(right)"
        }.joined(separator: "\n")
    }
}

/// The nearest of some names.
func nearest(_ name: String, _ names: [String]) -> String? { NearestName.of(name, among: names) }

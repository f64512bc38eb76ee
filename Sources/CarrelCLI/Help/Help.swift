import CarrelBasics
import Foundation

/// Help, made from the command table, for the width of the terminal.
enum Help {
    /// Longer lines are hard to read.
    private static let widest = 100
    /// Where the output is no terminal.
    private static let usual = 80

    private static var width: Int { min(Terminal.outputWidth ?? usual, widest) }

    /// The overview of all commands.
    static func overview(_ commands: [CommandSpec]) -> String {
        """
        \(TextWrap.paragraphs("Carrel keeps a local library of the documents that catalogues list.", width: width))

        usage: carrel COMMAND [OPTIONS]

        Commands:
        \(table(commands.map { ($0.name + ($0.operands.isEmpty ? "" : " " + $0.operands), $0.summary) }))

        Options of every command:
        \(table(OptionSpec.global.map { (label($0), $0.help) }))

        \(TextWrap.paragraphs(exitStatus, width: width))

        """
    }

    private static let exitStatus = """
        carrel COMMAND --help says more about a command. Exit status: 0 all is well, 1 some items failed, 10 something new came and --exit-code \
        asked for that, 2 wrong usage, \
        3 wrong configuration, 4 the catalogue could not be read or parsed, 5 the library could not be read or written, \
        130 interrupted.
        """

    /// The help of one command.
    static func command(_ spec: CommandSpec) -> String {
        let usage = "usage: carrel \(spec.name) [OPTIONS] \(spec.operands)"
        var text = TextWrap.paragraphs("\(spec.summary)\n\n\(usage)", width: width) + "\n"
        if !spec.discussion.isEmpty {
            text += "\n\(TextWrap.paragraphs(spec.discussion, width: width))\n"
        }
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
        let column = min(30, max(12, width / 3), rows.map(\.0.count).max() ?? 0)
        let margin = "\n" + String(repeating: " ", count: column + 4)
        return rows.map { left, right in
            let text = TextWrap.lines(right, width: max(16, width - column - 4)).joined(separator: margin)
            return left.count > column
                ? "  \(TextWrap.lines(left, width: width - 4).joined(separator: "\n    "))\(margin)\(text)"
                : "  \(left.padding(toLength: column, withPad: " ", startingAt: 0))  \(text)"
        }.joined(separator: "\n")
    }
}

/// The nearest of some names.
func nearest(_ name: String, _ names: [String]) -> String? { NearestName.of(name, among: names) }

import CarrelBasics
import CarrelTerminal
import Foundation

/// Formats help from the command table and the topics, for the width of the terminal.
enum Help {
    /// The most columns, because longer lines are hard to read.
    private static let widest = 100
    /// The columns if the output is not a terminal.
    private static let usual = 80

    private static var width: Int { min(Terminal.outputWidth ?? usual, widest) }

    /// What Carrel is, in one sentence without its subject.
    static let purpose = "keeps a local library of the documents that catalogues list"

    /// The overview of all commands and topics.
    static func overview(_ commands: [CommandSpec]) -> String {
        """
        \(paragraphs("Carrel \(purpose)."))

        usage: carrel COMMAND [OPTIONS]

        Commands:
        \(terms(rows(commands)))

        Options of every command:
        \(terms(OptionSpec.global.map(row)))

        Topics:
        \(terms(HelpTopic.all.map { ($0.name, $0.summary) }))

        \(paragraphs("carrel help COMMAND or carrel help TOPIC says more, and so do man carrel and man carrel.toml."))

        """
    }

    /// The help of one command.
    static func command(_ spec: CommandSpec) -> String {
        var text =
            paragraphs("\(spec.summary)\n\nusage: carrel \(spec.name) [OPTIONS] \(spec.operands)") + "\n"
        if !spec.discussion.isEmpty { text += "\n\(paragraphs(spec.discussion))\n" }
        let options = spec.options.filter { !$0.isHidden }
        if !options.isEmpty { text += "\nOptions:\n\(terms(options.map(row)))\n" }
        return text + "\nOptions of every command:\n\(terms(OptionSpec.global.map(row)))\n"
    }

    static func topic(_ topic: HelpTopic) -> String {
        ([topic.title] + topic.blocks.map(text)).joined(separator: "\n\n") + "\n"
    }

    /// An option as help shows it.
    static func label(_ option: OptionSpec) -> String {
        [option.short, option.name].compactMap { $0 }.joined(separator: ", ")
            + (option.value.map { " \($0)" } ?? "")
    }

    private static func text(_ block: HelpBlock) -> String {
        switch block {
        case .heading(let title): "\(title):"
        case .text(let text): paragraphs(text)
        case .terms(let rows): terms(rows)
        case .lines(let lines): lines.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
        }
    }

    private static func rows(_ commands: [CommandSpec]) -> [(String, String)] {
        commands.map { ($0.name + ($0.operands.isEmpty ? "" : " " + $0.operands), $0.summary) }
            + [row(OptionSpec.version)]
    }

    private static func row(_ option: OptionSpec) -> (String, String) { (label(option), option.help) }

    private static func paragraphs(_ text: String) -> String { TextWrap.paragraphs(text, width: width) }

    private static func terms(_ rows: [(String, String)]) -> String {
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

import CarrelBasics
import CarrelStages
import CarrelStandard

/// `carrel help`: help on commands and topics, and the manual pages.
enum HelpCommand {
    static let spec = CommandSpec(
        name: "help", operands: "[COMMAND [SUBCOMMAND]|TOPIC]",
        summary: "Show help for a command or a topic, or list them",
        discussion: """
            Topics are \(HelpTopic.all.map(\.name).joined(separator: ", ")).
            """,
        options: [
            OptionSpec(
                name: "--man",
                help: "print carrel(1), or carrel.toml(5) with profiles: carrel help --man | man -l -")
        ],
        operandCount: 0...2, completes: [[.helpTopic], [.subcommand]]
    ) { invocation in
        try requireWord(invocation.operands)
        LineWriter.output.write(
            invocation.has("--man")
                ? try page(invocation.operands.first) : try text(invocation.operands.first))
        return .success
    }

    /// Takes a second word where the command has such a one, as `carrel help library copy`.
    private static func requireWord(_ operands: [String]) throws(CommandError) {
        guard operands.count == 2, let command = CommandList.command(operands[0]) else {
            guard operands.count < 2 else {
                throw CommandError.usage("help", "“\(operands[1].singleLine)”: one word too many")
            }
            return
        }
        guard command.words.contains(Substring(operands[1])) else {
            throw CommandError.usage(
                "help",
                "carrel \(command.name) has no “\(operands[1].singleLine)”\n"
                    + "usage: carrel \(command.name) \(command.operands)")
        }
    }

    private static func text(_ name: String?) throws(CommandError) -> String {
        guard let name else { return Help.overview(CommandList.all) }
        if let command = CommandList.command(name) { return Help.command(command) }
        if let topic = HelpTopic.all.first(where: { $0.name == name }) { return Help.topic(topic) }
        let near = NearestName.question(
            name, among: CommandList.all.map(\.name) + HelpTopic.all.map(\.name))
        throw CommandError.usage(
            "help", "there is no command or topic “\(name.singleLine)”\(near ?? "; carrel help lists them")")
    }

    private static func page(_ name: String?) throws(CommandError) -> String {
        switch name {
        case nil: return ManualPage.program(CommandList.all, version: CarrelVersion.text)
        case HelpTopic.profiles.name:
            return ManualPage.profile(Standard.registry.descriptions, version: CarrelVersion.text)
        case .some(let name):
            throw CommandError.usage(
                "help --man", "there is no page “\(name.singleLine)”; expected nothing or profiles")
        }
    }
}

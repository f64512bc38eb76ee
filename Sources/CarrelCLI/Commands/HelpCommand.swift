import CarrelStandard

/// `carrel help`: help on commands, and the manual page.
enum HelpCommand {
    static let spec = CommandSpec(
        name: "help", operands: "[COMMAND]", summary: "Show help on a command, or on all",
        options: [OptionSpec(name: "--man", help: "print the manual page: carrel help --man | man -l -")],
        operandCount: 0...1
    ) { invocation in
        if invocation.has("--man") {
            LineWriter.output.write(ManualPage.text(CommandList.all, version: CarrelVersion.text))
            return .success
        }
        guard let name = invocation.operands.first else {
            LineWriter.output.write(Help.overview(CommandList.all))
            return .success
        }
        guard let command = CommandList.command(name) else {
            let near = nearest(name, CommandList.all.map(\.name)).map { "; did you mean “\($0)”?" } ?? ""
            throw CommandError(status: .usage, message: "carrel help: there is no command “\(name)”\(near)")
        }
        LineWriter.output.write(Help.command(command))
        return .success
    }
}

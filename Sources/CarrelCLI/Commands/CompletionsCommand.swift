import CarrelBasics

/// `carrel completions`: completions for a shell.
enum CompletionsCommand {
    static let spec = CommandSpec(
        name: "completions", operands: "bash", summary: "Print completions for a shell",
        discussion: "For bash: source <(carrel completions bash)", operandCount: 1...1,
        operandChoices: ["bash"]
    ) { invocation in
        guard invocation.operands[0] == "bash" else {
            throw CommandError(
                status: .usage,
                message:
                    "carrel completions: there are none for “\(invocation.operands[0].singleLine)”; expected bash"
            )
        }
        LineWriter.output.write(Completions.bash(CommandList.all))
        return .success
    }
}

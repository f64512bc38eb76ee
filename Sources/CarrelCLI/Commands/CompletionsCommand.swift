import CarrelBasics

/// `carrel completions`: prints a script with which a shell completes Carrel's commands.
enum CompletionsCommand {
    private static let candidates = OptionSpec(
        name: "--candidates", value: "SHELL", help: "print what can stand where the cursor is",
        choices: Shell.allCases.map(\.rawValue), isHidden: true)

    static let spec = CommandSpec(
        name: "completions", operands: "bash|zsh|fish", summary: "Print completions for a shell",
        discussion: """
            For bash: source <(carrel completions bash). For zsh: source <(carrel completions zsh) behind compinit. For fish:
            carrel completions fish | source. An installed Carrel needs none of them.
            """,
        options: [candidates], operandCount: 0...10_000,
        completes: [[.words(Shell.allCases.map(\.rawValue))], []]
    ) { invocation in
        if let shell = invocation.value(candidates.name).flatMap(Shell.init) {
            await complete(invocation.operands, in: shell)
            return .success
        }
        guard invocation.operands.count < 2 else {
            throw CommandError.usage("completions", "name one shell: bash, zsh or fish")
        }
        guard let shell = invocation.operands.first.flatMap(Shell.init) else {
            let found = invocation.operands.first.map { "there are none for “\($0.singleLine)”; expected" }
            throw CommandError.usage("completions", "\(found ?? "which shell? Expected") bash, zsh or fish")
        }
        LineWriter.output.write(shell.script)
        return .success
    }

    /// Prints what can follow some words: first whether names of files are possible, then one candidate on each line.
    private static func complete(_ words: [String], in shell: Shell) async {
        let typed = BashWords(words)
        var words = words
        switch shell {
        case .bash: words = typed.words
        case .fish: words = words.dropLast() + words.suffix(1).map { ShellText.plain($0).text }
        case .zsh: break
        }
        guard let line = TypedLine(words, find: CommandList.command) else { return }
        var finder = CandidateFinder(line, commands: CommandList.all)
        let found = await finder.find()
        let lines = found.all.compactMap { candidate in
            shell == .bash ? typed.reply(candidate.text) : "\(candidate.text)\t\(candidate.note)"
        }
        LineWriter.output.lines([found.names.rawValue] + lines, showsAll: true)
    }
}

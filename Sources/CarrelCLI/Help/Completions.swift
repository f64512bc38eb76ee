/// Completions for shells, made from the command table.
enum Completions {
    /// A script for bash: `source <(carrel completions bash)`.
    static func bash(_ commands: [CommandSpec]) -> String {
        let globals = OptionSpec.global.flatMap(names).joined(separator: " ")
        let cases = commands.map { command in
            let words = (command.options.flatMap(names) + command.operandChoices).joined(separator: " ")
            return "        \(command.name)) words=\"\(words) $globals\" ;;"
        }.joined(separator: "\n")
        let valued = Set(
            ([OptionSpec.global] + commands.map(\.options)).flatMap { $0 }.filter { !$0.choices.isEmpty }
        )
        .sorted { $0.name < $1.name }
        .map { "        \($0.name)) words=\"\($0.choices.joined(separator: " "))\"; command=; ;;" }
        .joined(separator: "\n")
        return """
            # Completions of carrel for bash. Use: source <(carrel completions bash)
            _carrel() {
                local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
                local globals="\(globals)" command="" words="" word
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    case "$word" in
                    -*) ;;
                    *) command="$word"; break ;;
                    esac
                done
                case "$previous" in
                --config|--root|--plan) COMPREPLY=($(compgen -f -- "$current")); return ;;
                --library) COMPREPLY=($(compgen -d -- "$current")); return ;;
            \(valued)
                *)
                    case "$command" in
                    "") words="\(commands.map(\.name).joined(separator: " ")) --version $globals" ;;
            \(cases.replacing("        ", with: "        "))
                    esac ;;
                esac
                COMPREPLY=($(compgen -W "$words" -- "$current"))
                if [[ ${#COMPREPLY[@]} -eq 0 && "$current" != -* ]]; then
                    COMPREPLY=($(compgen -f -- "$current"))
                fi
            }
            complete -o filenames -F _carrel carrel

            """
    }

    private static func names(_ option: OptionSpec) -> [String] {
        [option.name] + (option.short.map { [$0] } ?? [])
    }
}

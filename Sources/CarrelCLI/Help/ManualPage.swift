/// The manual page, made from the command table: `carrel help --man | man -l -`.
enum ManualPage {
    /// The page in the man macros.
    static func text(_ commands: [CommandSpec], version: String) -> String {
        var lines = [
            ".TH CARREL 1 \"\" \"Carrel \(version)\" \"User Commands\"", ".SH NAME",
            "carrel \\- keep a local library of the documents that catalogues list", ".SH SYNOPSIS",
            ".B carrel", "\\fICOMMAND\\fR [\\fIOPTIONS\\fR]", ".SH COMMANDS",
        ]
        for command in commands {
            lines += [
                ".SS \"carrel \(escaped(command.name)) \(escaped(command.operands))\"",
                escaped(command.summary) + ".",
            ]
            if !command.discussion.isEmpty { lines += [".PP", escaped(command.discussion)] }
            lines += options(command.options)
        }
        lines += [".SH OPTIONS"] + options(OptionSpec.global)
        lines += [".SH EXIT STATUS"]
        for (status, meaning) in exitStatuses { lines += [".TP", ".B \(status)", escaped(meaning)] }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let exitStatuses = [
        (0, "All is well."), (1, "Some items failed."), (2, "Wrong usage."), (3, "Wrong configuration."),
        (4, "The catalogue could not be read or parsed."),
        (5, "The library could not be read or written, or another process holds it."),
        (10, "Something new came, and --exit-code asked for that."), (130, "Interrupted."),
    ]

    private static func options(_ options: [OptionSpec]) -> [String] {
        options.flatMap { [".TP", "\\fB\(escaped(Help.label($0)))\\fR", escaped($0.help) + "."] }
    }

    /// Keeps text from being read as a macro or an escape.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-").split(
            separator: "\n", omittingEmptySubsequences: false
        )
        .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }.joined(separator: "\n")
    }
}

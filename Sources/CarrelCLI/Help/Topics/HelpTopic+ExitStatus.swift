extension HelpTopic {
    /// What the exit statuses tell scripts.
    static let exitStatus = HelpTopic(
        name: "exit-status", title: "Exit status", summary: "What each exit status means",
        blocks: [
            .terms(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) }),
            .text(
                """
                If a command reads several catalogues, it ends with the highest status, but with 10 only if nothing \
                failed. With --json an error that ends a command is also its last line of output: carrel help events.
                """),
        ])
}

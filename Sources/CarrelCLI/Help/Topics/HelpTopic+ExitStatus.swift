extension HelpTopic {
    /// What scripts learn from how a command ends.
    static let exitStatus = HelpTopic(
        name: "exit-status", title: "Exit status", summary: "What each exit status means",
        blocks: [
            .terms(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) }),
            .text(
                """
                Of several catalogues that a command reads, the highest status counts. With --json an error that ends a \
                command is its last line of output, too: carrel help events.
                """),
        ])
}

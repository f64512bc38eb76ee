import CarrelModel

/// The options of all commands that take several items.
enum SelectionOptions {
    /// What help says about ITEM.
    static let discussion = """
        ITEM is a number of the list that was printed last in this terminal, COMP304/3, COMP304/3-7, a title, a pattern
        such as "*.pdf", a whole collection or a catalogue: carrel help addresses.
        """

    /// The option that takes everything.
    static let all = OptionSpec(name: "--all", help: "take the whole library")

    /// The options that filter a list.
    static let filters: [OptionSpec] = [
        OptionSpec(
            name: "--status", value: "STATE",
            help: "only items in a state (carrel help addresses); several with commas, or given again",
            repeats: true, isList: true,
            completes: [.words(StateWord.allCases.map(\.rawValue))]),
        OptionSpec(name: "--new", help: "only what is new or updated"),
    ]
}

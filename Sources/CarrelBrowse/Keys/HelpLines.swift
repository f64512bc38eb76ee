import CarrelTerminal

/// The list of keys as a screen shows it.
struct HelpLines {
    /// The names of keys, each with a line of what they do; further lines have no names.
    let lines: [(names: String, words: String)]
    /// Where the words begin, and how wide everything is, in columns.
    let column, width: Int
    /// How many lines of the screen it takes, with those above and below.
    let height: Int

    init(_ context: KeyContext, columns: Int, lines screenLines: Int) {
        let bindings = KeyTable.all.filter { $0.contexts.contains(context) }
        let names = bindings.map { $0.names.joined(separator: " ") }
        let (column, width) = (min(20, (names.map(TextWidth.of).max() ?? 0) + 2), min(columns, 72))
        let lines = zip(names, bindings).flatMap { name, binding in
            FittedText.lines(binding.words, width: max(8, width - column - 3)).enumerated().map {
                (names: $0.offset == 0 ? name : "", words: $0.element)
            }
        }
        (self.column, self.width, self.lines) = (column, width, lines)
        height = min(screenLines, lines.count + 3)
    }

    /// How many lines are seen at once.
    var shown: Int { max(0, height - 2) }

    /// The first line that is seen where the last one is.
    var lastTop: Int { max(0, lines.count - shown) }
}

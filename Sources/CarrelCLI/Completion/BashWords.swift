/// The words of a line as bash has them, and replies as it takes them.
///
/// Bash gives words as they were typed, with quotes and backslashes, and begins new ones at `:` and `=`. It puts a reply
/// into the line as it is.
struct BashWords {
    /// The words as the program would get them; the last is the one that is being typed.
    private(set) var words: [String] = []
    /// The quote that is still open at the end.
    private let quote: Character?
    /// What of the last word bash takes for other words, and a reply must not repeat.
    private let kept: String

    /// Reads the words behind the program's name, up to the cursor.
    init(_ raw: some Sequence<String>) {
        var joined: [(before: String, last: String)] = []
        var isOpen = false
        for word in raw {
            let isBreak = !word.isEmpty && word.allSatisfy { $0 == ":" || $0 == "=" }
            if isBreak || isOpen, let previous = joined.popLast() {
                let whole = previous.before + previous.last
                joined.append(isBreak ? (whole + word, "") : (whole, word))
            } else {
                joined.append(("", word))
            }
            isOpen = isBreak
        }
        words = joined.map { ShellText.plain($0.before + $0.last).text }
        let last = joined.last ?? ("", "")
        quote = ShellText.plain(last.last).quote
        kept = ShellText.plain(last.before).text
    }

    /// A candidate as bash is to insert it; `nil` if the quote that is open cannot hold it.
    func reply(_ text: String) -> String? {
        let rest = String(text.dropFirst(kept.count))
        switch quote {
        case "'": return rest.contains("'") ? nil : rest
        // Within double quotes nothing keeps an exclamation mark from being looked up in the history.
        case .some:
            return rest.contains("!") ? nil : ShellText.escaped(rest, where: { "\\\"$`".contains($0) })
        case nil: return ShellText.escaped(rest, where: { !Self.isPlain($0) })
        }
    }

    /// Whether bash does nothing with a character.
    ///
    /// Asked for each one of thousands of titles, while somebody waits.
    private static func isPlain(_ character: Character) -> Bool {
        guard let ascii = character.asciiValue else { return character.isLetter || character.isNumber }
        switch Unicode.Scalar(ascii) {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", ":", ",", "@", "%", "+", "=": return true
        default: return false
        }
    }
}

/// Reads the words of a line as bash gives them, and writes replies as bash needs them.
///
/// Bash gives words as they were typed, with quotes and backslashes, and also splits them at `:` and `=`. It inserts a
/// reply as it is.
struct BashWords {
    /// The words as the program would get them; the last one is being typed.
    private(set) var words: [String] = []
    /// The quote that is still open at the end.
    private let quote: Unicode.Scalar?
    /// The part of the last word that bash splits off, and that a reply must not repeat.
    private let kept: String

    /// Reads the words after the program's name, up to the cursor.
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

    /// A candidate in the form that bash has to insert; `nil` if the open quote cannot hold it.
    func reply(_ text: String) -> String? {
        let rest = String(text.dropFirst(kept.count))
        switch quote {
        case "'": return rest.unicodeScalars.contains("'") ? nil : rest
        // Within double quotes, nothing protects an exclamation mark from history expansion.
        case .some:
            guard !rest.unicodeScalars.contains("!") else { return nil }
            return ShellText.escaped(rest, where: { "\\\"$`".unicodeScalars.contains($0) })
        case nil: return ShellText.escaped(rest, where: { !Self.isPlain($0) })
        }
    }

    /// Whether a scalar has no special meaning for bash.
    ///
    /// It must be fast: it is called for each scalar of thousands of titles while the user waits.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", ":", ",", "@", "%", "+", "=": true
        default:
            !scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        }
    }
}

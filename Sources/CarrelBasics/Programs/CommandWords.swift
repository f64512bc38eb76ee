/// A command with its arguments, split into words as a shell does: by spaces, with quotes and backslashes.
///
/// Nothing is expanded: no variables, patterns or commands.
public struct CommandWords: Sendable, Hashable {
    /// The program, then its arguments; at least one.
    public let words: [String]

    /// The program: a name that is looked up in `PATH`, or a path.
    public var program: String { words[0] }
    /// The arguments.
    public var arguments: [String] { Array(words.dropFirst()) }

    /// Takes words; `nil` if there are none or the first one is empty.
    public init?(_ words: [String]) {
        guard let first = words.first, !first.isEmpty else { return nil }
        self.words = words
    }

    /// Reads a text; `nil` if it is empty or a quote is left open.
    public init?(_ text: String) {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                // Within quotes, a backslash before an ordinary character stays.
                if quote == "\"", character != "\"", character != "\\" { word?.append("\\") }
                word?.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                word = word ?? ""
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
            } else if character == "'" || character == "\"" {
                word = word ?? ""
                quote = character
            } else if character.isWhitespace {
                if let ended = word.take() { words.append(ended) }
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil, !isEscaped else { return nil }
        self.init(words + [word].compactMap(\.self))
    }
}

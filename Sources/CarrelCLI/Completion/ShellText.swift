/// Removes and adds the quotes and backslashes of a shell.
enum ShellText {
    /// A word without its quotes and backslashes; expands nothing.
    ///
    /// - Parameter word: the word as typed.
    /// - Returns: the text, and the quote that is still open at its end.
    static func plain(_ word: String) -> (text: String, quote: Character?) {
        var text = ""
        var quote: Character?
        var isEscaped = false
        for character in word {
            if isEscaped {
                if quote == "\"", !"\\\"$`".contains(character) { text.append("\\") }
                text.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else {
                text.append(character)
            }
        }
        return (text, quote)
    }

    /// The text with a backslash before certain characters.
    static func escaped(_ text: String, where acts: (Character) -> Bool) -> String {
        var escaped = ""
        for character in text {
            if acts(character) { escaped.append("\\") }
            escaped.append(character)
        }
        return escaped
    }
}

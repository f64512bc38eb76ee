import CarrelBasics

/// Removes and adds the quotes and backslashes of a shell, which knows no characters of several scalars.
enum ShellText {
    /// A word without its quotes and backslashes; expands nothing.
    ///
    /// - Parameter word: the word as typed.
    /// - Returns: the text, and the quote that is still open at its end.
    static func plain(_ word: String) -> (text: String, quote: Unicode.Scalar?) {
        var text = String.UnicodeScalarView()
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in word.unicodeScalars {
            if isEscaped {
                if quote == "\"", !"\\\"$`".unicodeScalars.contains(scalar) { text.append("\\") }
                text.append(scalar)
                isEscaped = false
            } else if scalar == "\\", quote != "'" {
                isEscaped = true
            } else if scalar == quote {
                quote = nil
            } else if quote == nil, scalar == "'" || scalar == "\"" {
                quote = scalar
            } else {
                text.append(scalar)
            }
        }
        return (String(text), quote)
    }

    /// The text with a backslash before certain scalars.
    static func escaped(_ text: String, where acts: (Unicode.Scalar) -> Bool) -> String {
        text.replacingScalars { acts($0) ? "\\\($0)" : nil }
    }
}

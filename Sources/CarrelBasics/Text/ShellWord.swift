/// Quotes texts for a command line.
package enum ShellWord {
    private static let plain = Set("-_./:,@%+=#".unicodeScalars)

    /// The text as one word for a shell, in quotes if it holds special characters.
    package static func text(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            plain.contains(scalar) || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
        if isPlain, !text.isEmpty, !text.hasPrefix("#"), !text.hasPrefix("-") { return text }
        return "'" + text.replacing("'", with: "'\\''") + "'"
    }
}

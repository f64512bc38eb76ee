/// Quotes texts for a command line.
package enum ShellWord {
    private static let plain = Set("-_./:,@%+=#".unicodeScalars)

    /// The text as one word for a person to copy, in quotes if it holds special characters.
    package static func text(_ text: String) -> String {
        text.unicodeScalars.contains(where: \.isUnprintable) ? escaped(text) : forAnyShell(text)
    }

    /// The text as one word for a program to read, as every shell of POSIX does: what cannot be shown is in it as it is.
    package static func forAnyShell(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            plain.contains(scalar) || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
        if isPlain, let first = text.unicodeScalars.first, first != "#", first != "-" { return text }
        return "'" + text.replacing(scalar: "'", with: "'\\''") + "'"
    }

    /// The operands of a command, after its options: `--` goes before them if one looks like an option.
    package static func operands(_ texts: String...) -> String {
        let looksLikeOption = texts.contains { $0.unicodeScalars.first == "-" }
        return ((looksLikeOption ? ["--"] : []) + texts.map(text)).joined(separator: " ")
    }

    /// A text whose characters cannot all be shown, as bash, zsh and ksh read it: `$'a\nb'`.
    private static func escaped(_ text: String) -> String {
        var word = "$'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": word += "\\n"
            case "\t": word += "\\t"
            case "'", "\\": word += "\\\(scalar)"
            case _ where scalar.isUnprintable:
                // Three digits always: another digit may follow.
                for byte in String(scalar).utf8 { word += "\\" + String(byte, radix: 8).zeroPadded(to: 3) }
            default: word.unicodeScalars.append(scalar)
            }
        }
        return word + "'"
    }
}

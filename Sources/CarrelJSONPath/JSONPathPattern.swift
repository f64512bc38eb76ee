import CarrelRegex

/// A regular expression of RFC 9485 (I-Regexp), as `match` and `search` take it.
///
/// `\d`, `\s`, `\w` and their opposites are understood, too, and `^` and `$` as the ends of the text, because many
/// queries have them.
struct JSONPathPattern: Sendable {
    // A pattern of a document may be anything.
    private static let maxLength = 4096

    /// The pattern; `nil` for a text that is none, which matches nothing.
    private let pattern: LinearPattern?

    /// Translates a pattern.
    ///
    /// - Parameters:
    ///   - text: the pattern.
    ///   - isWhole: whether it has to match the whole of a text, as `match` does.
    init(_ text: String, isWhole: Bool) {
        guard text.utf8.count <= Self.maxLength, let translated = Self.translated(text) else {
            pattern = nil
            return
        }
        pattern = try? LinearPattern(isWhole ? "\\A(?:\(translated))\\z" : translated)
    }

    func matches(_ text: String) -> Bool { pattern?.isFound(in: text) ?? false }

    /// The pattern in RE2's syntax; `nil` if it holds what neither RFC 9485 nor this reader has.
    private static func translated(_ text: String) -> String? {
        var result = ""
        var isInClass = false
        var scalars = Array(text.unicodeScalars)[...]
        var last: Unicode.Scalar?
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\\":
                guard let escape = escape(&scalars) else { return nil }
                result += escape
            case "." where !isInClass: result += "[^\\n\\r]"
            case "[":
                guard !isInClass else { return nil }
                isInClass = true
                result += "["
                if scalars.first == "^" {
                    scalars.removeFirst()
                    result += "^"
                }
            case "]":
                guard isInClass else { return nil }
                isInClass = false
                result += "]"
            case "-" where isInClass: result += "-"
            case "(" where !isInClass:
                // What RE2 has behind `(?` is not in RFC 9485.
                guard scalars.first != "?" else { return nil }
                result += "("
            case "?" where !isInClass, "*" where !isInClass, "+" where !isInClass:
                // Nor are lazy or possessive repetitions.
                if let last, "?*+".unicodeScalars.contains(last) { return nil }
                result.unicodeScalars.append(scalar)
            case ")" where !isInClass, "|" where !isInClass, "{" where !isInClass, "}" where !isInClass,
                "^" where !isInClass, "$" where !isInClass,
                "a"..."z", "A"..."Z", "0"..."9",
                "," where !isInClass:
                result.unicodeScalars.append(scalar)
            default: result += "\\x{\(String(scalar.value, radix: 16))}"
            }
            last = isInClass || scalar == "\\" ? nil : scalar
        }
        return isInClass ? nil : result
    }

    private static func escape(_ rest: inout ArraySlice<Unicode.Scalar>) -> String? {
        guard let letter = rest.popFirst() else { return nil }
        switch letter {
        case "n", "r", "t", "d", "D", "s", "S", "w", "W": return "\\\(letter)"
        case "p", "P":
            guard rest.first == "{", let end = rest.firstIndex(of: "}") else { return nil }
            let name = rest[rest.startIndex...end]
            rest = rest[(end + 1)...]
            return "\\\(letter)" + name.map(String.init).joined()
        case _ where "()*+-.?[\\]^{|}$/".unicodeScalars.contains(letter):
            return "\\x{\(String(letter.value, radix: 16))}"
        default: return nil
        }
    }
}

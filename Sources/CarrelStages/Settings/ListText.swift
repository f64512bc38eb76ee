import CarrelBasics
import Foundation

/// A list of strings as a config file writes it, where the command line or the environment gives it as a text.
enum ListText {
    /// Whether a text is written as an array of strings, and not as words between commas.
    static func isArray(_ text: String) -> Bool {
        let text = text.withoutBlankEnds
        guard text.first == "[", text.last == "]" else { return false }
        let first = text.dropFirst().first { !$0.isWhitespace }
        return first.map { "\"']".contains($0) } ?? false
    }

    /// The strings of an array; `nil` if it is malformed, or holds anything else.
    static func texts(in text: String) -> [String]? {
        var rest = text.withoutBlankEnds.dropFirst().dropLast()
        var texts: [String] = []
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard let quote = rest.first else { return texts }
            guard let text = quote == "'" ? literal(&rest) : basic(&rest) else { return nil }
            texts.append(text)
            rest = rest.drop(while: \.isWhitespace)
            guard rest.isEmpty || rest.first == "," else { return nil }
            rest = rest.dropFirst()
        }
    }

    /// The words of an array whose quotes a shell took; `nil` for other texts.
    static func bareWords(in text: String) -> [String]? {
        let text = text.withoutBlankEnds
        guard text.first == "[", text.last == "]" else { return nil }
        let words = text.dropFirst().dropLast().split(separator: ",").map { String($0).withoutBlankEnds }
        let areWords = words.allSatisfy { word in
            !word.isEmpty
                && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "*+-./_".contains($0)) }
        }
        return areWords && !words.isEmpty ? words : nil
    }

    /// A string in single quotes, which stands for itself.
    private static func literal(_ rest: inout Substring) -> String? {
        guard let end = rest.dropFirst().firstIndex(of: "'") else { return nil }
        defer { rest = rest[end...].dropFirst() }
        return String(rest[..<end].dropFirst())
    }

    /// A string in double quotes, whose escapes are those of JSON.
    private static func basic(_ rest: inout Substring) -> String? {
        guard rest.first == "\"" else { return nil }
        var end = rest.index(after: rest.startIndex)
        while end < rest.endIndex, rest[end] != "\"" {
            let isEscape = rest[end] == "\\"
            end = rest.index(after: end)
            if isEscape, end < rest.endIndex { end = rest.index(after: end) }
        }
        guard end < rest.endIndex else { return nil }
        defer { rest = rest[end...].dropFirst() }
        return try? JSONDecoder().decode(String.self, from: Data(rest[...end].utf8))
    }
}

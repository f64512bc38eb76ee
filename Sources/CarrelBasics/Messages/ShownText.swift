/// Removes the secrets that URLs may hold from texts that are printed and logged.
///
/// Requests, and the records that are needed for later requests, keep them.
public enum ShownText {
    /// What is shown instead of a secret.
    private static let cover: [UInt8] = Array("…".utf8)

    /// The text without secrets: user information in URLs, and values of parameters that are keys, tokens, signatures,
    /// passwords or the like.
    ///
    /// The placeholder of a profile's key is shown as `{key}`.
    public static func of(_ text: String) -> String {
        var text = KeyPlaceholder.shown(text)
        guard let shown = text.withUTF8({ covered($0) }) else { return text }
        return String(decoding: shown, as: UTF8.self)
    }

    private static let endings = [
        "key", "token", "secret", "password", "passwd", "pwd", "signature", "sig", "auth", "credential",
        "credentials", "sessionid", "sessid",
    ].map { Array($0.utf8) }
    private static let names = ["authorization", "session", "sid", "pass"].map { Array($0.utf8) }

    /// Whether the value of a parameter with that name must not be shown.
    ///
    /// Ignores case, hyphens and underscores: `api_key`, `X-Amz-Signature`, `accessToken`.
    private static func isSecret(_ name: ArraySlice<UInt8>) -> Bool {
        let letters = name.filter { $0.isLetterOrDigit }.map { $0.lowercased }
        return names.contains(letters) || endings.contains { letters.ends(with: $0) }
    }

    // MARK: Finding them

    /// The bytes of a text with its secrets covered; `nil` if it has none, like nearly all texts.
    private static func covered(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var marks: UInt8 = 0
        for byte in text {
            marks |=
                (byte == UInt8(ascii: "=")).bit | (byte == UInt8(ascii: "@")).bit
                | (byte == UInt8(ascii: "%")).bit
        }
        guard marks != 0 else { return nil }
        var result: [UInt8] = []
        var copied = 0
        var place = 0
        while place < text.count {
            guard let secret = secret(in: text, at: place) else {
                place += 1
                continue
            }
            result += text[copied..<secret.lowerBound]
            result += cover
            copied = secret.upperBound
            place = max(place + 1, copied)
        }
        return copied == 0 ? nil : result + text[copied...]
    }

    /// The secret after a `://`, or after the delimiter of a parameter, at a place.
    private static func secret(in text: UnsafeBufferPointer<UInt8>, at place: Int) -> Range<Int>? {
        switch text[place] {
        case UInt8(ascii: ":"): userInformation(in: text, at: place)
        case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "#"):
            parameter(in: text, from: place + 1)
        // A URL that is encoded within another, as in a request to a proxy.
        case UInt8(ascii: "%")
        where ["3F", "26", "3B", "23"].contains(where: { isEscape($0, in: text, at: place) }):
            parameter(in: text, from: place + 3)
        default: nil
        }
    }

    private static func userInformation(in text: UnsafeBufferPointer<UInt8>, at place: Int) -> Range<Int>? {
        let start = place + 3
        guard start < text.count, text[place + 1] == UInt8(ascii: "/"), text[place + 2] == UInt8(ascii: "/")
        else {
            return nil
        }
        var end = endOfAuthority(in: text, from: start)
        if holdsPassword(text[start..<end]), let at = signAt(in: text, from: start) {
            end = endOfAuthority(in: text, from: at)
        }
        guard let at = text[start..<end].lastIndex(of: UInt8(ascii: "@")), at > start else { return nil }
        return start..<at
    }

    private static func endOfAuthority(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        text[start...].firstIndex { $0 <= 0x20 || "/?#\"<>".utf8.contains($0) } ?? text.count
    }

    /// Whether a password, and not a port, follows the first colon of an authority.
    ///
    /// Spaces and slashes in it may be written as they are, and end the authority too early.
    private static func holdsPassword(_ authority: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let colon = authority.firstIndex(of: UInt8(ascii: ":")), authority.first != UInt8(ascii: "[")
        else { return false }
        // Punctuation after a URL belongs to the sentence.
        let port = authority[(colon + 1)...].reversed().drop { ".,:;)'”".utf8.contains($0) }
        return !port.allSatisfy(\.isDigit)
    }

    /// The first @ after a place; `nil` if another URL, or something that no URL holds, comes before it.
    private static func signAt(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var place = start
        while place < text.count, text[place] >= 0x20, !"\"<>".utf8.contains(text[place]),
            !text[place...].starts(with: "//".utf8)
        {
            if text[place] == UInt8(ascii: "@") { return place }
            place += 1
        }
        return nil
    }

    private static func parameter(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int>? {
        let longest = 64
        var place = start
        while place < text.count, place - start < longest, text[place].isOfParameterName { place += 1 }
        guard place > start, place < text.count else { return nil }
        let isEscaped = isEscape("3D", in: text, at: place)
        guard isEscaped || text[place] == UInt8(ascii: "="), isSecret(Array(text[start..<place])[...]) else {
            return nil
        }
        let value = place + (isEscaped ? 3 : 1)
        var end = value
        while end < text.count, !isEnd(of: value, in: text, at: end, isEscaped: isEscaped) { end += 1 }
        // Punctuation after a URL belongs to the sentence.
        while end > value, ".,:;)'".utf8.contains(text[end - 1]) { end -= 1 }
        guard end > value, !text[value..<end].elementsEqual("{key}".utf8) else { return nil }
        return value..<end
    }

    private static func isEnd(
        of value: Int, in text: UnsafeBufferPointer<UInt8>, at place: Int, isEscaped: Bool
    ) -> Bool {
        let byte = text[place]
        if byte <= 0x20 || "&#\"<>\\".utf8.contains(byte) || isQuote(in: text, at: place) { return true }
        return isEscaped && byte == UInt8(ascii: "%")
            && (isEscape("26", in: text, at: place) || isEscape("23", in: text, at: place))
    }

    /// Whether there is a closing quotation mark, as messages use it.
    private static func isQuote(in text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        place + 2 < text.count && text[place...(place + 2)].elementsEqual("”".utf8)
    }

    private static func isEscape(
        _ digits: StaticString, in text: UnsafeBufferPointer<UInt8>, at place: Int
    ) -> Bool {
        guard text[place] == UInt8(ascii: "%"), place + 2 < text.count else { return false }
        return digits.withUTF8Buffer { digits in
            digits[0].lowercased == text[place + 1].lowercased
                && digits[1].lowercased == text[place + 2].lowercased
        }
    }
}

extension UInt8 {
    fileprivate var isOfParameterName: Bool { isLetterOrDigit || "-_.[]".utf8.contains(self) }
}

extension [UInt8] {
    fileprivate func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}

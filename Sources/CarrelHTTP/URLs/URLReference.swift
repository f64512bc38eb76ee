import CarrelBasics
import Foundation

/// Resolves references to documents, as catalogues write them.
public enum URLReference {
    /// Resolves a reference against the document that holds it (RFC 3986 section 5).
    ///
    /// An absolute URL stays as written, except for characters that cannot be shown; `RequestTarget` decides later
    /// whether it is requested. Line breaks and tabs are removed, as in browsers. The result is `nil` if the text is
    /// not a reference, or longer than the limit.
    public static func resolve(
        _ reference: String, against base: URL, limit: Int = RequestTarget.maxLength
    ) -> String? {
        if RequestTarget.isPlain(reference) { return reference }
        // A text that is far too long is refused before it is copied.
        guard reference.utf8.count <= 2 * limit else { return nil }
        let text = withoutBreaks(reference.trimmed)
        guard !text.isEmpty, text.utf8.count <= limit else { return nil }
        if hasScheme(text) { return shown(text) }
        return URL(string: RequestTarget.encoded(text), relativeTo: base).flatMap {
            hasScheme($0.absoluteString) ? $0.absoluteString : nil
        }
    }

    /// An absolute URL without characters that act on a terminal or are invisible; `nil` if it has control characters.
    private static func shown(_ url: String) -> String? {
        guard !url.utf8.contains(where: \.isControl) else { return nil }
        if url.utf8.allSatisfy({ $0 < 0x80 }) || url.terminalSafe.utf8.elementsEqual(url.utf8) { return url }
        return url.percentEncoded { $0 < 0x80 }
    }

    /// Removes line breaks, because catalogues break long references into lines (WHATWG URL section 4.4).
    private static func withoutBreaks(_ text: String) -> String {
        func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x09 }
        guard text.utf8.contains(where: isBreak) else { return text }
        return String(decoding: text.utf8.filter { !isBreak($0) }, as: UTF8.self)
    }

    /// Whether the text begins with a scheme: RFC 3986 section 3.1.
    public static func hasScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isLetter else { return false }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: ":"): return true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                break
            default: if !byte.isLetter { return false }
            }
        }
        return false
    }

    /// The last path component of a URL without percent-encoding, query and fragment; `nil` if it has none.
    public static func basename(_ url: String) -> String? {
        // By bytes: with a combining mark after it, a slash is another character, but still ends a component.
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let afterHost = path.firstRange(of: "://".utf8).map { path[$0.upperBound...] } ?? path
        guard let slash = afterHost.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let name = Substring(afterHost[afterHost.index(after: slash)...])
        guard !name.isEmpty else { return nil }
        return name.removingPercentEncoding ?? String(name)
    }

    /// What a document without a title is called: the last path component of its URL, else the URL.
    package static func title(of url: String) -> String { basename(url)?.titleText.nonEmpty ?? url.titleText }

    /// The extension of the last path component in lower case, without its dot.
    public static func fileExtension(_ url: String) -> String? {
        guard let name = basename(url), let dot = name.lastIndex(of: "."), dot != name.startIndex else {
            return nil
        }
        let text = name[name.index(after: dot)...]
        return text.isEmpty ? nil : text.lowercased()
    }
}

extension String {
    /// A URL with the digits of its escapes in capitals: `%c3` says what `%C3` does (RFC 3986 section 6.2.2.1).
    ///
    /// For comparing alone: it is requested as it was written.
    package var withCapitalEscapes: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        var bytes = Array(utf8)
        for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
            for digit in bytes.indices.dropFirst(index + 1).prefix(2)
            where (0x61...0x66).contains(bytes[digit]) {
                bytes[digit] -= 0x20
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A URL without its fragment, which no request has (RFC 9110 section 4.2.5).
    public var withoutFragment: String {
        utf8.firstIndex(of: UInt8(ascii: "#")).map { String(self[..<$0]) } ?? self
    }
}

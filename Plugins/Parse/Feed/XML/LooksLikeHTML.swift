import CarrelBasics

/// Whether a text of RSS, which may be plain or HTML, is HTML.
enum LooksLikeHTML {
    // Elements that often stand without an end tag.
    private static let open: Set<String> = ["a", "br", "hr", "img", "p"]

    /// Whether the text has an end tag, an empty element or a reference: `a < b` and `the <blink> tag` have none.
    static func holds(of text: String) -> Bool {
        var rest = Substring(text).utf8
        while let index = rest.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) {
            let isTag = rest[index] == UInt8(ascii: "<")
            rest = rest[rest.index(after: index)...]
            if isTag ? isMarkup(rest) : isReference(rest) { return true }
        }
        return false
    }

    private static func isMarkup(_ rest: Substring.UTF8View) -> Bool {
        if rest.first == UInt8(ascii: "/") { return rest.dropFirst().first?.isLetter ?? false }
        guard rest.first?.isLetter == true else { return false }
        // No tag is longer.
        let tag = rest.prefix(4096).prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<") }
        guard tag.endIndex < rest.endIndex, rest[tag.endIndex] == UInt8(ascii: ">") else { return false }
        let name = tag.prefix(16).prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
        return tag.last == UInt8(ascii: "/")
            || open.contains(String(decoding: name, as: UTF8.self).lowercased())
    }

    private static func isReference(_ rest: Substring.UTF8View) -> Bool {
        let name = rest.prefix(12).prefix { $0 != UInt8(ascii: ";") }
        guard !name.isEmpty, name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: ";") else {
            return false
        }
        let isNumber = name.first == UInt8(ascii: "#")
        return (isNumber ? name.dropFirst() : name).allSatisfy(\.isLetterOrDigit)
    }
}

import Foundation

extension String {
    /// The text without anything that a terminal or a page would act on instead of showing it.
    ///
    /// Line feed and tab stay, other line ends become line feeds. Control characters, characters that Unicode
    /// reserves, combining marks without number and characters that are not seen (`UnseenCharacters`) are left out,
    /// marks and overrides of the writing direction among them; joiners and variation selectors stay where emoji and
    /// scripts need them.
    public var terminalSafe: String {
        guard !PlainText.isPlain(self) else { return self }
        var result = String.UnicodeScalarView()
        var afterReturn = false
        var marks = CombiningMarks()
        let scalars = unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            index = scalars.index(after: index)
            switch scalar.value {
            case 0x0D, 0x85, 0x2028, 0x2029: result.append("\n")
            case 0x0A: if !afterReturn { result.append("\n") }
            case 0x09: result.append("\t")
            case ..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: break
            case let value where value & 0xFFFE == 0xFFFE: break
            case let value where UnseenCharacters.mayContain(value):
                let next = index < scalars.endIndex ? scalars[index] : nil
                if UnseenCharacters.keeps(scalar, after: result.last, before: next), marks.takes(scalar) {
                    result.append(scalar)
                }
            // Only what stays ends a row of marks.
            default: if marks.takes(scalar) { result.append(scalar) }
            }
            afterReturn = scalar.value == 0x0D
        }
        return String(result)
    }

    /// The text for people to read: safe for a terminal, and composed (NFC), so that searching finds it.
    public var readable: String {
        if PlainText.isPlain(self) { return self }
        let safe = terminalSafe
        return safe.utf8.allSatisfy { $0 < 0x80 } ? safe : safe.precomposedStringWithCanonicalMapping
    }

    /// The text without white space and line ends around it.
    public var trimmed: String {
        // ASCII, nearly always: no bridging, and no copy where there is nothing to trim.
        guard let first = utf8.first, let last = utf8.last, first < 0x80, last < 0x80 else {
            return isEmpty ? self : trimmingCharacters(in: .whitespacesAndNewlines)
        }
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard isSpace(first) || isSpace(last) else { return self }
        return trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The text on one line: readable, each run of white space as one space, none at the ends.
    public var singleLine: String {
        if PlainText.isPlainLine(self) { return self }
        if PlainText.isPlain(self) { return PlainText.line(self) }
        // By scalars: a combining mark behind a space makes it another character, and is to stay.
        return readable.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
            .map { String($0) }.joined(separator: " ")
    }

    /// A title: the text on one line, cut where it is unreasonably long.
    public var titleText: String {
        let text = prefix(utf8: 4096).text.singleLine
        return text.utf8.count > 300 && text.count > 300 ? text.prefix(299) + "…" : text
    }

    /// The beginning of the text that fits into a number of bytes of UTF-8 without cutting a character, and
    /// whether something was cut.
    public func prefix(utf8 limit: Int) -> (text: String, isCut: Bool) {
        guard utf8.count > limit else { return (self, false) }
        guard limit > 0 else { return ("", true) }
        // All that follows looks at a little more than the limit only: a character can be as long as the text.
        var beyond = utf8.index(startIndex, offsetBy: limit + 128, limitedBy: endIndex) ?? endIndex
        while beyond.samePosition(in: unicodeScalars) == nil { beyond = utf8.index(before: beyond) }
        if beyond < endIndex { return (String(self[..<beyond]).prefix(utf8: limit).text, true) }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        var boundary = end
        // A very long run of combining marks is cut rather than lost.
        for _ in 0..<32 where boundary > startIndex && boundary.samePosition(in: self) == nil {
            boundary = unicodeScalars.index(before: boundary)
        }
        let isBoundary = boundary.samePosition(in: self) != nil
        return (String(self[..<(isBoundary ? boundary : end)]), true)
    }

    /// The beginning of a longer text as a summary: whole lines up to about `length` characters, on one line.
    public func leadingSummary(_ length: Int = 240) -> String? {
        let beginning = prefix(utf8: length * 8).text.singleLine
        guard beginning.count > length else { return beginning.isEmpty ? nil : beginning }
        let cut = beginning.prefix(length - 1)
        let words = cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut
        return words + " …"
    }
}

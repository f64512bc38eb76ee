import Foundation

extension String {
    /// The text; `nil` for an empty one.
    package var nonEmpty: String? { isEmpty ? nil : self }

    /// The text without characters that a terminal or a page would act on instead of showing them.
    ///
    /// Line feeds and tabs stay, and other line ends become line feeds, as does a vertical tab or a form feed between words, such
    /// as one that breaks a line on a slide. It leaves out control characters, reserved characters, excess combining marks and
    /// invisible characters (`UnseenCharacters`), such as marks and overrides of the writing direction. Joiners and
    /// variation selectors stay where emoji and scripts need them.
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
            case 0x0B, 0x0C:
                // A line that has nothing else is there already.
                let next = index < scalars.endIndex ? scalars[index] : "\n"
                if let last = result.last, last != "\n", next != "\n", next != "\r" { result.append("\n") }
            case ..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: break
            case let value where value & 0xFFFE == 0xFFFE: break
            case let value where UnseenCharacters.mayContain(value):
                let next = index < scalars.endIndex ? scalars[index] : nil
                if UnseenCharacters.keeps(scalar, after: result, before: next), marks.takes(scalar) {
                    result.append(scalar)
                }
            // Only a character that stays ends a row of marks.
            default: if marks.takes(scalar) { result.append(scalar) }
            }
            afterReturn = scalar.value == 0x0D
        }
        return String(result)
    }

    /// The text for people to read: safe for terminals, and composed (NFC), so that searches find it.
    public var readable: String {
        if PlainText.isPlain(self) { return self }
        var safe = terminalSafe
        if safe.utf8.allSatisfy({ $0 < 0x80 }) { return safe }
        // Composing takes some characters apart and joins others, so that marks or joiners may have to go. Nearly always
        // none has to; the rounds are limited all the same.
        for _ in 0..<3 {
            let composed = safe.composed
            if composed.utf8.elementsEqual(safe.utf8) { return safe }
            safe = composed.terminalSafe
        }
        return safe
    }

    /// The text with marks in their letters (NFC).
    ///
    /// Foundation's time grows with the square of what there is to compose, so it gets a piece at a time. Nothing is
    /// composed with an ASCII character behind it.
    private var composed: String {
        var result = ""
        result.reserveCapacity(utf8.count)
        var start = startIndex
        while start < endIndex {
            var end = utf8.index(start, offsetBy: 1024, limitedBy: endIndex) ?? endIndex
            while end < endIndex, utf8[end] >= 0x80 { end = utf8.index(after: end) }
            result += String(self[start..<end]).precomposedStringWithCanonicalMapping
            start = end
        }
        return result
    }

    /// The text without surrounding white space and line ends.
    public var trimmed: String {
        // Foundation would copy the text to look at it, and most have nothing to trim but spaces of ASCII.
        let inner = within { $0.isSpace }
        guard let first = inner.utf8.first, let last = inner.utf8.last else { return "" }
        guard first < 0x80, last < 0x80 else { return trimmingCharacters(in: .whitespacesAndNewlines) }
        return inner.utf8.count == utf8.count ? self : String(inner)
    }

    /// The text as an address: as it stands, but for white space and invisible characters at its ends.
    ///
    /// Those come along when an address is copied from a window, or when files with byte order marks are joined. A selector
    /// or joiner that belongs to the last character stays.
    package var addressText: String {
        let text = trimmed
        guard let first = text.utf8.first, let last = text.utf8.last, first >= 0x80 || last >= 0x80 else {
            return text
        }
        func isOutside(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isWhitespace || UnseenCharacters.mayContain(scalar.value)
        }
        let scalars = text.unicodeScalars.drop(while: isOutside)
        guard let end = scalars.lastIndex(where: { !isOutside($0) }) else { return "" }
        var inner = String(scalars[...end]).unicodeScalars
        let next = scalars[scalars.index(after: end)...].first
        if let next, UnseenCharacters.keeps(next, after: inner, before: nil) { inner.append(next) }
        return String(inner)
    }

    /// The text without spaces and tabs at its ends: optional white space of RFC 9110 section 5.6.3.
    package var withoutBlankEnds: String { String(within { $0 == 0x20 || $0 == 0x09 }) }

    /// What is left without the ASCII bytes at both ends that `isOutside` says go.
    private func within(_ isOutside: (UInt8) -> Bool) -> Substring {
        guard let start = utf8.firstIndex(where: { !isOutside($0) }),
            let last = utf8.lastIndex(where: { !isOutside($0) })
        else { return "" }
        return self[start..<utf8.index(after: last)]
    }

    /// The readable text on one line, with each run of white space replaced by one space, and none at the ends.
    public var singleLine: String {
        if PlainText.isPlainLine(self) { return self }
        if PlainText.isPlain(self) { return PlainText.line(self) }
        // By scalars: with a combining mark after it, a space is another character, and the mark must stay.
        return readable.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
            .map { String($0) }.joined(separator: " ")
    }

    /// The text as a title: on one line, and cut after 300 characters.
    public var titleText: String {
        let text = prefix(utf8: 4096).text.singleLine
        return text.utf8.count > 300 && text.count > 300 ? text.prefix(299) + "…" : text
    }

    /// The beginning of the text within a number of bytes of UTF-8, cut between characters and before a joiner, and
    /// whether it was cut.
    public func prefix(utf8 limit: Int) -> (text: String, isCut: Bool) {
        guard utf8.count > limit else { return (self, false) }
        guard limit > 0 else { return ("", true) }
        // The rest only looks slightly beyond the limit, because a character can be as long as the text.
        var beyond = utf8.index(startIndex, offsetBy: limit + 128, limitedBy: endIndex) ?? endIndex
        while beyond.samePosition(in: unicodeScalars) == nil { beyond = utf8.index(before: beyond) }
        if beyond < endIndex { return (String(self[..<beyond]).prefix(utf8: limit).text, true) }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        var boundary = end
        // A very long row of combining marks is cut instead of left out.
        for _ in 0..<32 where boundary > startIndex && boundary.samePosition(in: self) == nil {
            boundary = unicodeScalars.index(before: boundary)
        }
        let isBoundary = boundary.samePosition(in: self) != nil
        return (String(self[..<(isBoundary ? boundary : end)].withoutLastJoiner), true)
    }

    /// The beginning of the text as a summary on one line, cut between words after at most `length` characters.
    public func leadingSummary(_ length: Int = 240) -> String? {
        let beginning = prefix(utf8: length * 8).text.singleLine
        guard beginning.count > length else { return beginning.isEmpty ? nil : beginning }
        let cut = beginning.prefix(length - 1)
        let words = cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut
        return words.withoutLastJoiner + " …"
    }
}

extension Substring {
    /// The text without a joiner at its end: where a text is cut, it joins nothing any longer.
    fileprivate var withoutLastJoiner: Substring {
        var end = endIndex
        while end > startIndex {
            let last = unicodeScalars.index(before: end)
            guard [0x200C, 0x200D].contains(unicodeScalars[last].value) else { break }
            end = last
        }
        return self[..<end]
    }
}

/// A line that somebody types, with the cursor in it; keys change it as readline does, by whole characters.
package struct TypedLine: Sendable, Hashable {
    /// What was typed.
    package private(set) var text: String
    /// How many characters are before the cursor.
    package private(set) var cursor: Int

    // More than anybody types.
    private static let longest = 2000

    /// A line with the cursor at its end.
    package init(_ text: String = "") { (self.text, cursor) = (text, text.count) }

    /// Takes a key.
    ///
    /// - Returns: whether it is one for typing.
    package mutating func press(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(text.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        case .backspace: replace(max(0, cursor - 1)..<cursor)
        case .delete, .control("d"): replace(cursor..<cursor + 1)
        case .control("u"): replace(0..<cursor)
        case .control("k"): replace(cursor..<text.count)
        case .control("w"): replace(wordStart..<cursor)
        default: return false
        }
        return true
    }

    /// Puts text where the cursor is, as far as there is room for it.
    package mutating func insert(_ new: String) {
        replace(cursor..<cursor, with: String(new.prefix(max(0, Self.longest - text.count))))
    }

    /// What some columns show before the cursor and behind it, which is always seen itself.
    package func seen(in columns: Int) -> (before: Substring, after: Substring) {
        var (before, after) = (text.prefix(cursor).suffix(columns), text.dropFirst(cursor).prefix(columns))
        // Who changes something in the middle sees some of what follows.
        let behind = min(TextWidth.of(after), columns / 3)
        while TextWidth.of(before) > columns - behind { before = before.dropFirst() }
        let room = columns - TextWidth.of(before)
        while TextWidth.of(after) > room { after = after.dropLast() }
        return (before, after)
    }

    private mutating func replace(_ range: Range<Int>, with new: String = "") {
        let before = String(text.prefix(range.lowerBound)) + new
        text = before + String(text.dropFirst(range.upperBound))
        // What is joined to one character, such as a letter and a mark, is before the cursor as a whole.
        let end = text.utf8.index(text.startIndex, offsetBy: before.utf8.count)
        cursor = text.indices.count(where: { $0 < end })
    }

    /// Where the word before the cursor begins.
    private var wordStart: Int {
        text.prefix(cursor).reversed().drop { $0 == " " }.drop { $0 != " " }.count
    }
}

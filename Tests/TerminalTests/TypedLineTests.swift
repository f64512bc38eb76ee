import CarrelTerminal
import Testing

/// What keys make of a line that is typed.
struct TypedLineTests {
    private func line(_ text: String, _ keys: Key...) -> TypedLine {
        var line = TypedLine(text)
        for key in keys {
            let isTaken = line.press(key)
            #expect(isTaken)
        }
        return line
    }

    @Test func `text goes where the cursor is`() {
        let address = line("htp://a", .home, .right, .right, .character("t"))
        #expect(address.text == "http://a" && address.cursor == 3)
        #expect(line("b", .control("a"), .character("a"), .control("e"), .character("c")).text == "abc")
        #expect(line("ab", .left, .left, .left, .character("c")).text == "cab")
        #expect(line("ab", .right, .character("c")).text == "abc")
    }

    @Test func `keys remove what is before the cursor or behind it`() {
        #expect(line("abc", .left, .backspace).text == "ac")
        #expect(line("abc", .home, .delete, .delete).text == "c")
        #expect(line("abc", .delete).text == "abc" && line("abc", .home, .backspace).text == "abc")
        #expect(line("one two", .left, .control("u")).text == "o")
        #expect(line("one two", .home, .right, .control("k")).text == "o")
        #expect(line("one two  three", .left, .control("w")).text == "one two  e")
        #expect(line("one two  ", .control("w")).text == "one ")
        #expect(line("", .control("w"), .backspace, .delete).text.isEmpty)
    }

    @Test(arguments: ["e\u{301}", "潮", "👩‍👩‍👧", "🇳🇴", "क्षि", "각"])
    func `a character that several codes make up is one`(character: String) {
        #expect(line("a\(character)b", .left, .left, .character("-")).text == "a-\(character)b")
        #expect(line("a\(character)b", .left, .backspace).text == "ab")
        #expect(line("a\(character)b", .home, .right, .delete).text == "ab")
    }

    @Test func `what joins the character before it is behind no cursor`() {
        let mark = line("eb", .left, .character("\u{301}"))
        #expect(mark.text == "e\u{301}b" && mark.cursor == 1)
        // Without what was between them, two letters of a region are a flag.
        let flag = line("🇳 🇴!", .left, .left, .backspace)
        #expect(flag.text == "🇳🇴!" && flag.cursor == 1)
    }

    @Test func `of a long line the surroundings of the cursor are seen`() {
        func seen(_ line: TypedLine, _ columns: Int) -> [String] {
            let (before, after) = line.seen(in: columns)
            return [String(before), String(after)]
        }
        #expect(seen(line("0123456789"), 6) == ["456789", ""])
        #expect(seen(line("0123456789", .left, .left, .left), 6) == ["3456", "78"])
        #expect(seen(line("0123456789", .home), 6) == ["", "012345"])
        #expect(seen(line("潮汐潮汐"), 5) == ["潮汐", ""] && seen(line("潮汐潮汐", .home), 5) == ["", "潮汐"])
    }

    @Test func `nothing makes a line longer than anybody types, and other keys are for others`() {
        var long = TypedLine()
        long.insert(String(repeating: "a", count: 3000))
        long.insert("b")
        #expect(long.text.count == 2000 && !long.text.contains("b"))
        for key in [Key.enter, .escape, .tab, .up, .control("x")] {
            let isTaken = long.press(key)
            #expect(!isTaken)
        }
    }
}

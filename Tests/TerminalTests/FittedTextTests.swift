import CarrelTerminal
import Testing

/// Text in lines of a width.
struct FittedTextTests {
    @Test func `a line that is broken keeps its spaces, as columns of a table have them`() {
        let lines = FittedText.lines("Pears            7    a comment that is long\nx\ty and\tz", width: 24)
        #expect(lines == ["Pears            7    a", "comment that is long", "x    y and    z"])
    }

    @Test func `of each line it is known what joins it to the one before`() {
        let lines = FittedText.joinedLines("  a word or abcdefghijkl\nend", width: 8)
        #expect(
            lines == [
                FittedText.Line("  a word"), FittedText.Line("  or", .space),
                FittedText.Line("  abcdef", .space), FittedText.Line("  ghijkl", .none),
                FittedText.Line("end"),
            ])
    }

    @Test(arguments: ["", "   ", "            ", "a", "世界世界"])
    func `no text is lost and no line is added`(text: String) {
        let lines = FittedText.lines(text, width: 4)
        #expect(lines.joined(separator: "").filter { $0 != " " } == text.filter { $0 != " " })
        #expect(lines.count == (text.count > 3 && text.first != " " ? 2 : 1))
    }
}

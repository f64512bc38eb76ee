import CarrelModel
import CarrelTerminal
import Testing

/// The columns that text takes on a terminal.
struct TextWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("世界", 4), ("ｱ", 1), ("Ａ", 2), ("한글", 4), ("🙂", 2),
        ("👩‍👩‍👧", 2), ("🇳🇴", 2), ("❤\u{FE0F}", 2), ("❤", 1), ("👍🏽", 2), ("a\u{200B}b", 2), ("\u{1B}[31m", 4),
        ("⌚", 2), ("▀", 1), ("…", 1), ("ü", 1), ("שָׁ", 1),
        ("राष्ट्रीय", 7), ("स्त्री", 4), ("বাংলা", 5), ("ക്ഷ", 2), ("\u{1100}\u{1161}\u{11A8}", 2),
    ])
    func `a text is as wide as a terminal shows it`(text: String, width: Int) {
        #expect(TextWidth.of(text) == width)
    }

    @Test(arguments: [
        ("abcdef", 4, "abc…"), ("abc", 3, "abc"), ("世界世", 4, "世…"), ("abc", 1, "…"), ("abc", 0, ""),
    ])
    func `a text is cut at a column`(text: String, limit: Int, cut: String) {
        #expect(TextWidth.cut(text, to: limit) == cut)
        #expect(TextWidth.of(cut) <= limit)
    }

    @Test(arguments: ["👩‍👩‍👧", "❤\u{FE0F}", "❤", "🇳🇴", "🌊", "🫨", "ष्ट", "ष्ट्री"])
    func `pictures and joined letters are what terminals disagree about`(text: String) {
        #expect(text.first.map(TextWidth.isUncertain) == true)
    }

    @Test(arguments: ["a", "1", "©", "e\u{301}", "世", "ü", "│", "…", "●", "↓"])
    func `of letters and lines the width is certain`(text: String) {
        #expect(text.first.map(TextWidth.isUncertain) == false)
    }

    @Test(arguments: [
        (["TERM": "xterm-256color"], ColourDepth.palette), (["TERM": "xterm"], .basic),
        (["TERM": "xterm", "COLORTERM": "truecolor"], .full), (["TERM": "dumb"], .none), ([:], .none),
        (["TERM": "xterm-256color", "NO_COLOR": "1"], .none), (["TERM": "vt100"], .none),
        (["TERM": "xterm-256color", "NO_COLOR": ""], .palette), (["TERM": "konsole-direct"], .full),
    ])
    func `the environment says which colours there are`(environment: [String: String], depth: ColourDepth) {
        #expect(ColourDepth(environment: environment) == depth)
    }
}

import CarrelBasics
import Testing

/// Taking what is for a terminal out of texts.
struct EscapeSequencesTests {
    @Test(arguments: [
        ("\u{1B}[32mINFO \u{1B}[0m started", "INFO  started"), ("\u{1B}[38;5;12ma\u{1B}[mb\u{1B}[K", "ab"),
        ("\u{1B}[?25l\u{1B}[2 qa", "a"), ("\u{1B}(Ba\u{1B}[m", "a"), ("\u{1B}7a\u{1B}8\u{1B}cb", "ab"),
        ("\u{1B}]0;a title é\u{7}b", "b"),
        ("\u{1B}]8;;http://a.example/\u{1B}\\link\u{1B}]8;;\u{1B}\\ é", "link é"),
        ("\u{1B}Pq#0\u{1B}\\a\u{1B}_G1\u{1B}\\b", "ab"), ("", ""), ("[32mé", "[32mé"),
    ])
    func `whole sequences go, and all else stays`(text: String, shown: String) {
        #expect(text.withoutEscapeSequences == shown)
    }

    @Test(arguments: [
        "a\u{1B}", "a\u{1B}[", "a\u{1B}[3", "\u{1B}[3\u{7}m", "\u{1B}[3é", "\u{1B}é", "\u{1B}]0;no end",
        "\u{1B}]0;two\nlines\u{7}", "\u{1B}(", "\u{1B}]0;\u{1B}",
    ])
    func `what is not a whole sequence stays`(text: String) {
        #expect(text.withoutEscapeSequences == text)
    }

    @Test func `a sequence hides no more than a line of some length`() {
        let long = "\u{1B}]0;" + String(repeating: "a", count: 5000) + "\u{7}"
        #expect(long.withoutEscapeSequences == long)
        let colour = "\u{1B}[" + String(repeating: "1", count: 100) + "m"
        #expect(colour.withoutEscapeSequences == colour)
    }

    @Test func `nothing is left of a sequence within another that a terminal would act on`() {
        for text in ["\u{1B}\u{1B}[2J[2J", "\u{1B}[\u{1B}[m2J", "\u{1B}\u{1B}]0;\u{7}c", "\u{9B}\u{1B}[m2J"] {
            let shown = text.withoutEscapeSequences.readable
            let left = shown.unicodeScalars.filter { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
            #expect(left.isEmpty, "\(shown)")
        }
    }
}

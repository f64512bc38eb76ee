import CarrelBasics
import Testing

/// Words as a shell reads them.
struct ShellWordTests {
    @Test(arguments: [
        ("plain-name.txt", "plain-name.txt"), ("two words", "'two words'"), ("it's", #"'it'\''s'"#),
        ("", "''"), ("-x", "'-x'"), ("new\nline", #"$'new\nline'"#), ("a\tb's \\", #"$'a\tb\'s \\'"#),
        ("bell\u{7}7", #"$'bell\0077'"#), ("turn\u{202E}ed", #"$'turn\342\200\256ed'"#), ("Übung", "Übung"),
        // A mark after a quote, and one that counts as a letter after what begins a comment.
        ("x'\u{301};touch a;'\u{301}", "'x'\\''\u{301};touch a;'\\''\u{301}'"), ("#\u{345}", "'#\u{345}'"),
    ])
    func `a text is one word, and a character that cannot be shown is written out`(
        text: String, word: String
    ) {
        #expect(ShellWord.text(text) == word)
    }

    @Test func `an operand that looks like an option is behind two dashes`() {
        #expect(ShellWord.operands("notes", "two words") == "notes 'two words'")
        #expect(ShellWord.operands("notes", "-x") == "-- notes '-x'")
        #expect(ShellWord.operands("-x", "-y") == "-- '-x' '-y'")
        #expect(ShellWord.operands("-\u{345}") == "-- '-\u{345}'")
    }
}

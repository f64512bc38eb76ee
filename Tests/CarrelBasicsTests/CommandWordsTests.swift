import CarrelBasics
import Testing

struct CommandWordsTests {
    @Test(arguments: [
        ("cat -n", ["cat", "-n"]), ("  a   b ", ["a", "b"]), ("a 'b c' \"d e\"", ["a", "b c", "d e"]),
        (#"a\ b c"#, ["a b", "c"]), (#"a "it's" 'say "x"'"#, ["a", "it's", "say \"x\""]),
        (#"a "\"q\" \n""#, ["a", #""q" \n"#]), ("a ''", ["a", ""]), ("a$HOME *", ["a$HOME", "*"]),
        ("a'b'c", ["abc"]),
    ])
    func `words are read as a shell reads them, and nothing is expanded`(text: String, words: [String]) {
        #expect(CommandWords(text)?.words == words)
    }

    @Test(arguments: ["", "  ", "a 'b", "a \"b", "a \\", "''"])
    func `what is no command is none`(text: String) { #expect(CommandWords(text) == nil) }
}

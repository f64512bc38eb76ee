import CarrelBasics
import CarrelStages
import Testing

/// Lists that the command line or the environment gives as a text.
@Suite struct ListTextTests {
    @Test(arguments: [
        ("txt,pdf", ["txt", "pdf"]), (" txt , pdf ", ["txt", "pdf"]), (#"["txt","pdf"]"#, ["txt", "pdf"]),
        (#" [ "txt" , 'pdf', ] "#, ["txt", "pdf"]), (#"["a,b", "c\"d"]"#, ["a,b", "c\"d"]),
        (#"['a\b']"#, ["a\\b"]),
        ("[ab]*.pdf,[c]", ["[ab]*.pdf", "[c]"]), ("[]", []),
        // A shell takes the quotes of ["mp3"].
        ("[mp3]", ["mp3"]), ("[ mp3, audio/* ]", ["mp3", "audio/*"]), ("[::1]", ["[::1]"]),
    ])
    func `words between commas are a list, and so is an array as a config file has it`(
        text: String, list: [String]
    ) {
        #expect([String](configValue: .untyped(text)) == list)
    }

    @Test func `the words of a command may be an array, too`() {
        #expect(CommandWords(configValue: .untyped(#"["a b", "c"]"#))?.words == ["a b", "c"])
        #expect(CommandWords(configValue: .untyped("[ -f x ]"))?.words == ["[", "-f", "x", "]"])
        #expect(CommandWords(configValue: .untyped(#"["a" "b"]"#)) == nil)
    }

    @Test func `a text is written in quotes that a mark in it does not end`() {
        #expect("a\"\u{301}\\\u{301}b".configText == "\"a\\\"\u{301}\\\\\u{301}b\"")
        #expect("a\r\nb".configText == "\"a\\r\\nb\"")
        #expect("\t".configText == "\"\\t\"")
    }

    @Test(arguments: [
        #"["txt", pdf]"#, #"["txt" "pdf"]"#, #"["txt]"#, "['txt\"]", #"["txt",,"pdf"]"#, #"["\x"]"#,
    ])
    func `a malformed array is refused`(text: String) {
        #expect([String](configValue: .untyped(text)) == nil)
    }
}

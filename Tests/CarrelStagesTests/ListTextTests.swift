import CarrelStages
import Testing

/// Lists that the command line or the environment gives as a text.
@Suite struct ListTextTests {
    @Test(arguments: [
        ("txt,pdf", ["txt", "pdf"]), (" txt , pdf ", ["txt", "pdf"]), (#"["txt","pdf"]"#, ["txt", "pdf"]),
        (#" [ "txt" , 'pdf', ] "#, ["txt", "pdf"]), (#"["a,b", "c\"d"]"#, ["a,b", "c\"d"]),
        (#"['a\b']"#, ["a\\b"]),
        ("[ab]*.pdf,[c]", ["[ab]*.pdf", "[c]"]), ("[]", []),
    ])
    func `words between commas are a list, and so is an array as a config file has it`(
        text: String, list: [String]
    ) {
        #expect([String](configValue: .untyped(text)) == list)
    }

    @Test(arguments: [
        #"["txt", pdf]"#, #"["txt" "pdf"]"#, #"["txt]"#, "['txt\"]", #"["txt",,"pdf"]"#, #"["\x"]"#,
    ])
    func `a malformed array is refused`(text: String) {
        #expect([String](configValue: .untyped(text)) == nil)
    }
}

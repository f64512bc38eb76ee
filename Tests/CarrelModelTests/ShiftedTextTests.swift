import CarrelModel
import Testing

struct ShiftedTextTests {
    @Test(arguments: [
        ("2", "10", "^10"), ("x", "n+1", "^(n+1)"), ("m", "-1", "^-1"), ("10", "1.5", "^1.5"),
        ("f", "'", "'"),
        ("word", "[1]", "[1]"), ("word ", "1", "1"), ("21", "st", "st"), ("XIX", "e", "e"), ("x", "e", "^e"),
        ("", "2", "2"), (")", "2", "^2"), ("a", "a\nb", "a\nb"),
        ("a", String(repeating: "b", count: 60), String(repeating: "b", count: 60)),
    ])
    func `what is raised is marked where it touches a word`(before: String, words: String, result: String) {
        #expect(ShiftedText.raised.marked(words, after: before) == result)
    }

    @Test(arguments: [
        ("H", "2", "2"), ("Na", "2", "2"), ("(OH)", "2", "2"), ("log", "2", "_2"), ("x", "1", "_1"),
        ("x", "max", "_max"),
        ("V", "in", "_in"), ("a", "i,j", "_i,j"), ("a", "i+1", "_(i+1)"), ("a ", "1", "1"),
    ])
    func `what is lowered is marked unless it counts atoms`(before: String, words: String, result: String) {
        #expect(ShiftedText.lowered.marked(words, after: before) == result)
    }
}

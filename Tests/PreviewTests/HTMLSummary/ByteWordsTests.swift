import CarrelBasics
import Testing
@testable import HTMLSummaryPreviewing

struct ByteWordsTests {
    private func value(_ word: String, in words: ByteWords<Int>) -> Int? {
        var word = word
        return word.withUTF8 { words[UnsafeRawBufferPointer($0)] }
    }

    @Test func `a word is found whatever its case, and none that is only like it`() {
        let words = ByteWords<Int>([("nav", 1), ("navbar", 2), ("data-id", 3)])
        #expect(
            value("nav", in: words) == 1 && value("NavBar", in: words) == 2
                && value("DATA-ID", in: words) == 3)
        #expect(
            value("na", in: words) == nil && value("", in: words) == nil && value("navbars", in: words) == nil
        )
        #expect(words[StableHash("navbar".utf8)] == 2)
    }

    @Test func `a table grows with its words`() {
        var words = ByteWords<Int>()
        for number in 0..<5000 { words[StableHash("word-\(number)".utf8)] = number }
        let found = (0..<5000).filter { (number: Int) in value("word-\(number)", in: words) == number }
        #expect(found.count == 5000)
        #expect(value("word-5000", in: words) == nil)
    }

    @Test func `the words of a text are added, those that are there with what they had`() {
        var words = ByteWords<Int>([("b", 10)])
        words.add("a b\n  c\tb ") { ($0 ?? 0) + 1 }
        #expect(value("a", in: words) == 1 && value("b", in: words) == 12 && value("c", in: words) == 1)
        words.add("") { _ in 7 }
        #expect(value("", in: words) == nil)
    }
}

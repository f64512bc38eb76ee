import CarrelStages
import Testing

@testable import CarrelSQLite

@Suite("A snippet shows the words around what was found")
struct ExcerptTests {
    /// Cuts as the index does; a word is what spaces divide.
    private func shown(_ text: String, _ spots: (phrase: Int, words: Range<Int>)...) -> String {
        let excerpt = Excerpt(spots.map { Excerpt.Spot(phrase: $0.phrase, words: $0.words) })
        let bytes = Array(text.utf8)
        let words = bytes.indices.split { bytes[$0] == 0x20 }.map { $0.startIndex..<$0.endIndex }
        return excerpt.parts(of: bytes, Array(words.prefix(excerpt.neededWords)))
            .map { $0.isFound ? "[\($0.text)]" : $0.text }.joined()
    }

    private func numbers(_ range: Range<Int>) -> String { range.map(String.init).joined(separator: " ") }

    @Test("a short text is shown whole")
    func whole() {
        #expect(shown("one two three", (0, 1..<2)) == "one [two] three")
        #expect(shown("(one) two!", (0, 0..<2)) == "[(one) two!]")
        #expect(shown("") == "")
    }

    @Test("a text in which nothing was found is shown from its beginning")
    func beginning() {
        #expect(shown(numbers(0..<100)) == numbers(0..<24) + "…")
    }

    @Test("what was found late stands in the middle, and marks say that there is more")
    func middle() {
        #expect(shown(numbers(0..<100), (0, 50..<51)) == "…\(numbers(39..<50)) [50] \(numbers(51..<63))…")
    }

    @Test("it begins with the sentence where there is room for that")
    func sentence() {
        let text = numbers(0..<40) + ". " + numbers(41..<100)
        #expect(shown(text, (0, 52..<53)).hasPrefix("…41 "))
        #expect(shown(text, (0, 80..<81)).hasPrefix("…70 "))
    }

    @Test("most of the phrases count, then most of their places, then the first")
    func choice() {
        let text = numbers(0..<200)
        #expect(shown(text, (0, 5..<6), (0, 90..<91), (1, 100..<102)).contains("[90] 91 92"))
        #expect(shown(text, (0, 5..<6), (0, 90..<91), (1, 100..<102)).contains("[100 101]"))
        #expect(shown(text, (0, 5..<6), (0, 90..<91), (0, 95..<96)).contains("[95]"))
        #expect(shown(text, (0, 5..<6), (0, 90..<91)).contains("[5]"))
    }

    @Test("places that overlap are marked once, and a phrase longer than the snippet is cut")
    func overlap() {
        #expect(shown("a b c d", (0, 0..<2), (1, 1..<3)) == "[a b c] d")
        #expect(shown(numbers(0..<60), (0, 20..<50)) == "…[\(numbers(20..<44))]…")
    }

    @Test("places beyond the text, as a damaged index may tell them, show nothing")
    func damage() {
        #expect(shown("one two", (0, 70..<71)) == "")
        #expect(shown("one two", (0, 1..<9)) == "one [two]")
    }
}

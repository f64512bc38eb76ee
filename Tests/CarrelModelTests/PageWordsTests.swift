import CarrelModel
import Testing

/// Finding a text on a page.
struct PageWordsTests {
    /// A page of lines whose letters are ten points wide.
    private func page(_ lines: String...) -> PageWords {
        let placed = lines.enumerated().map { number, line in
            var x = 0.0
            return line.split(separator: " ").map { word in
                let width = Double(word.count) * 10
                defer { x += width + 10 }
                return PageWords.Word(
                    String(word), PageWords.Box(x: x, y: Double(number) * 20, width: width, height: 12))
            }
        }
        return PageWords(page: 1, width: 600, height: 800, lines: placed)
    }

    @Test
    func `a part of a word is a part of its box`() throws {
        let match = try #require(page("the tides turn").matches(of: "ide").first)
        let box = try #require(match.boxes.first)
        #expect(match.boxes.count == 1 && box.x == 50 && abs(box.width - 30) < 0.001 && box.height == 12)
        #expect(match.before == "the" && match.text == "tides" && match.after == "turn")
    }

    @Test
    func `neither case nor accents nor ligatures nor spaces keep a text from being found`() {
        let page = page("Über die Flut", "ﬁne Grün")
        for text in ["uber", "ÜBER  DIE", "fine", "grun", "flut\u{A0}fine"] {
            #expect(page.matches(of: text).count == 1, "\(text)")
        }
        #expect(page.matches(of: "uber flut").isEmpty)
    }

    @Test
    func `a text over two lines has a box on each`() throws {
        let match = try #require(page("one two", "three").matches(of: "two thr").first)
        #expect(match.boxes.map(\.y) == [0, 20] && match.boxes.map(\.width) == [30, 30])
    }

    @Test
    func `a word that a line divides is one word`() {
        let page = page("an ex-", "ample and a well-known one")
        #expect(page.matches(of: "example").count == 1)
        #expect(page.matches(of: "well-known").count == 1 && page.matches(of: "wellknown").count == 1)
    }

    @Test
    func `each place is told, and none twice`() {
        #expect(page("aaaa aa").matches(of: "aa").count == 3)
        #expect(page("aaaa").matches(of: "  ").isEmpty && page("a-b").matches(of: "-").isEmpty)
        #expect(page().matches(of: "a").isEmpty)
    }
}

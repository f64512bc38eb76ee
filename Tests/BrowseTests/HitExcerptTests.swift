import CarrelBrowse
import CarrelStages
import Testing

/// What rows tell of the hits of a search.
struct HitExcerptTests {
    private let filler = "Filler words here. Filler words here.\nFiller words here. A "

    private func excerpt(_ before: String, place: String? = nil) -> HitExcerpt {
        let parts = [(before, false), ("bowline", true), ("\nholds", false)]
        return HitExcerpt(parts.map { SearchHit.SnippetPart($0.0, isFound: $0.1) }, place: place)
    }

    @Test(arguments: [
        (80, "…here. A bowline holds"), (18, "…here. A bowline …"), (17, "…here. A bowline…"),
        (16, "…bowline holds"), (13, "…bowline hol…"), (9, "…bowline…"), (5, "…bow…"), (0, ""),
    ])
    func `a row shows what was found, and around it what fits`(columns: Int, shown: String) {
        let excerpt = excerpt(filler)
        #expect(excerpt.text(in: columns) == shown && excerpt.found == ["bowline"])
        #expect(excerpt.leastColumns == 9)
    }

    @Test func `the page is told where there is room`() {
        let excerpt = excerpt("The ", place: "page 12")
        #expect(excerpt.text(in: 80) == "page 12: The bowline holds")
        #expect(excerpt.text(in: 21) == "page 12: The bowline…" && excerpt.text(in: 20) == "…bowline holds")
    }

    @Test func `what was found at the beginning, or only by its title, is told from there`() {
        #expect(excerpt("").text(in: 9) == "bowline …" && excerpt("").text(in: 5) == "bowl…")
        let title = HitExcerpt([SearchHit.SnippetPart(filler, isFound: false)])
        #expect(title.text(in: 15) == "Filler words h…" && title.leastColumns == nil)
        #expect(HitExcerpt([]).text(in: 9).isEmpty)
    }

    @Test func `a long title leaves room for what was found`() {
        for columns in [50, 68, 90, 130] {
            var played = PlayedBrowser(columns: columns, lines: 8)
            played.found = ["bowline"]
            played.press("/tide\r")
            #expect(played.text.contains("bowline") && played.text.contains("Why"), "\(played.text)")
        }
    }
}

import CarrelModel
import Foundation
import Testing

/// Who wrote a page and when, and what it is called, where the page mixes that with other things.
@Suite(.timeLimit(.minutes(1)))
struct PageBylineTests {
    @Test
    func `all authors of a paper are named`() async throws {
        let names = (1...9).map { "Shore, Ada Augusta the \($0)th" }
        let elements = (names + names.prefix(1)).map { "<meta name=citation_author content=\"\($0)\">" }
        let paper = try await Pages.show("\(elements.joined())<p>\(Pages.words(1))</p>")
        #expect(paper.metadata["author"] == names.joined(separator: "; "))
    }

    @Test
    func `an author whose name is a part of another's is named, too`() async throws {
        let names = ["Anna Smithson", "Anna Smith", "Li Wang", "Li"]
        let elements = (names + names).map { "<meta name=citation_author content=\"\($0)\">" }
        let paper = try await Pages.show("\(elements.joined())<p>\(Pages.words(1))</p>")
        #expect(paper.metadata["author"] == names.joined(separator: "; "))
    }

    @Test(
        arguments: [
            ("Joshua Sokol May 20, 2019", "Joshua Sokol"),
            ("Steven Musil January 18, 2017 11:00 PM PST @stevenmusil", "Steven Musil"),
            ("By Ada Monroe, 20 May 2019", "Ada Monroe"), ("Ada Shore | 2019-05-20", "Ada Shore"),
            ("Theresa May", "Theresa May"), ("June Bug and April May", "June Bug and April May"),
            ("John Smith (Reuters)", "John Smith (Reuters)"), ("J. R. R. Tolkien", "J. R. R. Tolkien"),
            ("@stevenmusil", nil), ("", nil),
        ] as [(String, String?)])
    func `an author is a name without a date`(line: String, name: String?) async throws {
        let preview = try await Pages.show(
            "<title>Tides</title><div><p class=author>\(line)</p>\(Pages.paragraphs(1...3))</div>")
        #expect(preview.metadata["author"] == name)
    }

    @Test(
        arguments: [
            ("12:06 PM", nil), ("12.06", nil), ("2019-05-20", "2019-05-20"),
            ("20 May 2019, 12:06", "20 May 2019, 12:06"),
        ] as [(String, String?)])
    func `a time of day is no date`(text: String, date: String?) async throws {
        let preview = try await Pages.show(
            "<title>Tides</title><div><span itemprop=datePublished>\(text)</span>\(Pages.paragraphs(1...3))</div>"
        )
        #expect(preview.metadata["published"] == date)
    }

    @Test(arguments: ["//<![CDATA[\n", "<![CDATA["])
    func `data for machines is read within CDATA, too`(start: String) async throws {
        let end = start.hasPrefix("/") ? "\n//]]>" : "]]>"
        let preview = try await Pages.show(
            """
            <title>x</title><script type="application/ld+json">\(start){"@type": "NewsArticle", "headline": "Of tides",
            "author": [{"name": "Ada"}]}\(end)</script>\(Pages.paragraphs(1...2))
            """)
        #expect(preview.title == "Of tides" && preview.metadata["author"] == "Ada")
    }

    @Test
    func `a description in the place of the headline is not the title`() async throws {
        let preview = try await Pages.show(
            """
            <title>Hermitian matrix - Wikipedia</title><script type="application/ld+json">{"@type": "Article", "name": "Hermitian matrix",
            "headline": "matrix equal to its conjugate-transpose"}</script>\(Pages.paragraphs(1...2))
            """)
        #expect(preview.title == "Hermitian matrix")
    }

    @Test
    func `of two headings that one is the title which the head begins with`() async throws {
        let preview = try await Pages.show(
            """
            <title>Evolve: History — evolve extension</title><body><div class=header><h1 class=heading><a href="/"><span>evolve extension</span></a>
            </h1></div><div class=body><h1>Evolve: History<a href="#history">¶</a></h1>\(Pages.paragraphs(1...3))</div></body>
            """)
        #expect(preview.title == "Evolve: History")
        #expect(preview.text == Pages.text(1...3))
    }
}

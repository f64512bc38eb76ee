import CarrelModel
import CarrelStages
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PageFactsTests {
    @Test
    func `title, description and facts come from the head`() async throws {
        let preview = try await Pages.show(
            """
            <html lang=en><head><title> Cells &amp;\n genes </title><meta name=Description content="All about cells.">
            <meta property="og:description" content="other"><meta name=author content="Dr Ada">
            <meta property="article:published_time" content="2012-01-31"><meta property=og:site_name content=Bio>
            <link rel=canonical href="https://bio.example/cells"><meta property="og:image" content="/cell.png">
            <meta name=keywords content="cell, gene"><body><p>Text.
            """)
        #expect(preview.title == "Cells & genes")
        #expect(preview.summary == "All about cells.")
        #expect(
            preview.metadata == [
                "author": "Dr Ada", "published": "2012-01-31", "site": "Bio", "language": "en",
                "canonical": "https://bio.example/cells", "image": "/cell.png", "keywords": "cell, gene",
            ])
        #expect(preview.text == "Text.")
    }

    @Test
    func `data for machines is trusted more than names for other sites`() async throws {
        let preview = try await Pages.show(
            """
            <title>Of tides | The Shore</title><meta property="og:title" content="You will not believe this tide">
            <script type="application/ld+json">{"@context": "https://schema.org", "@graph": [{"@type": "WebSite", "name": "The Shore"},
            {"@type": ["NewsArticle"], "headline": "Of tides", "author": [{"@type": "Person", "name": "Ada"}, {"name": "Bob"}],
            "datePublished": "2020-01-02", "dateModified": "2020-01-03", "inLanguage": "en-GB", "image": {"url": "/tide.jpg"},
            "description": "Why the sea
            moves."}]}</script><p>\(Pages.words(1))</p>
            """)
        #expect(preview.title == "Of tides")
        #expect(preview.summary == "Why the sea moves.")
        #expect(
            preview.metadata == [
                "author": "Ada, Bob", "published": "2020-01-02", "modified": "2020-01-03",
                "language": "en-GB",
                "image": "/tide.jpg", "site": "The Shore",
            ])
    }

    @Test
    func `data for machines may be written as HTML`() async throws {
        let preview = try await Pages.show(
            """
            <title>x</title><script type="application/ld+json">{"@type": "Article", "headline": "It&#8217;s of &lt;b&gt;",
            "author": {"name": "J&ouml;rg & Ada"}, "description": "<p>Why the <i>sea</i> moves.</p>"}</script><p>Text.</p>
            """)
        #expect(preview.title == "It’s of <b>")
        #expect(preview.summary == "Why the sea moves.")
        #expect(preview.metadata == ["author": "Jörg & Ada"])
        let plain = try await Pages.show(
            """
            <script type="application/ld+json">{"@type": "Article", "headline": "Q & A on <b>"}</script><p>Text.</p>
            """)
        #expect(plain.title == "Q & A on <b>")
    }

    @Test(arguments: ["\"ADDRESS\"", "[{\"url\": \"ADDRESS\"}]", "{\"contentUrl\": \"ADDRESS\"}"])
    func `addresses in data for machines are no HTML but for their ampersands`(image: String) async throws {
        let image = image.replacing("ADDRESS", with: "/i.png?a=1&copy;=2&amp;b=%3C&reg=4")
        let preview = try await Pages.show(
            """
            <script type="application/ld+json">{"@type": "Article", "headline": "Tides", "image": \(image)}</script><p>Text.</p>
            """)
        #expect(preview.metadata["image"] == "/i.png?a=1&copy;=2&b=%3C&reg=4")
    }

    @Test
    func `Dublin Core and the text itself serve where nothing else does`() async throws {
        let core = try await Pages.show(
            """
            <title>x</title><meta name="DC.Title" content="Of tides"><meta name="dcterms.creator" content="Ada">
            <meta name="DC.date.issued" content="1999"><meta name="DC.language" content="fr"><p>Text.</p>
            """)
        #expect(core.title == "Of tides")
        #expect(core.metadata == ["author": "Ada", "published": "1999", "language": "fr"])
        let text = try await Pages.show(
            """
            <h1>Of tides</h1><p class="byline">By Ada Shore</p><time datetime="2020-01-02">2 January</time>
            <img src="/logo.png" width=40><img src="/tide.jpg" width="800"><p>\(Pages.words(1))</p>
            """)
        #expect(text.title == "Of tides")
        #expect(text.metadata == ["author": "Ada Shore", "published": "2020-01-02", "image": "/tide.jpg"])
    }

    @Test
    func `without a description, the first paragraph of some length serves`() async throws {
        let sentence = "A cell is the smallest unit of life, and it can do a great deal on its own."
        let preview = try await Pages.show("<h1>Cells</h1><p>Week 1<h2>x</h2><p>\(sentence)<p>More.")
        #expect(preview.title == "Cells")
        #expect(preview.summary == sentence)
    }

    @Test
    func `what is emphasized in a title is a part of it`() async throws {
        let preview = try await Pages.show(
            "<title>Tides of <i>Nereis <b>virens</b></i><br>and others</title><p>Text.</p>")
        #expect(preview.title == "Tides of Nereis virens and others")
        #expect(preview.text == "Text.")
    }

    @Test
    func `a title that is not closed does not take the whole page`() async throws {
        let beginning = (1...8).map { "<i>\(Pages.words($0))</i>" }.joined()
        let preview = try await Pages.show("<title>Tides \(beginning)<font>\(Pages.words(9))</font>")
        #expect(preview.title?.hasPrefix("Tides The tide number 1 rises") == true)
        #expect(preview.text.hasSuffix(Pages.words(9)))
        let plain = (1...12).map { "\(Pages.words($0)) <i>x</i> " }.joined()
        #expect(try await Pages.show("<title>Tides \(plain)").text.contains(Pages.words(11)))
    }

    @Test
    func `the name of the site is no part of the title`() async throws {
        let named = try await Pages.show(
            "<title>Of tides - The Shore</title><meta property=og:site_name content='The Shore'><p>x</p>")
        #expect(named.title == "Of tides")
        let heading = try await Pages.show("<title>The Shore » Of tides</title><h1>Of tides</h1><p>x</p>")
        #expect(heading.title == "Of tides")
        let dash = try await Pages.show("<title>Tides - a study</title><p>x</p>")
        #expect(dash.title == "Tides - a study")
    }
}

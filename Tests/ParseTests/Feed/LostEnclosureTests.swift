import CarrelModel
import CarrelStages
import FeedParsing
import Foundation
import Testing

/// Enclosures that an entry has and that cannot be fetched.
@Suite(.timeLimit(.minutes(1)))
struct LostEnclosureTests {
    private static let page = "http://h.example.org/p.html"
    private static let long = String(repeating: "x", count: 20_000)

    /// The catalogue of a feed with this beside the page of its only entry, whose identity is `g`.
    private func parse(_ part: String, documents: String = "enclosures") throws -> Catalog {
        let declaration = try #require(FeedParser.plugin.settings.first { $0.name == "documents" })
        let choice = try #require(declaration.decode(.string(documents)))
        let namespaces =
            "xmlns:media='http://search.yahoo.com/mrss/' xmlns:atom='http://www.w3.org/2005/Atom'"
        let entry = "<title>T</title><guid isPermaLink='false'>g</guid><link>\(Self.page)</link>\(part)"
        let text = "<rss \(namespaces)><channel>\n<item>\(entry)</item></channel></rss>"
        return try Feeds.parse(
            Samples.document(text, "http://h.example.org/feed.xml"), ["documents": choice])
    }

    private func parse(json attachments: String) throws -> Catalog {
        let entry = "{\"id\": \"g\", \"title\": \"T\", \"url\": \"/p.html\", \"attachments\": \(attachments)}"
        let text =
            "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"F\", \"items\": [\(entry)]}"
        return try FeedParser().parse([Samples.document(text, "http://h.example.org/feed.json")])
    }

    @Test(arguments: [
        "<enclosure url='LONG'/>", "<atom:link rel='enclosure' href='LONG'/>",
        "<atom:content type='audio/mpeg' src='LONG'/>", "<media:content type='audio/mpeg' url='LONG'/>",
        "<media:group><media:content type='audio/mpeg' url='LONG'/></media:group>",
    ])
    func `an enclosure that cannot be used is reported, and the page does not take its place`(part: String)
        throws
    {
        let catalog = try parse(part.replacing("LONG", with: Self.long))
        let items = catalog.collections[0].items
        #expect(items.map(\.id) == ["g"] && items.map(\.url) == [nil])
        #expect(value(items[0], "Page") == Self.page)
        #expect(catalog.problems.map(\.place) == ["line 2"] && catalog.hasGap(.lasting))
    }

    @Test func `an address that is too long is reported, and is not told whole`() throws {
        let catalog = try parse("<enclosure url='\(Self.long)'/>")
        #expect(catalog.collections[0].items.map(\.url) == [nil])
        let reason = try #require(catalog.problems.first?.reason)
        #expect(catalog.hasGap(.lasting) && reason.contains("xxx") && reason.count < 1000)
    }

    @Test(arguments: ["\"x\"", "{\"url\": \"x\"}", "[{\"url\": 5}]", "[5]"])
    func `an attachment that cannot be used is reported, and the page does not take its place`(
        attachments: String
    ) throws {
        let catalog = try parse(json: attachments)
        let items = catalog.collections[0].items
        #expect(items.map(\.id) == ["g"] && items.map(\.url) == [nil])
        #expect(catalog.hasGap(.lasting))
    }

    @Test(arguments: [
        "", "<enclosure url='' length='0' type='image/jpeg'/>", "<enclosure type='audio/mpeg'/>",
        "<atom:link rel='enclosure' href=' '/>", "<atom:link rel='enclosure' type='audio/mpeg'/>",
        "<atom:content type='audio/mpeg' src=''/>", "<media:content type='audio/mpeg' url=''/>",
        "<media:group><media:content type='audio/mpeg' url=''/></media:group>",
        "<media:content type='image/png' url=''/>", "<media:content type='audio/mpeg'/>",
    ])
    func `an entry whose enclosure has no address has its page, and nothing is missing`(part: String) throws {
        let catalog = try parse(part)
        #expect(catalog.collections[0].items.map(\.url) == [Self.page])
        #expect(catalog.problems == [])
    }

    @Test(arguments: ["[]", "null", "[null]", "[{}]", "[{\"url\": null}]", "[{\"url\": \" \"}]", "[\"\"]"])
    func `an entry whose attachment has no address has its page, and nothing is missing`(
        attachments: String
    ) throws {
        let catalog = try parse(json: attachments)
        #expect(catalog.collections[0].items.map(\.url) == [Self.page] && catalog.problems == [])
    }

    @Test(arguments: ["\"\"", "{}"])
    func `where what should be the attachments gives no address, the entry has its page`(text: String) throws
    {
        let catalog = try parse(json: text)
        #expect(catalog.collections[0].items.map(\.url) == [Self.page])
    }

    @Test func `the others of an entry are listed beside one that cannot be used`() throws {
        let catalog = try parse("<enclosure url='\(Self.long)'/><enclosure url='a.mp3'/>")
        #expect(catalog.collections[0].items.map(\.url) == ["http://h.example.org/a.mp3"])
        #expect(catalog.hasGap(.lasting))
    }

    @Test func `a picture does not take the place of an enclosure that cannot be used, but of none`() throws {
        let cases: [(String, String?)] = [(Self.long, nil), ("", "http://h.example.org/p.png")]
        for (address, url) in cases {
            let entry =
                "<title>T</title><enclosure url='\(address)'/><media:content medium='image' url='p.png'/>"
            let text =
                "<rss xmlns:media='http://search.yahoo.com/mrss/'><channel><item>\(entry)</item></channel></rss>"
            let catalog = try FeedParser().parse([Samples.document(text, "http://h.example.org/feed.xml")])
            #expect(catalog.collections[0].items.map(\.url) == [url])
        }
    }

    @Test
    func
        `where pages are fetched, too, they are listed beside it, and where only they are, nothing is missing`()
        throws
    {
        let lost = "<enclosure url='\(Self.long)'/>"
        let both = try parse(lost, documents: "both")
        #expect(both.collections[0].items.map(\.id) == ["g", "g#page"])
        #expect(both.collections[0].items.map(\.url) == [nil, Self.page] && both.hasGap(.lasting))
        let pages = try parse(lost, documents: "pages")
        #expect(pages.collections[0].items.map(\.url) == [Self.page] && pages.problems == [])
    }
}

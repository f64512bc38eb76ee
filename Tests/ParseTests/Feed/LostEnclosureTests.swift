import CarrelModel
import CarrelStages
import FeedParsing
import Foundation
import Testing

/// Enclosures that an entry has and that cannot be fetched.
@Suite(.timeLimit(.minutes(1)))
struct LostEnclosureTests {
    private static let page = "http://h.example.org/p.html"

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
        "<enclosure url=''/>", "<enclosure type='audio/mpeg'/>",
        "<atom:link rel='enclosure' href=' '/>", "<atom:link rel='enclosure' type='audio/mpeg'/>",
        "<atom:content type='audio/mpeg' src=''/>", "<media:content type='audio/mpeg' url=''/>",
        "<media:group><media:content type='audio/mpeg' url=''/></media:group>",
    ])
    func `an enclosure that cannot be used is reported, and the page does not take its place`(part: String)
        throws
    {
        let catalog = try parse(part)
        let items = catalog.collections[0].items
        #expect(items.map(\.id) == ["g"] && items.map(\.url) == [nil])
        #expect(value(items[0], "Page") == Self.page)
        #expect(catalog.problems.map(\.place) == ["line 2"] && catalog.hasGap(.lasting))
    }

    @Test func `an address that is too long is reported, and is not told whole`() throws {
        let catalog = try parse("<enclosure url='\(String(repeating: "x", count: 20_000))'/>")
        #expect(catalog.collections[0].items.map(\.url) == [nil])
        let reason = try #require(catalog.problems.first?.reason)
        #expect(catalog.hasGap(.lasting) && reason.contains("xxx") && reason.count < 1000)
    }

    @Test(arguments: ["\"x\"", "[{}]", "[{\"url\": \"\"}]", "[{\"url\": 5}]", "[5]"])
    func `an attachment that cannot be used is reported, and the page does not take its place`(
        attachments: String
    ) throws {
        let catalog = try parse(json: attachments)
        let items = catalog.collections[0].items
        #expect(items.map(\.id) == ["g"] && items.map(\.url) == [nil])
        #expect(catalog.hasGap(.lasting))
    }

    @Test(arguments: ["", "<media:content type='image/png' url=''/>", "<media:content type='audio/mpeg'/>"])
    func `an entry without an enclosure has its page, and nothing is missing`(part: String) throws {
        let catalog = try parse(part)
        #expect(catalog.collections[0].items.map(\.url) == [Self.page])
        #expect(catalog.problems == [])
        for attachments in ["[]", "null"] {
            let json = try parse(json: attachments)
            #expect(json.collections[0].items.map(\.url) == [Self.page] && json.problems == [])
        }
    }

    @Test func `the others of an entry are listed beside one that cannot be used`() throws {
        let catalog = try parse("<enclosure url=''/><enclosure url='a.mp3'/>")
        #expect(catalog.collections[0].items.map(\.url) == ["http://h.example.org/a.mp3"])
        #expect(catalog.hasGap(.lasting))
    }

    @Test func `a picture does not take the place of an enclosure that cannot be used`() throws {
        let entry = "<title>T</title><enclosure url=''/><media:content medium='image' url='p.png'/>"
        let text =
            "<rss xmlns:media='http://search.yahoo.com/mrss/'><channel><item>\(entry)</item></channel></rss>"
        let catalog = try FeedParser().parse([Samples.document(text, "http://h.example.org/feed.xml")])
        #expect(catalog.collections[0].items.map(\.url) == [nil])
    }

    @Test
    func
        `where pages are fetched, too, they are listed beside it, and where only they are, nothing is missing`()
        throws
    {
        let both = try parse("<enclosure url=''/>", documents: "both")
        #expect(both.collections[0].items.map(\.id) == ["g", "g#page"])
        #expect(both.collections[0].items.map(\.url) == [nil, Self.page] && both.hasGap(.lasting))
        let pages = try parse("<enclosure url=''/>", documents: "pages")
        #expect(pages.collections[0].items.map(\.url) == [Self.page] && pages.problems == [])
    }
}

import CarrelModel
import CarrelStages
import FeedParsing
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FeedParserTests {
    private func parse(_ text: String, _ settings: [String: any Sendable] = [:]) throws -> Catalog {
        try Feeds.parse(Samples.document(text, "http://h.example.org/radio/feed.xml"), settings)
    }

    /// The items of an RSS feed with this inside its only item.
    private func items(_ item: String, documents: String = "enclosures") throws -> [Item] {
        let declaration = try #require(FeedParser.plugin.settings.first { $0.name == "documents" })
        let choice = try #require(declaration.decode(.string(documents)))
        let namespaces = """
            xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
            xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:atom="http://www.w3.org/2005/Atom"
            """
        let text = "<rss \(namespaces)><channel><item>\(item)</item></channel></rss>"
        return try parse(text, ["documents": choice]).collections[0].items
    }

    private func item(_ item: String) throws -> Item { try #require(try items(item).first) }

    @Test func `RSS comes out with its entries, enclosures and facts`() throws {
        let catalog = try FeedParser().parse([Samples.rss])
        #expect(catalog.title == "Night watch")
        let collection = catalog.collections[0]
        #expect(collection.id == "night-watch" && collection.title == "Night watch")
        #expect(
            collection.details == [
                Detail("Web page", "http://radio.example.org/"), Detail("Description", "Talks & tides"),
            ])
        #expect(collection.items.map(\.id) == ["n-2", "http://radio.example.org/talks/1"])
        #expect(
            collection.items.map(\.url) == [
                "http://radio.example.org/night-watch/audio/2.mp3", "http://radio.example.org/talks/1",
            ])
        #expect(
            collection.items[0].details == [
                Detail("Published", "2026-03-03 19:00:00 UTC"), Detail("Duration", "28:49"),
                Detail("Page", "http://radio.example.org/night-watch/talks/2", key: .page),
                Detail("Type", "audio/mpeg", key: .kind), Detail("Size", "4.00 KiB", key: .size),
            ])
    }

    @Test(arguments: [
        ("https://new.example/feed?id=1", true), ("https://h.example.org/radio/feed.xml", false),
        ("ftp://new.example/feed", false), ("", false),
    ])
    func `a podcast that has moved says where to`(address: String, isTold: Bool) throws {
        let catalog = try parse(
            """
            <rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Radio</title>
            <itunes:new-feed-url>\(address)</itunes:new-feed-url><item><title>One</title><link>/1</link></item></channel></rss>
            """)
        let told = catalog.problems.map(\.reason)
        #expect(told.count == (isTold ? 1 : 0), "\(told)")
        let command = "carrel set NAME 'source.url=\(address)'"
        #expect(told.allSatisfy { $0.contains("has moved to \(address)") && $0.hasSuffix(command) })
        let isWhole = catalog.problems.allSatisfy { $0.gap == nil }
        #expect(isWhole)
    }

    @Test func `where an address with a secret is to be set, no command has a part of it`() throws {
        let address = "https://new.example/feed?token=0123456789"
        let catalog = try parse(
            """
            <rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Radio</title>
            <itunes:new-feed-url>\(address)</itunes:new-feed-url><item><title>One</title><link>/1</link></item></channel></rss>
            """)
        let told = catalog.problems.map(\.reason)
        #expect(told.count == 1, "\(told)")
        #expect(told.first?.contains("carrel set NAME source.url=URL, with") == true, "\(told)")
    }

    @Test func `RDF, Atom and JSON Feed come out alike`() throws {
        let rdf = try FeedParser().parse([Samples.rdf]).collections[0]
        #expect(rdf.id == "x.example.org" && rdf.title == "Old news")
        #expect(rdf.items.map(\.id) == ["http://x.example.org/1"])
        #expect(rdf.items.map(\.url) == ["http://x.example.org/1.html"])
        #expect(value(rdf.items[0], "Published") == "2004-02" && value(rdf.items[0], "Author") == "Ada")

        let atom = try FeedParser().parse([Samples.atom]).collections[0]
        #expect(atom.items.map(\.title) == ["A <b> tag"])
        #expect(atom.items.map(\.url) == ["http://log.example.org/a/one.pdf"])
        #expect(value(atom.items[0], "Content") == "One\n\ntwo")
        #expect(value(atom.items[0], "Page") == "http://log.example.org/a/one")

        let json = try FeedParser().parse([Samples.jsonFeed]).collections[0]
        #expect(json.id == "cards")
        #expect(json.items[0].id.hasPrefix("1#") && json.items[1].id.hasPrefix("1#"))
        #expect(json.items[2].id == "2")
        #expect(json.items.map(\.title) == ["First", "First", "No title here."])
        #expect(json.items.map(\.subtitle) == [nil, "as Ogg", nil])
        #expect(
            json.items.map(\.url) == [
                "https://c.example.org/cards/1.mp3", "https://c.example.org/cards/1.ogg", nil,
            ])
        #expect(value(json.items[0], "Duration") == "1:01" && value(json.items[0], "Content") == "Hello")
    }

    @Test func `a setting chooses enclosures, pages or both`() throws {
        let entry =
            "<guid>g</guid><link>http://h.example.org/p</link><enclosure url='a.mp3'/><enclosure url='b.mp3'/>"
        #expect(
            try items(entry).map(\.url) == [
                "http://h.example.org/radio/a.mp3", "http://h.example.org/radio/b.mp3",
            ])
        #expect(try items(entry, documents: "pages").map(\.url) == ["http://h.example.org/p"])
        let both = try items(entry, documents: "both")
        #expect(both[2].id == "g#page")
        let alone = "<guid>g</guid><link>http://h.example.org/p</link>"
        #expect(try items(alone, documents: "both").map(\.id) == ["g#page"])
        #expect(try items(alone, documents: "pages").map(\.id) == ["g"])
        #expect(both.map(\.subtitle) == [nil, nil, "page"])
        #expect(FeedParser.plugin.settings[0].decode(.string("none")) == nil)
    }

    @Test func `an entry or an enclosure in front changes nothing for others of the same identity`() throws {
        func ids(_ entries: [String]) throws -> [String: String] {
            let text = entries.map {
                "<item><title>T</title><guid isPermaLink='false'>same</guid>\($0)</item>"
            }.joined()
            let items = try parse("<rss><channel>\(text)</channel></rss>").collections[0].items
            return Dictionary(items.map { ($0.url ?? "", $0.id) }) { first, _ in first }
        }
        let (a, b, c) = ("<enclosure url='a.mp3'/>", "<enclosure url='b.mp3'/>", "<enclosure url='c.mp3'/>")
        let before = try ids([b, c])
        let after = try ids([a, b, c])
        let together = try ids([a + b, c])
        #expect(before.count == 2 && before.allSatisfy { after[$0.key] == $0.value })
        #expect(after == together)
        #expect(try ids([a]).values.map(\.self) == ["same"])
    }

    @Test func `an identity stays where an address changes`() throws {
        let old = try item("<guid isPermaLink='false'>x</guid><enclosure url='a.mp3?token=1'/>")
        let new = try item("<guid isPermaLink='false'>x</guid><enclosure url='a.mp3?token=2'/>")
        #expect(old.id == new.id && old.url != new.url)
        #expect(try item("<guid isPermaLink='false'>http://x.example/</guid>").url == nil)
    }

    @Test func `Media RSS: one form of a group, and pictures only where there is nothing else`() throws {
        let group = """
            <title>T</title><media:group><media:content url="low.mp4" type="video/mp4"/>
            <media:content url="high.mp4" type="video/mp4" isDefault="true" fileSize="99"/></media:group>
            """
        #expect(try items(group).map { $0.url?.suffix(8) } == ["high.mp4"])
        let picture = "<media:content url='p.jpg' medium='image'><media:title>P</media:title></media:content>"
        #expect(try items("<link>page</link>" + picture).map { $0.url?.suffix(4) } == ["page"])
        #expect(try items(picture).map { $0.url?.suffix(5) } == ["p.jpg"])
        let twice = "<enclosure url='a.mp3'/><media:content url='a.mp3' type='audio/mpeg' duration='61'/>"
        #expect(try items("<title>T</title>" + twice).count == 1)
        #expect(value(try item("<title>T</title>" + twice), "Type") == "audio/mpeg")
    }

    @Test func `texts are readable whichever way they are written`() throws {
        #expect(try item("<title>a &lt; b</title>").title == "a < b")
        #expect(try item("<title>the &lt;blink&gt; tag</title>").title == "the <blink> tag")
        #expect(try item("<title>&lt;i&gt;A&lt;/i&gt; &amp;amp; B</title>").title == "A & B")
        #expect(try item("<title><![CDATA[<b>A</b>&nbsp;B]]></title>").title == "A B")
        #expect(try item("<title>caf&eacute;&nbsp;AT&amp;T</title>").title == "café AT&T")
        #expect(
            value(try item("<title>T</title><description><p>one</p><br/>two</description>"), "Summary")
                == "one\n\ntwo")
        let both = try item(
            "<title>T</title><description>S</description><content:encoded>&lt;p>C&lt;/p></content:encoded>")
        #expect(value(both, "Summary") == "S" && value(both, "Content") == "C")
    }

    @Test func `authors are named in any of the ways that feeds have`() throws {
        for (text, name) in [
            ("<author>me@example.org (Ada)</author>", "Ada"),
            ("<author>Ada &lt;me@example.org&gt;</author>", "Ada"),
            ("<dc:creator>Ada</dc:creator>", "Ada"), ("<author>me@example.org</author>", "me@example.org"),
            ("<author><name>Ada</name><email>x</email></author>", "Ada"),
            ("<itunes:author>Ada</itunes:author><dc:creator>Bo</dc:creator>", "Ada, Bo"),
        ] {
            #expect(value(try item("<title>T</title>" + text), "Author") == name)
        }
    }

    @Test func `a podcast's tags are facts`() throws {
        let episode = try item(
            """
            <itunes:title>T</itunes:title><itunes:season>2</itunes:season><itunes:episode>7</itunes:episode>
            <itunes:duration>1:02:03</itunes:duration><itunes:summary>About</itunes:summary>
            <itunes:image href="c.png"/><category>a</category><category>b</category>
            """)
        #expect(episode.title == "T")
        #expect(
            episode.details == [
                Detail("Season", "2"), Detail("Episode", "7"), Detail("Duration", "1:02:03"),
                Detail("Categories", "a, b"), Detail("Summary", "About"),
                Detail("Picture", "http://h.example.org/radio/c.png"),
            ])
    }

    @Test func `a feed says how often it changes, whether it is whole, and where it goes on`() throws {
        #expect(try FeedParser().parse([Samples.rss]).interval == .seconds(5400))
        #expect(
            try FeedParser().parse([Samples.atom]).pages.map(\.url) == ["http://log.example.org/a/?page=2"])
        #expect(
            try FeedParser().parse([Samples.jsonFeed]).pages.map(\.url) == ["https://c.example.org/2.json"])
        func parsed(_ head: String) throws -> Catalog {
            try parse(
                "<rss xmlns:sy='http://purl.org/rss/1.0/modules/syndication/' "
                    + "xmlns:fh='http://purl.org/syndication/history/1.0'><channel>\(head)</channel></rss>")
        }
        for (head, seconds) in [
            ("<sy:updatePeriod> Hourly </sy:updatePeriod>", 3600),
            ("<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>", 21_600),
            ("<ttl>15</ttl><sy:updatePeriod>daily</sy:updatePeriod>", 900),
            ("<ttl>999999999999</ttl>", 31_536_000),
            ("<ttl>0</ttl>", 0), ("<ttl>-5</ttl>", 0), ("<sy:updatePeriod>often</sy:updatePeriod>", 0),
            ("", 0),
        ] {
            #expect(try parsed(head).interval == (seconds == 0 ? nil : .seconds(seconds)), "\(head)")
        }
        #expect(try parsed("").listsLatestOnly)
        #expect(try !parsed("<fh:complete/>").listsLatestOnly)
    }

    @Test func `bases hold within their element`() throws {
        let text = """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://a.example/x/">
            <entry xml:base="y/"><title>1</title><link href="one" xml:base="../z/"/></entry>
            <entry><title>2</title><link href="two"/></entry></feed>
            """
        #expect(
            try parse(text).collections[0].items.map(\.url) == [
                "http://a.example/x/z/one", "http://a.example/x/two",
            ])
    }

    @Test(arguments: [
        ("https://e.example/harbour-radio/feed.xml", "harbour-radio"),
        ("https://www.e.example/rss/", "e.example"),
        ("https://e.example/podcasts/night.rss", "night"), ("http://127.0.0.1:8080/feed.xml", "feed"),
        ("http://localhost/atom.xml", "atom"), ("file:///home/ada/feed.xml", "feed"),
        ("https://e.example", "e.example"),
    ])
    func `a feed is named by its address`(address: String, name: String) throws {
        let document = Samples.document("<rss><channel><title>T</title></channel></rss>", address)
        #expect(try FeedParser().parse([document]).collections.map(\.id) == [name])
        let named = try Feeds.parse(document, ["collection": "mine"])
        #expect(named.collections.map(\.id) == ["mine"])
    }
}

enum Feeds {
    static func parse(_ document: CatalogDocument, _ settings: [String: any Sendable] = [:]) throws -> Catalog
    {
        try FeedParser.plugin.make(Settings(settings), PluginContext()).parse([document])
    }
}

import CarrelModel
import CarrelStages
import CarrelTesting
import FeedParsing
import Foundation
import Testing

/// Feeds that are cut, broken, of wrong types or hostile.
@Suite(.timeLimit(.minutes(1)))
struct FeedDamageTests {
    private func document(_ text: String) -> CatalogDocument {
        Samples.document(text, "http://h.example.org/feed.xml")
    }

    private func parse(_ text: String) throws -> Catalog { try FeedParser().parse([document(text)]) }

    private func error(_ text: String) -> String {
        do { return "no error: \(try parse(text))" } catch { return "\(error)" }
    }

    private func item(_ number: Int) -> String {
        "<item><title>\(number)</title>\n<enclosure url='\(number).mp3'/></item>\n"
    }

    @Test func `of a feed that was cut the whole entries are listed, and the place is told`() throws {
        let catalog = try parse(
            "<rss><channel>\n\(item(1))\(item(2))<item><title>3</title>\n<enclosure url='3.m")
        #expect(catalog.collections[0].items.map(\.title) == ["1", "2"])
        #expect(catalog.problems.map(\.place) == ["line 7"])
        #expect(catalog.problems[0].reason.hasPrefix("not well-formed: "))
        #expect(error("<rss><channel>\n<item><title>1").contains("feed.xml: line 2: no entry can be read"))
    }

    @Test func `addresses with bare ampersands stay whole`() throws {
        let catalog = try parse(
            "<rss><channel>\n<item><title>R&D &amp; AT&T</title><link>http://h.example/?a=1&b=2&copy=3</link>"
                + "<description><![CDATA[a & b]]> &lt;b&gt;c&lt;/b&gt;</description></item></channel></rss>")
        let item = try #require(catalog.collections[0].items.first)
        #expect(item.title == "R&D & AT&T")
        #expect(item.url == "http://h.example/?a=1&b=2&copy=3")
        #expect(item.details.first { $0.label == "Summary" }?.value == "a & b c")
        #expect(catalog.problems.map(\.place) == ["line 2"])
    }

    @Test
    func
        `a tag that is not closed, a prefix that nobody declared and a control character harm no other entry`()
        throws
    {
        let catalog = try parse(
            "<rss><channel>\(item(1))<item><title>2<b></title><itunes:duration>61</itunes:duration>"
                + "<link>http://h.example/2</link></item>\(item(3))<item><title>4\u{1}</title></item></channel></rss>"
        )
        #expect(catalog.collections[0].items.contains { $0.title == "1" })
        #expect(catalog.collections[0].items.contains { $0.title == "3" })
        #expect(catalog.problems[0].reason.hasPrefix("not well-formed"))
    }

    @Test func `what follows an error keeps its references`() throws {
        let catalog = try parse(
            "<rss><channel><item><title>x</b></title></item><item><title>a &amp; b</title></item></channel></rss>"
        )
        #expect(catalog.collections[0].items.last?.title == "a & b")
    }

    @Test func `no file is read, and entities that multiply are cut off`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("file", "secret")
        let external =
            "<!DOCTYPE rss [<!ENTITY e SYSTEM '\(file.path)'>]><rss><channel>"
            + "<item><title>T&e;</title></item></channel></rss>"
        #expect(try parse(external).collections[0].items.map(\.title) == ["T"])
        #expect(folder.names() == ["file"], "there was something to read")
        var bomb = "<!DOCTYPE rss [<!ENTITY e0 'aaaaaaaaaa'>"
        for level in 1...9 {
            bomb += "<!ENTITY e\(level) '\(String(repeating: "&e\(level - 1);", count: 10))'>"
        }
        let cut = try parse(
            bomb + "]><rss><channel>\(item(1))<item><title>&e9;</title></item></channel></rss>")
        #expect(cut.collections[0].items.first?.title == "1")
        #expect(!cut.problems.isEmpty)
    }

    @Test func `depth and attributes without end are refused, and what came before is listed`() throws {
        let deep = try parse("<rss><channel>\(item(1))<item>" + String(repeating: "<a>", count: 100_000))
        #expect(deep.collections[0].items.map(\.title) == ["1"])
        #expect(!deep.problems.isEmpty)
        let wide = (0..<100_000).map { "b\($0)='1'" }.joined(separator: " ")
        #expect(
            try parse("<rss><channel>\(item(1))<item \(wide)/></channel></rss>").problems.map(\.place) == [
                "feed"
            ])
        let many = (0..<5000).map { "<enclosure url='\($0).mp3'/>" }.joined()
        #expect(
            try parse("<rss><channel><item>\(many)</item></channel></rss>").collections[0].items.count == 64)
    }

    @Test func `an entry that says nothing is reported with its line`() throws {
        let catalog = try parse(
            "<rss><channel>\(item(1))\n<item><comments>x</comments></item></channel></rss>")
        #expect(
            catalog.problems.map { "\($0.place): \($0.reason)" } == [
                "line 4: an entry that says nothing"
            ])
    }

    @Test func `JSON of wrong types is left out and reported with its path`() throws {
        let catalog = try parse(
            #"""
            {"version": "https://jsonfeed.org/version/1", "title": 7, "author": "Ada", "items": [3, {},
             {"id": [], "title": "A", "url": 5, "tags": "x", "attachments": [{"url": 1}, 2, {"url": "a.mp3"}]},
             {"id": "b", "title": "B", "attachments": {}, "author": {"name": []}}]}
            """#)
        #expect(catalog.collections[0].items.map(\.title) == ["A", "B"])
        #expect(
            catalog.problems.map(\.place) == [
                "$.title", "$.author", "$.items[0]", "$.items[1]", "$.items[2].id", "$.items[2].url",
                "$.items[2].tags", "$.items[2].attachments[0].url", "$.items[2].attachments[0]",
                "$.items[2].attachments[1]", "$.items[3].author.name", "$.items[3].attachments",
            ])
    }

    @Test func `a document that is no feed is an error that says where`() {
        #expect(
            error("<html><body/></html>").contains(
                "feed.xml: line 1: an HTML page, expected rss, RDF or feed"))
        #expect(error("<opml/>").contains("the root element opml, expected"))
        #expect(error(#"{"items": 5}"#).contains("$.items: the number 5, expected a feed with an array"))
        #expect(error(#"{"items": [3]}"#).contains("$.items[0]: no entry can be used"))
        #expect(error("plain").contains("line 1, column 1: neither XML nor JSON"))
        #expect(error("<").contains("no element can be read"))
    }

    @Test func `encodings are the document's own, else the server's, else what the bytes tell`() throws {
        func title(_ head: String, _ bytes: [UInt8], _ type: String?) throws -> String? {
            var document = Samples.document("", "http://h.example.org/feed.xml", type)
            document.data =
                Data("\(head)<rss><channel><item><title>".utf8) + bytes
                + Data("</title></item></channel></rss>".utf8)
            return try FeedParser().parse([document]).collections[0].items.first?.title
        }
        #expect(
            try title("<?xml version='1.0' encoding='iso-8859-1'?>", [0xE9], "text/xml; charset=utf-8") == "é"
        )
        #expect(try title("", [0xC3, 0xA9], "text/xml; charset=us-ascii") == "é")
        #expect(try title("", [0xA4], "text/xml; charset=iso-8859-15") == "€")
        #expect(try title("", [0xE9, 0x93], nil) == "é“")
        #expect(try title("<?xml version='1.0' encoding='x-none'?>", [0xC3, 0xA9], nil) == "é")
        #expect(try title(" \n<?xml version='1.0'?>", [0xC3, 0xA9], nil) == "é")
    }
}

import CarrelModel
import CarrelStages
import FeedParsing
import MapParsing
import MetalinkParsing
import OAIPMHParsing
import OPMLParsing
import SitemapParsing
import Testing
import URLListParsing

/// Addresses with letters that are taken apart: composed, they would lead to another document.
@Suite(.timeLimit(.minutes(1))) struct WrittenAddressTests {
    private static let address = "http://h.example/cafe\u{301}.pdf"

    /// Compares bytes: to `==` the two spellings are the same.
    private func expectWritten(_ urls: [String?]) {
        #expect(!urls.isEmpty)
        for url in urls { #expect(url.map { Array($0.utf8) } == Array(Self.address.utf8)) }
    }

    private func parse(_ text: String, _ parser: any Parser) throws -> Catalog {
        try parser.parse([Samples.document(text, "http://h.example/list")])
    }

    private func expectItems(_ text: String, _ parser: any Parser) throws {
        expectWritten(try parse(text, parser).collections.flatMap(\.items).map(\.url))
    }

    @Test func `lists ask for an address as it is written`() throws {
        try expectItems(" \(Self.address) Title\n", URLListParser())
        try expectItems("url,title\n\(Self.address),Title\n", URLListParser())
        try expectItems(
            "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc> \(Self.address)\n</loc></url></urlset>",
            SitemapParser())
        let outline = "<outline text=\"A\" xmlUrl=\" \(Self.address)\"/>"
        let opml = "<opml version=\"1.0\"><body>\(outline)</body></opml>"
        expectWritten(try parse(opml, OPMLParser()).collections.map { $0.further?.url })
    }

    @Test func `mirrors stay as they are written`() throws {
        let metalink =
            "<metalink><file name='a.pdf'><url>http://h.example/a.pdf</url><url>\n\(Self.address) </url></file></metalink>"
        expectWritten(try parse(metalink, MetalinkParser()).collections.flatMap(\.items).flatMap(\.mirrors))
    }

    @Test(arguments: ["<link> \(address)\n</link>", "<guid>\(address)</guid>"])
    func `feeds ask for an address as it is written`(entry: String) throws {
        try expectItems("<rss><channel><item>\(entry)<title>A</title></item></channel></rss>", FeedParser())
    }

    @Test func `a mapping asks for an address as it is written`() throws {
        let note = "{\"key\": 1, \"heading\": \"A\", \"file\": \"\(Self.address)\"}"
        try expectItems(
            "{\"name\": \"T\", \"modules\": [{\"code\": \"A\", \"title\": \"A\", \"notes\": [\(note)]}]}",
            try MapSamples.jsonParser())
    }

    @Test func `feeds in JSON and records of repositories ask for an address as it is written`() throws {
        try expectItems(
            "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"T\", \"items\": [{\"id\": \"1\", \"url\": \"\(Self.address)\"}]}",
            FeedParser())
        try expectItems(
            """
            <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record><header><identifier>1</identifier>
            </header><metadata><d:dc xmlns:d="http://www.openarchives.org/OAI/2.0/oai_dc/"
            xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier>\(Self.address)</dc:identifier></d:dc></metadata>
            </record></ListRecords></OAI-PMH>
            """, OAIPMHParser())
    }
}

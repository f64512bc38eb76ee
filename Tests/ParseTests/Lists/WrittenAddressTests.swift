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
    /// As it stands, and with what comes along from files that were joined and windows it was copied from.
    private static let copies = [
        address, "\u{FEFF}\(address)", "\(address)\u{200E}", "\u{202A}\(address)\u{202C}",
    ]

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

    @Test(arguments: copies)
    func `lists ask for an address as it is written`(copy: String) throws {
        try expectItems(" \(copy) Title\n", URLListParser())
        #expect(try parse("\(Self.address)\n\(copy)\n", URLListParser()).problems.isEmpty)
        try expectItems("url,title\n\(copy),Title\n", URLListParser())
        try expectItems(
            "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc> \(copy)\n</loc></url></urlset>",
            SitemapParser())
        let outline = "<outline text=\"A\" xmlUrl=\" \(copy)\"/>"
        let opml = "<opml version=\"1.0\"><body>\(outline)</body></opml>"
        expectWritten(try parse(opml, OPMLParser()).collections.map { $0.further?.url })
    }

    @Test(arguments: copies)
    func `mirrors stay as they are written`(copy: String) throws {
        let metalink =
            "<metalink><file name='a.pdf'><url>http://h.example/a.pdf</url><url>\n\(copy) </url></file></metalink>"
        expectWritten(try parse(metalink, MetalinkParser()).collections.flatMap(\.items).flatMap(\.mirrors))
        let list = "http://h.example/a.pdf \(Self.address)\u{200E} \(Self.address)\n"
        expectWritten(try parse(list, URLListParser()).collections.flatMap(\.items).flatMap(\.mirrors))
    }

    @Test(arguments: ["link", "guid"], copies)
    func `feeds ask for an address as it is written`(name: String, copy: String) throws {
        let entry = "<\(name)> \(copy)\n</\(name)>"
        try expectItems("<rss><channel><item>\(entry)<title>A</title></item></channel></rss>", FeedParser())
    }

    @Test(arguments: copies)
    func `a mapping asks for an address as it is written`(copy: String) throws {
        let note = "{\"key\": 1, \"heading\": \"A\", \"file\": \"\(copy)\"}"
        try expectItems(
            "{\"name\": \"T\", \"modules\": [{\"code\": \"A\", \"title\": \"A\", \"notes\": [\(note)]}]}",
            try MapSamples.jsonParser())
    }

    @Test(arguments: copies)
    func `feeds in JSON and records of repositories ask for an address as it is written`(copy: String) throws
    {
        try expectItems(
            "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"T\", \"items\": [{\"id\": \"1\", \"url\": \"\(copy)\"}]}",
            FeedParser())
        try expectItems(
            """
            <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record><header><identifier>1</identifier>
            </header><metadata><d:dc xmlns:d="http://www.openarchives.org/OAI/2.0/oai_dc/"
            xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier>\(copy)</dc:identifier></d:dc></metadata>
            </record></ListRecords></OAI-PMH>
            """, OAIPMHParser())
    }

    @Test func `an address that is too long is left out instead of cut`() throws {
        let long = "http://h.example/" + String(repeating: "a", count: 9000)
        let entries = [long, Self.address].map { "<url><loc>\($0)</loc></url>" }.joined()
        let catalog = try parse(
            "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\(entries)</urlset>",
            SitemapParser())
        expectWritten(catalog.collections.flatMap(\.items).map(\.url))
        #expect(catalog.problems.count == 1)
    }
}

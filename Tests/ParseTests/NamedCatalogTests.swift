import CarrelModel
import CarrelStages
import FeedParsing
import Foundation
import HTMLLinksParsing
import ListingParsing
import MapParsing
import MetalinkParsing
import OPDSParsing
import S3Parsing
import SitemapParsing
import Testing
import URLListParsing
import WebDAVParsing

/// Collections that are named by an address: that of the catalogue, which may not be the one that answered.
@Suite(.timeLimit(.minutes(1))) struct NamedCatalogTests {
    private static let names = [
        "feed", "opds", "metalink", "url-list", "map", "html-links", "listing", "webdav", "s3", "sitemap",
    ]

    private let naming = URL(string: "http://old.example.org/notes/")

    /// A parser, and what it reads at `/mirror/`.
    private func kind(_ name: String) throws -> (parser: any Parser, text: String) {
        switch name {
        case "feed": (FeedParser(), atom("<link rel='enclosure' href='a.mp3' type='audio/mpeg'/>"))
        case "opds":
            (
                OPDSParser(),
                atom(
                    "<link rel='http://opds-spec.org/acquisition' href='a.epub' type='application/epub+zip'/>"
                )
            )
        case "metalink":
            (
                MetalinkParser(),
                "<metalink><file name='a.iso'><url>http://new.example.org/a.iso</url></file></metalink>"
            )
        case "url-list": (URLListParser(), "http://new.example.org/a.pdf\n")
        case "map":
            (
                try MapSamples.parser([
                    "format": .string("csv"),
                    "items": MapSamples.table(("title", .string("title")), ("url", .string("file"))),
                ]), "title;file\r\nA;a.pdf\r\n"
            )
        case "html-links": (HTMLLinksParser(), "<html><body><a href='a.pdf'>A</a></body></html>")
        case "listing": (ListingParser(), listing)
        case "webdav": (WebDAVParser(), answer("/mirror/"))
        case "s3":
            (
                S3Parser(),
                """
                <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
                <Contents><Key>a.txt</Key><Size>3</Size></Contents></ListBucketResult>
                """
            )
        default:
            (
                SitemapParser(),
                """
                <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
                <url><loc>http://new.example.org/a.html</loc></url></urlset>
                """
            )
        }
    }

    private func atom(_ link: String) -> String {
        """
        <feed xmlns='http://www.w3.org/2005/Atom'><title>T</title>
        <entry><title>A</title><id>a</id>\(link)</entry></feed>
        """
    }

    private let listing = """
        <html><head><title>Index of /</title></head><body><pre><a href="a.txt">a.txt</a>
        </pre></body></html>
        """

    private func answer(_ folder: String) -> String {
        """
        <d:multistatus xmlns:d="DAV:">
        <d:response><d:href>\(folder)</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop>
        <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
        <d:response><d:href>\(folder)a.txt</d:href><d:propstat><d:prop><d:getcontentlength>3</d:getcontentlength><d:resourcetype/></d:prop>
        <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>
        """
    }

    @Test(arguments: names)
    func `a catalogue is named by its own address, and its links start where it was read`(
        name: String
    ) throws {
        let (parser, text) = try kind(name)
        var document = Samples.document(text, "http://new.example.org/mirror/")
        let plain = try parser.parse([document])
        #expect(plain.collections.map(\.id) == ["mirror"])
        document.namedBy = naming
        let named = try parser.parse([document])
        #expect(named.collections.map(\.id) == ["notes"])
        #expect(named.collections.map(\.items) == plain.collections.map(\.items))
        let urls = named.collections.flatMap(\.items).compactMap(\.url)
        #expect(urls.count == 1 && urls.allSatisfy { $0.hasPrefix("http://new.example.org/") }, "\(urls)")
    }

    @Test func `a folder without a name is named by its host`() throws {
        var document = Samples.document(answer("/"), "http://new.example.org/")
        #expect(try WebDAVParser().parse([document]).collections.map(\.id) == ["new.example.org"])
        document.namedBy = URL(string: "http://old.example.org/")
        #expect(try WebDAVParser().parse([document]).collections.map(\.id) == ["old.example.org"])
    }

    @Test func `further pages of a folder or a site have the name of the first one`() throws {
        let start = Samples.document("", "http://new.example.org/mirror/").url
        for (name, path, id) in [("listing", "sub/", "notes/sub"), ("html-links", "more.html", "notes")] {
            let (parser, text) = try kind(name)
            var document = Samples.document(text, "http://new.example.org/mirror/\(path)")
            document.page = CatalogPage.Place(start: start, depth: 1, namedBy: naming)
            #expect(try parser.parse([document]).collections.map(\.id) == [id])
        }
    }
}

import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import SitemapParsing

@Suite(.timeLimit(.minutes(1)))
struct SitemapParserTests {
    private func parse(_ document: CatalogDocument, _ settings: [String: any Sendable] = [:]) throws
        -> Catalog
    {
        try SitemapParser.plugin.make(Settings(settings), PluginContext()).parse([document])
    }

    private func sitemap(_ entries: String, root: String = "urlset", depth: Int? = nil) -> CatalogDocument {
        var document = Samples.document(
            "<\(root) xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\(entries)</\(root)>",
            "http://site.example.org/maps/all.xml")
        document.page = depth.map { CatalogPage.Place(start: document.url, depth: $0) }
        return document
    }

    @Test func `pages are items, with the day of their last change`() throws {
        let catalog = try parse(Samples.sitemap)
        #expect(catalog.collections.map(\.id) == ["sitemap-a"] && catalog.pages.isEmpty)
        let items = catalog.collections[0].items
        #expect(items.map(\.title) == ["a/one.html", "site.example.org"])
        #expect(items.map(\.url) == ["http://site.example.org/a/one.html", "http://site.example.org/"])
        #expect(items.map(\.lastModified) == ["2026-01-12", nil])
    }

    @Test(arguments: [
        ("2026-01-12T10:00+01:00", "2026-01-12 09:00 UTC"), ("2026-01-12T10:00", "2026-01-12 10:00"),
        ("2026-01-12T10:00:30", "2026-01-12 10:00:30"),
    ])
    func `a time that names no zone is not said to be that of UTC`(written: String, date: String) throws {
        let page = "<url><loc>http://site.example.org/a</loc><lastmod>\(written)</lastmod></url>"
        #expect(try parse(sitemap(page)).collections[0].items[0].lastModified == date)
    }

    @Test(arguments: ["utf-16", "us-ascii", "iso-8859-1", "koi8-r"])
    func `a wrong charset of the server does not count where the sitemap declares its own`(charset: String)
        throws
    {
        func items(_ type: String?) throws -> [Item] {
            let page = "<url><loc>http://site.example.org/ü</loc></url>"
            let document = Samples.document(
                "<?xml version=\"1.0\" encoding=\"utf-8\"?><urlset>\(page)</urlset>",
                "http://site.example.org/all.xml", type)
            return try parse(document).collections[0].items
        }
        let expected = try items(nil)
        #expect(expected.count == 1)
        #expect(try items("text/xml; charset=\(charset)") == expected)
    }

    @Test func `images are items where they are wanted`() throws {
        let images = try parse(Samples.sitemap, ["documents": SitemapDocuments.images]).collections[0].items
        #expect(images.map(\.title) == ["A lamp"])
        #expect(images.map(\.url) == ["http://site.example.org/pictures/1.png"])
        #expect(images[0].details == [Detail("Page", "http://site.example.org/a/one.html")])
    }

    @Test func `a sitemap that is cut or damaged says that it may lack entries, a repaired one does not`()
        throws
    {
        func gaps(_ text: String) throws -> [CatalogProblem.Gap] {
            let root = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"
            let document = Samples.document(
                "<?xml version=\"1.0\"?><!-- <a> -->\(root)<url><loc>http://site.example.org/a</loc></url>\(text)",
                "http://site.example.org/all.xml")
            return try parse(document).problems.compactMap(\.gap)
        }
        #expect(try gaps("</urlset>\n") == [])
        #expect(try gaps("<url><loc>http://site.example.org/b?c=1&d=2</loc></url></urlset>") == [])
        #expect(try gaps("<url><loc>http://site.example.org/b</url></urlset>") == [.lasting])
        #expect(try gaps("<url><loc>http://site.exa") == [.passing])
        #expect(try gaps("<url><loc>http://site.example.org/b</loc></url>") == [.passing])
        #expect(try gaps("<url><loc>http://site.example.org/b</url></urlset><!-- x -->") == [.lasting])
        #expect(try gaps("</urlset") == [.passing])
    }

    @Test func `an index names further pages, each with its collection and its last change`() throws {
        let catalog = try parse(Samples.sitemapIndex)
        #expect(catalog.collections.isEmpty)
        #expect(
            catalog.pages.map(\.url) == [
                "http://site.example.org/sitemap-a.xml.gz", "http://site.example.org/sitemap-b.xml",
            ])
        #expect(catalog.pages.map(\.collection) == ["sitemap-a", "sitemap-b"])
        let end = Date(timeIntervalSince1970: 1_768_212_001)
        #expect(catalog.pages[0].lastModified == CatalogPage.ListedDate("2026-01-12 10:00:00 UTC", end: end))
        #expect(catalog.pages[1].lastModified == nil)
    }

    @Test func `an index that lists itself, or stands too deep within others, leads nowhere`() throws {
        let itself = "<sitemap><loc>all.xml</loc></sitemap>"
        let error = #expect(throws: ParseError.self) { try parse(sitemap(itself, root: "sitemapindex")) }
        #expect(
            error?.reason == "nothing can be read: the index lists itself; skipped")
        let other = "<sitemap><loc>b.xml</loc></sitemap>"
        #expect(try parse(sitemap(itself + other, root: "sitemapindex")).pages.map(\.collection) == ["b"])
        let deep = try parse(sitemap(other, root: "sitemapindex", depth: 3))
        #expect(deep.pages.isEmpty && deep.problems.count == 1)
    }

    @Test func `what is no address is reported with its line, and the rest is listed`() throws {
        let catalog = try parse(
            sitemap("<url/>\n<url><loc>javascript:alert(1)</loc></url>\n<url><loc>ok.html</loc></url>"))
        #expect(catalog.problems.map(\.place) == ["line 1", "line 2"])
        #expect(catalog.collections[0].items.map(\.url) == ["http://site.example.org/maps/ok.html"])
        #expect(throws: ParseError.self) { try parse(sitemap("<url><loc>file:///etc/passwd</loc></url>")) }
    }

    @Test func `a sitemap of an index may have an address on each line`() throws {
        var document = Samples.document(
            "\u{FEFF}http://site.example.org/a.html\r\n\r\nhttp://site.example.org/b?c=1\r\nno address\r\n",
            "http://site.example.org/maps/all.txt", "text/plain")
        let alone = #expect(throws: ParseError.self) { try parse(document) }
        #expect(alone?.reason == "not XML, expected a sitemap or an index of sitemaps")
        document.page = CatalogPage.Place(start: document.url, depth: 1)
        let catalog = try parse(document)
        let items = catalog.collections[0].items
        #expect(items.map(\.url) == ["http://site.example.org/a.html", "http://site.example.org/b?c=1"])
        #expect(catalog.problems.map(\.place) == ["line 4"] && catalog.problems[0].gap == .lasting)
        #expect(try parse(document, ["pattern": String?("c=")]).collections[0].items.count == 1)
        document.data = Data("Error: come back later".utf8)
        #expect(throws: ParseError.self) { try parse(document) }
    }

    @Test(arguments: [
        ("wiki/Node.js", ""), ("posts/setup.py", ""), ("README.md", ""), ("a.pdf", "pdf"), ("a.html", "html"),
    ])
    func `a page may be about what its address ends like`(path: String, promised: String) throws {
        let address = "http://site.example.org/\(path)"
        var lines = Samples.document(address, "http://site.example.org/maps/all.txt", "text/plain")
        lines.page = CatalogPage.Place(start: lines.url, depth: 1)
        for document in [sitemap("<url><loc>\(address)</loc></url>"), lines] {
            let item = try #require(try parse(document).collections.first?.items.first)
            #expect(item.url == address)
            #expect(DocumentPromise(item).fileExtension == promised)
        }
    }

    @Test func `of a cut sitemap the whole entries are listed`() throws {
        var document = Samples.sitemap
        document.data = document.data.prefix(document.data.count - 40)
        let catalog = try parse(document)
        #expect(catalog.collections[0].items.count >= 1)
        #expect(catalog.problems.contains { $0.reason.contains("not well-formed") })
    }

    @Test func `a sitemap that ends within its first tag is said to be cut`() {
        let text = "<?xml version='1.0'?>\n<urlset xmlns='http://www.sitem"
        let error = #expect(throws: ParseError.self) {
            try parse(Samples.document(text, "http://site.example.org/all.xml"))
        }
        #expect(error?.reason == "the document ends within its first tag")
        #expect(error?.subject == "http://site.example.org/all.xml: line 2")
    }

    @Test func `only addresses that match the pattern are listed`() throws {
        #expect(try parse(Samples.sitemap, ["pattern": String?("one")]).collections[0].items.count == 1)
        let error = #expect(throws: ParseError.self) {
            try parse(Samples.sitemap, ["pattern": String?("nowhere")])
        }
        #expect(error?.remedy == "Check parse.pattern and parse.documents")
        #expect(throws: PluginError.self) { try parse(Samples.sitemap, ["pattern": String?("(")]) }
    }

    @Test func `a page in its place is no sitemap`() {
        let error = #expect(throws: ParseError.self) { try parse(Samples.page) }
        #expect(error?.reason == "an HTML page, expected a sitemap or an index of sitemaps")
    }

    @Test(.enabled(if: RealData.isPresent, "needs the folder ../shared/data"))
    func `the sitemap of sitemaps.org is read whole`() throws {
        let document = CatalogDocument(
            data: try RealData.data("sitemap/sitemap.xml"), url: RealData.file("sitemap/sitemap.xml"))
        let catalog = try parse(document)
        #expect(catalog.problems == [] && catalog.collections[0].items.count == 84)
        #expect(catalog.collections[0].items.allSatisfy { $0.lastModified?.hasPrefix("20") == true })
    }
}

import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import ListingParsing
import Testing

@Suite struct ListingParserTests {
    private func parse(_ settings: Settings, _ sample: CatalogDocument) throws -> Catalog {
        try ListingParser.plugin.make(settings, PluginContext()).parse([sample])
    }

    private func parse(_ sample: CatalogDocument) throws -> Catalog { try parse(Settings(), sample) }

    private func page(_ links: [String], _ url: String = "http://files.example.org/pub/") -> CatalogDocument {
        Samples.document(
            "<html><title>Index of /pub/</title><pre>"
                + links.map { "<a href=\"\($0)\">x</a>\n" }.joined() + "</pre></html>", url, "text/html")
    }

    @Test(arguments: Samples.listings) func `a listing that ends within a tag was cut`(
        sample: CatalogDocument
    ) throws {
        var cut = sample
        let link = try #require(sample.data.range(of: Data("log.txt".utf8)))
        cut.data = sample.data[..<(link.lowerBound + 3)]
        let catalog = try parse(cut)
        #expect(catalog.collections.flatMap(\.items).map(\.title) == ["tide table.pdf"])
        #expect(catalog.problems.map(\.place) == ["page"] && catalog.hasGap(.passing))
    }

    @Test(arguments: Samples.listings) func `each server's listing gives its files`(sample: CatalogDocument)
        throws
    {
        let catalog = try parse(sample)
        #expect(catalog.problems == [])
        let collection = try #require(catalog.collections.first)
        #expect(collection.id == "pub" && catalog.collections.count == 1)
        #expect(collection.items.map(\.title) == ["tide table.pdf", "log.txt"])
        #expect(
            collection.items.map(\.url) == [
                "http://files.example.org/pub/tide%20table.pdf", "http://files.example.org/pub/log.txt",
            ])
        #expect(collection.items.allSatisfy { $0.size == nil }, "a listing's sizes promise nothing")
        #expect(collection.details.contains(Detail("Folders", "maps")))
    }

    @Test(arguments: [
        (Samples.apacheFancy, "2017-05-04 21:37", "2.3K"), (Samples.apacheTable, "2017-05-04 21:37", "2.3K"),
        (Samples.nginx, "2017-05-04 21:37", "2.3K"), (Samples.lighttpd, "2017-05-04 21:37:12", "2.3K"),
        (Samples.caddy, "2017-05-04T21:37:12Z", "\(ByteCount(2355))"),
    ])
    func `dates and sizes are shown`(sample: CatalogDocument, date: String, size: String) throws {
        let item = try #require(try parse(sample).collections.first?.items.first)
        let path = Detail("Path", "tide table.pdf", key: .path)
        #expect(item.details == [path, Detail("Modified", date), Detail("Size", size, key: .size)])
    }

    @Test func `who gets nothing, because all is in folders, hears how they are read`() throws {
        let folders = page(["week1/", "week2/"])
        #expect(try parse(folders).problems.first?.reason.contains("parse.depth=4") == true)
        #expect(try parse(Settings(["depth": 1]), folders).problems == [])
        #expect(try parse(page(["week1/", "a.pdf"])).problems == [])
    }

    @Test func `folders are followed on request only`() throws {
        let first = try parse(Samples.nginx)
        #expect(first.pages == [] && first.deeperFolders == [])
        let page = try #require(try parse(Settings(["depth": 1]), Samples.nginx).pages.first)
        #expect(page.url == "http://files.example.org/pub/maps/" && page.isFolder && page.heedsRobots)
        var below = Samples.nginx
        below.url = try #require(URL(string: "http://files.example.org/pub/maps/old%20ones/"))
        below.page = CatalogPage.Place(start: Samples.nginx.url, depth: 1)
        let catalog = try parse(Settings(["depth": 1]), below)
        // They only tell whether the folder leads back to one above it.
        let deeper = "http://files.example.org/pub/maps/old%20ones/maps/"
        #expect(catalog.pages == [] && catalog.deeperFolders.map(\.url) == [deeper])
        #expect(catalog.collections.map(\.id) == ["pub/maps/old ones"])
        #expect(
            catalog.collections.first?.items.map(\.path) == [
                "maps/old ones/tide table.pdf", "maps/old ones/log.txt",
            ])
    }

    @Test func `what is elsewhere, or no listing, gives nothing but a problem`() throws {
        var moved = Samples.nginx
        moved.page = CatalogPage.Place(start: Samples.page.url, depth: 1)
        var page = Samples.page
        page.url = try #require(URL(string: "http://files.example.org/pub/maps/"))
        page.page = CatalogPage.Place(start: Samples.nginx.url, depth: 1)
        for (document, reason) in [(moved, "not below the first folder"), (page, "shows a page of its own")] {
            let catalog = try parse(document)
            #expect(catalog.collections.isEmpty && catalog.pages.isEmpty)
            #expect(catalog.problems.map(\.reason).joined().contains(reason) && catalog.hasGap(.lasting))
        }
    }

    @Test func `a folder that redirects to https on its own host is below the first one`() throws {
        var document = page(["good.pdf", "deep/"], "https://files.example.org/pub/a/")
        let start = try #require(URL(string: "http://files.example.org/pub/"))
        document.page = CatalogPage.Place(start: start, depth: 1)
        let catalog = try parse(Settings(["depth": 2]), document)
        #expect(catalog.collections.map(\.id) == ["pub/a"])
        #expect(catalog.pages.map(\.url) == ["https://files.example.org/pub/a/deep/"])
    }

    @Test func `types choose among the files`() throws {
        let catalog = try parse(Settings(["types": [".PDF"]]), Samples.nginx)
        #expect(catalog.collections.first?.items.map(\.title) == ["tide table.pdf"])
        #expect(catalog.leftOut == 1)
        let twice = try parse(Settings(["types": ["pdf"]]), page(["log.txt", "log.txt", "maps/"]))
        #expect(twice.leftOut == 1 && twice.collections.first?.items == [])
    }

    @Test func `nothing outside of the folder is listed`() throws {
        let catalog = try parse(
            Settings(["depth": 2]),
            page([
                "../up.pdf", "/etc/passwd", "http://other.example.org/a.pdf", "//other.example.org/b.pdf",
                "file:///etc/hostname", "?C=N;O=D", "#top", "./", "javascript:x", "mailto:a@b.c",
                "deep/er.pdf",
                "http://files.example.org:8080/pub/c.pdf", "http://me@files.example.org/pub/d.pdf",
                "good.pdf",
            ]))
        #expect(catalog.collections.first?.items.map(\.title) == ["good.pdf"])
        #expect(catalog.pages == [])
    }

    @Test(arguments: [
        "%2e%2e%2fup.pdf", "a%2fb.pdf", "a%00.pdf", "a%5cb.pdf", "a%0ab.pdf",
        "http://files.example.org/pub/../etc", "http://files.example.org/pub/%2e%2e",
    ])
    func `a hostile name is skipped and said`(name: String) throws {
        let catalog = try parse(Settings(["depth": 2]), page([name, "good.pdf"]))
        #expect(catalog.collections.first?.items.map(\.title) == ["good.pdf"])
        #expect(catalog.pages == [])
        #expect(catalog.problems.count == 1, "\(catalog.problems)")
        #expect(catalog.problems.first?.reason.contains("leads out of the folder") == true)
    }

    @Test func `an empty folder is no error, and another page is`() throws {
        #expect(try parse(page(["../"])).collections.first?.items == [])
        let error = #expect(throws: ParseError.self) { try parse(Samples.page) }
        #expect(String(describing: error).contains("html-links"))
    }

    @Test func `twenty thousand links are listed, each once`() throws {
        let links = (0..<20_000).map { "\($0).txt" }
        let catalog = try parse(page(links + links))
        #expect(catalog.collections.first?.items.count == 20_000)
    }

    @Test(.enabled(if: RealData.isPresent, "needs the folder ../shared/data"))
    func `listings of real servers are read`() throws {
        func read(_ path: String) throws -> Catalog {
            try ListingParser().parse([
                CatalogDocument(
                    data: try RealData.data(path),
                    url: try #require(URL(string: "http://files.example.org/nick/pub/")))
            ])
        }
        let apache = try read("dirlisting/apache.html")
        let items = try #require(apache.collections.first?.items)
        #expect(items.first?.title == "SWIG-embed.tar.gz")
        #expect(
            items.first?.details.dropFirst() == [
                Detail("Modified", "2005-11-29 16:27"), Detail("Size", "2.3K", key: .size),
            ])
        let nginx = try read("dirlisting/nginx.html")
        #expect(nginx.collections.first?.items.map(\.title) == ["config", "summary"])
        #expect(
            nginx.collections.first?.details.contains(Detail("Folders", "deltas, objects, refs, state"))
                == true)
        #expect(apache.problems + nginx.problems == [])
    }
}

import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import FeedParsing
import Foundation
import OPDSParsing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct OPDSParserTests {
    private func feed(_ entries: String, _ url: String = "http://books.example.org/a/shelf.xml")
        -> CatalogDocument
    {
        Samples.document(
            "<feed xmlns=\"http://www.w3.org/2005/Atom\" xmlns:opds=\"http://opds-spec.org/2010/catalog\">\(entries)</feed>",
            url)
    }

    private func parser(formats: String...) throws -> any Parser {
        try OPDSParser.plugin.make(Settings(["formats": formats]), PluginContext())
    }

    @Test func `an Atom catalogue has its publications, further catalogues and next page`() throws {
        let catalog = try OPDSParser().parse([Samples.opds])
        #expect(catalog.title == "Shelf" && catalog.problems == [])
        #expect(catalog.pages.first?.url == "http://books.example.org/shelf?page=2")
        #expect(catalog.collections.map(\.id) == ["shelf", "New"])
        #expect(catalog.collections[1].further?.url == "http://books.example.org/new")
        let items = catalog.collections[0].items
        #expect(items.map(\.id) == ["urn:1#epub", "urn:1#pdf"])
        #expect(items.map(\.url) == ["http://books.example.org/1.epub", "http://books.example.org/1.pdf"])
        #expect(items.allSatisfy { $0.title == "Tides & moons" && $0.size == nil })
        #expect(items[0].subtitle == "Ada · epub")
        #expect(value(items[0], "Published") == "1931" && value(items[0], "Size") == "2.00 KiB")
        #expect(value(items[0], "Summary") == "By hand." && value(items[0], "Not free to fetch") == "buy")
        #expect(value(items[0], "Cover") == "http://books.example.org/1.png")
    }

    @Test func `a next page that cannot be read is a gap`() throws {
        let entry = "<title>Shelf</title><entry><id>urn:1</id><title>A</title></entry>"
        let catalog = try OPDSParser().parse([feed("<link rel=\"next\" href=\"ftp://x.example/2\"/>" + entry)]
        )
        #expect(catalog.pages == [] && catalog.hasGap(.lasting))
        #expect(try !OPDSParser().parse([feed(entry)]).hasGap(.lasting))
    }

    @Test(arguments: [
        (#""links": [{"rel": "alternate", "href": "urn:isbn:1"}]"#, false),
        (#""images": 5"#, false),
        (#""links": [{"rel": "http://opds-spec.org/acquisition", "href": "urn:isbn:1"}]"#, true),
        (#""links": 5"#, true),
    ])
    func `in JSON what leads to no document leaves no gap`(part: String, hasGap: Bool) throws {
        let publication = "{\"metadata\": {\"title\": \"A\"}, \(part)}"
        let page = #"{"type": "text/html", "title": "About", "href": "mailto:a@h.example"}"#
        let text = "{\"publications\": [\(publication)], \"navigation\": [\(page)]}"
        let catalog = try OPDSParser().parse([Samples.document(text, "http://books.example.org/s")])
        #expect(catalog.problems.count == 1 && catalog.hasGap(.lasting) == hasGap, "\(catalog.problems)")
        #expect(catalog.collections[0].items.map(\.title) == ["A"])
    }

    @Test func `JSON has its publications, groups, further catalogues and next page`() throws {
        let catalog = try OPDSParser().parse([Samples.opdsJSON])
        #expect(catalog.title == "Shelf" && catalog.problems == [])
        #expect(catalog.pages.first?.url == "http://books.example.org/shelf.json?page=2")
        #expect(catalog.collections.map(\.id) == ["shelf", "Old", "New"])
        #expect(catalog.collections[0].items.map(\.id) == ["urn:1"])
        #expect(catalog.collections[0].items[0].url == "http://books.example.org/1.pdf")
        let moons = catalog.collections[1].items[0]
        #expect(moons.url == nil && value(moons, "Not free to fetch") == "borrow")
        #expect(catalog.collections[2].further?.url == "http://books.example.org/new")
    }

    @Test func `further catalogues of one title are numbered, however many there are`() throws {
        func ids(_ titles: [String]) throws -> [String] {
            let links = titles.enumerated().map { #"{"title": "\#($1)", "href": "/\#($0)"}"# }
            let text = "{\"navigation\": [\(links.joined(separator: ","))]}"
            return try OPDSParser().parse([Samples.document(text, "http://b.example/s")]).collections.map(
                \.id)
        }
        #expect(
            try ids(["New", "New 2", "New", "New", "New 2"]) == ["New", "New 2", "New 3", "New 4", "New 2 2"])
        #expect(try ids(Array(repeating: "New", count: 40_000)).last == "New 40000")
    }

    @Test func `of the wanted formats the first that there is counts`() throws {
        let both = try parser(formats: "PDF", "epub").parse([Samples.opds]).collections[0].items
        #expect(both.map(\.id) == ["urn:1"] && both[0].url?.hasSuffix("1.pdf") == true)
        let type = try parser(formats: "application/epub+zip").parse([Samples.opds]).collections[0].items
        #expect(type.map(\.url) == ["http://books.example.org/1.epub"])
        let none = try parser(formats: "mobi").parse([Samples.opds]).collections[0].items
        #expect(none.map(\.url) == [nil] && value(none[0], "Formats") == "epub, pdf")
    }

    @Test(arguments: ["href='ftp://b.example/1.epub'", "href=''", ""])
    func `another format does not take the place of the wanted one while that cannot be used`(
        address: String
    ) throws {
        func entry(_ links: String) -> String {
            "<entry><id>urn:1</id><title>A</title>\(links)<link type='application/atom+xml' href='more'/></entry>"
        }
        let relation = "rel='http://opds-spec.org/acquisition'"
        let epub = "<link \(relation) type='application/epub+zip' \(address)/>"
        let pdf = "<link \(relation) type='application/pdf' href='1.pdf'/>"
        let catalog = try parser(formats: "epub", "pdf").parse([feed(entry(epub + pdf))])
        let items = catalog.collections.flatMap(\.items)
        #expect(items.map(\.id) == ["urn:1"] && items.map(\.url) == [nil])
        #expect(catalog.problems.count == 1 && catalog.hasGap(.lasting))
        let other = try parser(formats: "pdf", "epub").parse([feed(entry(epub + pdf))])
        #expect(other.collections[0].items.map(\.url) == ["http://books.example.org/a/1.pdf"])
        let alone = try OPDSParser().parse([feed(entry(epub))])
        #expect(alone.collections[0].items.map(\.url) == [nil])
        #expect(alone.collections.allSatisfy { $0.further == nil })
    }

    @Test(arguments: [#""ftp://b.example/1.epub""#, "\"\"", "null", "5"])
    func `in JSON, another format does not take the place of the wanted one either`(address: String) throws {
        let relation = #""rel": "http://opds-spec.org/acquisition""#
        let epub = #"{\#(relation), "type": "application/epub+zip", "href": \#(address)}"#
        let pdf = #"{\#(relation), "type": "application/pdf", "href": "1.pdf"}"#
        let metadata = #"{"identifier": "urn:1", "title": "A"}"#
        let text = #"{"publications": [{"metadata": \#(metadata), "links": [\#(epub), \#(pdf)]}]}"#
        let catalog = try parser(formats: "epub", "pdf").parse([
            Samples.document(text, "http://books.example.org/s")
        ])
        let items = catalog.collections[0].items
        #expect(items.map(\.id) == ["urn:1"] && items.map(\.url) == [nil])
        #expect(catalog.problems.count == 1 && catalog.hasGap(.lasting))
    }

    @Test func `a document without a type in front changes nothing for others of its publication`() throws {
        func ids(_ links: String...) throws -> [String: String] {
            let entry = links.map {
                "<link rel='http://opds-spec.org/acquisition' href='\($0)'/>"
            }.joined()
            let items = try OPDSParser().parse([feed("<entry><id>urn:1</id><title>A</title>\(entry)</entry>")]
            )
            .collections[0].items
            return Dictionary(items.map { ($0.url ?? "", $0.id) }) { first, _ in first }
        }
        let (before, after) = (try ids("a", "b"), try ids("c", "a", "b"))
        #expect(before.count == 2 && before.allSatisfy { after[$0.key] == $0.value })
        let mixed = try ids("a", "b' type='application/epub+zip")
        let address = "http://books.example.org/a/"
        #expect(mixed[address + "a"] == before[address + "a"])
        #expect(mixed[address + "b"] == "urn:1#epub")
    }

    @Test func `a plain feed is left to the parser of feeds, and a catalogue to this one`() {
        #expect(FeedParser().recognition(of: [Samples.opds]) == .possible)
        #expect(OPDSParser().recognition(of: [Samples.opds]) == .certain)
        #expect(OPDSParser().recognition(of: [Samples.opdsJSON]) == .certain)
        #expect(FeedParser().recognition(of: [Samples.opdsJSON]) == .no)
        #expect(OPDSParser().recognition(of: [Samples.atom]) < FeedParser().recognition(of: [Samples.atom]))
    }

    @Test func `a catalogue without entries is empty, and no error`() throws {
        for document in [feed("<title>Shelf</title>"), feed("<title>S</title><link rel='self' href='x'/>")] {
            let catalog = try OPDSParser().parse([document])
            #expect(catalog.collections.flatMap(\.items).isEmpty && catalog.problems == [])
        }
        let json = Samples.document(
            #"{"metadata": {"title": "S"}, "publications": []}"#, "http://b.example/s")
        #expect(try OPDSParser().parse([json]).collections.map(\.id) == ["s"])
    }

    @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "/etc/passwd", "../../secret.epub"])
    func `an address outside is left out and said`(address: String) throws {
        let entry =
            "<entry><title>T</title><id>1</id><link rel='http://opds-spec.org/acquisition' href='\(address)'/></entry>"
        let file = feed(entry, "file:///srv/books/list/shelf.xml")
        let catalog = try OPDSParser().parse([file])
        #expect(catalog.collections[0].items.map(\.url) == [nil])
        #expect(catalog.problems.map(\.place) == ["line 1"], "\(catalog.problems)")
    }

    @Test func `what is cut is read as far as it goes, and nothing at all is an error with its place`() throws
    {
        var cut = Samples.opds
        let end = try #require(cut.data.range(of: Data("urn:1".utf8))?.lowerBound)
        cut.data = cut.data.prefix(end)
        let catalog = try OPDSParser().parse([cut])
        #expect(catalog.collections.contains { $0.id == "New" } && catalog.problems.count == 1)
        for (text, reason) in [
            ("<html><body/></html>", "an HTML page, expected an OPDS catalogue"),
            ("<rss/>", "the root element rss, expected an OPDS catalogue"), ("x", "not XML"),
            // A feed that begins like this is left to this parser, too.
            ("<feed xmlns=\"http://www.w3.o", "s: line 1: the document ends within its first tag. Fetch"),
            (#"{"a": 1}"#, "expected an OPDS catalogue"),
            (#"{"publications": 1}"#, "expected an OPDS catalogue"),
            (#"{"publications": [1]}"#, "no entry can be used"),
        ] {
            let error = #expect(throws: ParseError.self) {
                try OPDSParser().parse([Samples.document(text, "http://books.example.org/s")])
            }
            #expect("\(try #require(error))".contains(reason), "\(String(describing: error))")
        }
    }

    @Test func `external entities are never read`() throws {
        let text = """
            <!DOCTYPE feed [<!ENTITY x SYSTEM "file:///etc/hostname">]>
            <feed xmlns="http://www.w3.org/2005/Atom"><title>a&x;b</title><entry><id>1</id><title>T</title></entry></feed>
            """
        let catalog = try OPDSParser().parse([Samples.document(text, "http://books.example.org/s")])
        #expect(catalog.title == "ab")
    }
}

import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import HTMLLinksParsing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTMLLinksParserTests {
    private func parse(
        _ html: String, _ settings: [String: any Sendable] = [:],
        url: String = "http://notes.example.org/bio/handouts.html"
    ) throws -> Catalog {
        let parser = try HTMLLinksParser.plugin.make(Settings(settings), PluginContext())
        return try parser.parse([Samples.document(html, url, "text/html")])
    }

    private func items(_ html: String, _ settings: [String: any Sendable] = [:]) throws -> [Item] {
        try parse(html, settings).collections[0].items
    }

    @Test func `links that are not on the web are left out, and reported`() throws {
        let links =
            "<a href='ftp://h.example/a.pdf'>A</a> <a href='mailto:a.pdf'>M</a> <a href='file:///b.pdf'>B</a>"
        let catalog = try parse("<html><a href='c.pdf'>C</a> \(links)</html>")
        #expect(catalog.collections.flatMap(\.items).map(\.title) == ["C"])
        #expect(
            catalog.problems.map { "\($0.place): \($0.reason)" } == [
                "link 2: “ftp://h.example/a.pdf” is no address on the web; skipped",
                "link 4: “file:///b.pdf” is no address on the web; skipped",
            ])
        let error = #expect(throws: ParseError.self) { try parse("<html>\(links)</html>") }
        #expect(error?.description.contains("link 1: “ftp://h.example/a.pdf” is no") == true)
    }

    @Test func `a page that asks for a password says so`() throws {
        let link = "<html><a href='a.pdf'>A</a>"
        #expect(try parse(link + "<form><input name=p TYPE=' Password '></form>").asksForPassword)
        #expect(try !parse(link + "<form><input name=password type=text></form>").asksForPassword)
    }

    @Test
    func `the page is one collection of the documents that it links`() throws {
        let catalog = try HTMLLinksParser().parse([Samples.page])
        #expect(catalog.title == "Bio & more")
        #expect(catalog.collections.map(\.id) == ["handouts"])
        #expect(catalog.collections[0].title == "Bio & more")
        #expect(catalog.collections[0].items.map(\.title) == ["Week 1", "Week 2"])
        #expect(
            catalog.collections[0].items.map(\.url) == [
                "http://notes.example.org/bio/week1.pdf", "http://notes.example.org/x/week2.pdf",
            ])
        #expect(catalog.collections[0].details.map(\.label) == ["Web page"])
    }

    @Test
    func `a link's title is its text, else its title, its image's text or the file name`() throws {
        let titles = try items(
            """
            <a href=a.pdf title=other> Long\n <i>text</i>&nbsp;here </a><a href=b.pdf title="From title"><img src=x></a>
            <a href=c.pdf><img alt="From image"></a><a href="d%20e.pdf"> </a><a href=f.pdf>open
            """
        ).map(\.title)
        #expect(titles == ["Long text here", "From title", "From image", "d e.pdf", "open"])
        let blank = try items("<a href='/x/%20'></a>", ["types": [String]()])
        #expect(blank.map(\.title) == ["http://notes.example.org/x/%20"])
    }

    @Test
    func `references are resolved against the page's base, without their fragments`() throws {
        let urls = try items(
            """
            <base href="//files.example.net/x/"><base href="http://no.example/">
            <a href="../a b.pdf#page=2">1</a><a href="HTTP://Other.example/B.PDF?v=1#x">2</a><a href=' c.pdf '>3</a>
            """
        ).map(\.url)
        #expect(
            urls == [
                "http://files.example.net/a%20b.pdf", "HTTP://Other.example/B.PDF?v=1",
                "http://files.example.net/x/c.pdf",
            ])
    }

    @Test
    func `only links to documents count`() throws {
        let titles = try items(
            """
            <a href="mailto:x.pdf">m</a><a href="javascript:go('x.pdf')">j</a><a href="#x.pdf">f</a><a href="">e</a>
            <a href="page.html">p</a><a name="x.pdf">n</a><a>none</a><!-- <a href=c.pdf>comment</a> -->
            <script>document.write("<a href='s.pdf'>script</a>")</script><a href="data:application/pdf;x.pdf">d</a>
            <map><area href="map.pdf" alt="In a map"></map><a href="get?id=7" type="Application/PDF">typed</a>
            <a href="LECTURE.PPTX">upper</a><a href="x.tar.gz">archive</a>
            <a href="term.ics">calendar</a>
            """
        ).map(\.title)
        #expect(titles == ["In a map", "typed", "upper", "archive", "calendar"])
    }

    @Test
    func `kinds, pattern and host are settings`() throws {
        let page = """
            <a href="a.pdf">1</a><a href="b.mp3">2</a><a href="http://cdn.example.org/c.pdf">3</a><a href="d">4</a>
            """
        func titles(_ settings: [String: any Sendable]) throws -> [String] {
            try items(page, settings).map(\.title)
        }
        #expect(try titles(["types": [".MP3"]]) == ["2"])
        #expect(try titles(["types": ["audio/*", "application/pdf"]]) == ["1", "2", "3"])
        #expect(try titles(["types": [String]()]) == ["1", "2", "3", "4"])
        #expect(try titles(["pattern": Optional("/bio/.*\\.pdf$")]) == ["1"])
        #expect(try titles(["same-host": true]) == ["1"])
    }

    @Test
    func `an invalid pattern is an error of its setting`() {
        #expect(
            throws: PluginError(
                setting: "pattern", reason: "“(” is not a valid regular expression: missing ): (")
        ) {
            try HTMLLinksParser.plugin.make(Settings(["pattern": Optional("(")]), PluginContext())
        }
    }

    @Test
    func `a document under two titles is two items, the second marked`() throws {
        let items = try items(
            "<a href=a.pdf>One</a><a href=a.pdf#x>Two</a><a href=b.pdf>Solutions</a><a href=c.pdf>Solutions</a>"
        )
        #expect(items.map(\.title) == ["One", "Two", "Solutions", "Solutions"])
        #expect(items.map { $0.duplicateOf != nil } == [false, true, false, false])
        #expect(Set(items.map(\.id)).count == 4)
    }

    @Test(arguments: [
        ("http://h.example/cs107/handouts.html", "handouts"), ("http://h.example/cs107/", "cs107"),
        ("http://h.example/cs107/index.html", "cs107"), ("http://h.example/", "h.example"),
        ("http://h.example", "h.example"), ("http://h.example/a/notes.aspx?id=3", "notes"),
        ("http://h.example/cs107", "cs107"), ("file:///tmp/x/week%201.html", "week 1"),
    ])
    func `the collection is named after the page`(url: String, name: String) throws {
        #expect(try parse("<a href=a.pdf>A</a>", url: url).collections.map(\.id) == [name])
        #expect(
            try parse("<a href=a.pdf>A</a>", ["collection": Optional("Mine")], url: url).collections[0].id
                == "Mine")
    }

    @Test
    func `a page without a link to a document is refused, as a login page must be`() throws {
        let error = #expect(throws: ParseError.self) {
            try parse("<html><a href=page.html>p</a></html>", ["types": ["pdf"]])
        }
        #expect(error?.reason == "no link to a document among 1 link, expected one of pdf")
        // In quotes: zsh takes brackets for a pattern of file names.
        let remedy = try #require(error?.remedy)
        #expect(remedy.contains("--set 'parse.types=[]' takes all of them, with --set parse.pattern=…"))
    }

    @Test(arguments: [
        ("", "the document is empty"), ("%PDF-1.4\n<a href=x>", "a PDF document"),
        ("{\"a\": \"<p>\"}", "what looks like JSON"),
        ("<?xml version='1.0'?><rss/>", "an XML document"), ("just 1 < 2 words", "a document without markup"),
    ])
    func `what is no page is an error`(text: String, found: String) {
        #expect {
            try parse(text)
        } throws: { error in
            "\(error)".contains("handouts.html: line 1, column 1: \(found), expected an HTML page")
        }
    }

    @Test
    func `charsets come from the mark, the transport, the bytes and the page, in this order`() throws {
        func title(_ data: Data, charset: String? = nil) throws -> String? {
            var document = Samples.page
            document.data = data
            document.mediaType = MediaType("text/html" + (charset.map { ";charset=\($0)" } ?? ""))
            return try HTMLLinksParser().parse([document]).collections[0].items.first?.title
        }
        func page(_ word: Data, _ head: String = "") -> Data {
            Data("<html><head>\(head)</head><a href=a.pdf>".utf8) + word + Data("</a>".utf8)
        }
        let utf8 = Data("Übung".utf8)
        let latin = Data([0xDC]) + Data("bung".utf8)
        let meta = { (charset: String) in
            "<meta http-equiv=content-type content='text/html; charset=\(charset)'>"
        }
        #expect(try title(page(utf8)) == "Übung")
        #expect(try title(page(latin)) == "Übung")
        #expect(try title(page(utf8, meta("utf-8") + meta("iso-8859-1"))) == "Übung")
        #expect(try title(page(utf8, meta("iso-8859-1") + meta("utf-8"))) == "Übung")
        #expect(try title(page(latin, meta("iso-8859-1") + meta("utf-8"))) == "Übung")
        #expect(try title(page(latin), charset: "ISO-8859-1") == "Übung")
        #expect(try title(page(Data([0x93, 0xDC, 0x94]), meta("iso-8859-1"))) == "“Ü”")
        #expect(try title(page(Data("&#147;&Uuml;&#x94;".utf8))) == "“Ü”")
        #expect(try title(page(utf8), charset: "no-such-charset") == "Übung")
        #expect(try title(page(Data([0xDA, 0xCF, 0xD2]), meta("koi8-r"))) == "зор")
        let text = String(decoding: page(utf8), as: UTF8.self)
        #expect(try title(Data([0xFF, 0xFE]) + (text.data(using: .utf16LittleEndian) ?? Data())) == "Übung")
        #expect(try title(text.data(using: .utf16BigEndian) ?? Data(), charset: "utf-16be") == "Übung")
        #expect(try title(Data([0xEF, 0xBB, 0xBF]) + page(utf8), charset: "iso-8859-1") == "Übung")
    }

    @Test
    func `hostile pages end in time`() throws {
        let pages = [
            "<a href=a.pdf>A</a><a " + (0..<200_000).map { "b\($0)" }.joined(separator: " ") + ">",
            "<a href=a.pdf>A</a>" + String(repeating: "<b>", count: 200_000)
                + String(repeating: "</i>", count: 200_000),
            "<a href=a.pdf>A</a>" + String(repeating: "&#x41;", count: 200_000),
            "<a href=a.pdf>A" + String(repeating: "x", count: 4_000_000),
            "<a href=a.pdf>A</a>" + String(repeating: "<!--x", count: 200_000),
        ]
        for page in pages {
            #expect(try items(page).count == 1)
        }
    }
}

@Suite(.timeLimit(.minutes(1)))
struct HTMLListingTests {
    private static let rows = ["deltas/", "config", "week%201.pdf"]
    private static let apache =
        "<title>Index of /pub</title><table><tr><th><a href=\"?C=N;O=D\">Name</a></th>"
        + "<th><a href=\"?C=M;O=A\">Last modified</a></th></tr><tr><td><a href=\"/\">Parent Directory</a></td></tr>"
        + rows.map { "<tr><td><a href=\"\($0)\">\($0)</a></td><td align=right>118</td></tr>" }.joined()
        + "</table>"
    private static let nginx =
        "<html><head><title>Index of /pub/</title></head><body><h1>Index of /pub/</h1><hr><pre>"
        + "<a href=\"../\">../</a>\n"
        + rows.map { "<a href=\"\($0)\">\($0)</a>   04-May-2017 21:37   118\n" }.joined()
        + "</pre><hr></body></html>"

    @Test(arguments: [apache, nginx])
    func `a server's listing of a folder is a page of links`(listing: String) throws {
        let page = try #require(URL(string: "http://h.example/pub/"))
        let document = CatalogDocument(data: Data(listing.utf8), url: page)
        let parser = try HTMLLinksParser.plugin.make(Settings(["types": [String]()]), PluginContext())
        let items = try parser.parse([document]).collections[0].items
        #expect(items.allSatisfy { $0.url?.hasPrefix("http") == true && $0.url?.contains("?C=") == false })
        for row in Self.rows { #expect(items.contains { $0.url == "http://h.example/pub/\(row)" }, "\(row)") }
    }

    @Test
    func `a page that is too large to be read says so, and not that it has no links`() throws {
        let link = Data("<a href=1.pdf>1</a>".utf8)
        let data = Data("<html>".utf8) + link + Data(repeating: UInt8(ascii: " "), count: 64 << 20)
        let error = #expect(throws: ParseError.self) {
            try HTMLLinksParser().parse([CatalogDocument(data: data, url: URL(filePath: "/page.html"))])
        }
        #expect(error?.reason.contains("the page is larger than") == true && error?.remedy != nil)
    }
}

@Suite(.timeLimit(.minutes(1)), .enabled(if: RealData.isPresent, "needs the folder ../shared/data"))
struct HTMLLinksRealDataTests {
    private func parse(_ name: String) throws -> ItemCollection {
        let page = URL(string: "http://localhost:8027/cs107/\(name)") ?? URL(filePath: "/")
        let document = CatalogDocument(data: try RealData.data("coursepage/cs107/\(name)"), url: page)
        #expect(HTMLLinksParser().recognition(of: [document]) == .certain)
        let catalog = try HTMLLinksParser().parse([document])
        #expect(catalog.problems == [])
        return try #require(catalog.collections.first)
    }

    @Test
    func `the two course pages list all of their 53 documents`() throws {
        let handouts = try parse("handouts.html")
        let assignments = try parse("assignments.html")
        #expect(handouts.id == "handouts")
        #expect(handouts.items.count == 24)
        #expect(assignments.items.count == 46)
        #expect(handouts.items[0].title == "Syllabus")
        #expect(handouts.items[1].title == "Course Information")
        #expect(handouts.items[1].duplicateOf == handouts.items[0].id)

        let folder = RealData.file("coursepage/cs107")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".pdf")
        }
        let linked = (handouts.items + assignments.items).compactMap(\.url).compactMap(URLReference.basename)
        #expect(Set(linked.filter { $0.hasSuffix(".pdf") }) == Set(names))
        #expect(Set(linked.filter { $0.hasSuffix(".zip") }).count == 15)
    }

    @Test
    func `the catalogue of the same notes lists the same documents`() throws {
        let file = RealData.file("notesbrowser-timetable/made-up.moduleDetails2012.cs107.json")
        let json = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        for item in try parse("handouts.html").items + parse("assignments.html").items {
            #expect(json.contains("\"\(item.title)\": \"\(item.url ?? "")\""), "\(item)")
        }
    }

    @Test(arguments: ["apache.html", "nginx.html"])
    func `a server's listing of a folder is a page of links`(name: String) throws {
        let page = URL(string: "http://h.example/pub/") ?? URL(filePath: "/")
        let document = CatalogDocument(data: try RealData.data("dirlisting/\(name)"), url: page)
        let parser = try HTMLLinksParser.plugin.make(Settings(["types": [String]()]), PluginContext())
        let items = try parser.parse([document]).collections[0].items
        #expect(!items.isEmpty)
        #expect(items.allSatisfy { $0.url?.hasPrefix("http") == true && $0.url?.contains("?C=") == false })
    }
}

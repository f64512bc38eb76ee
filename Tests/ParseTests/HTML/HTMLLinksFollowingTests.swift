import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import HTMLLinksParsing
import Testing

/// Selection, titles and further pages of pages of links.
@Suite struct HTMLLinksFollowingTests {
    private let page = """
        <!DOCTYPE html><html><head><title>Course</title></head><body>
        <nav><a href="/menu.pdf">Menu</a></nav>
        <h2>Week <b>1</b>:</h2>
        <table id="notes"><tr><th>Title</th><th>File</th></tr>
        <tr><td>Tides</td><td><a href="1.pdf">PDF</a></td><td><a href="1.zip">ZIP</a></td></tr>
        <tr><td>Moons &amp; suns</td><td><a href="2.pdf">PDF</a></td></tr></table>
        <h2><a href="3.pdf">All weeks</a></h2><ul><li>The plan: <a href="4.pdf">here</a><li><a href="5.pdf">Old</a></ul>
        <a href="more/">More</a> <a href="week2.html#top">Week 2</a> <a href="week2.html">again</a>
        <a rel="noopener NOFOLLOW" href="ads.html">Ads</a> <a href="/up.html">Up</a> <a href="http://other.example/x.html">X</a>
        <a href="%2e%2e/y.html">Y</a> <a href="notes.docx">Notes</a> <a href="search?q=1">Search</a>
        </body></html>
        """

    private func parse(
        _ settings: [String: any Sendable], _ text: String? = nil, place: CatalogPage.Place? = nil,
        at url: String = "http://site.example/c/index.html"
    ) throws -> Catalog {
        var document = Samples.document(text ?? page, url, "text/html")
        document.page = place
        return try HTMLLinksParser.plugin.make(Settings(settings), PluginContext()).parse([document])
    }

    private func names(_ catalog: Catalog) -> [String] {
        catalog.collections.flatMap(\.items).compactMap { $0.url.flatMap(URLReference.basename) }
    }

    @Test(arguments: [
        ("//table[@id='notes']", ["1.pdf", "1.zip", "2.pdf"]), ("//table//a[. = 'PDF']", ["1.pdf", "2.pdf"]),
        ("//li | //h2", ["3.pdf", "4.pdf", "5.pdf"]), ("//tr[2]/td[2]/a", ["1.pdf"]),
    ])
    func `an expression selects the links that count`(select: String, expected: [String]) throws {
        let found = names(try parse(["select": select]))
        #expect(found == expected)
    }

    @Test func `an expression that selects nothing, or no elements, is an error that names it`() throws {
        for select in ["//section", "count(//a)", "string(//a)"] {
            let error = #expect(throws: ParseError.self) { try parse(["select": select]) }
            let said = "\(try #require(error))"
            #expect(said.contains("no link") || said.contains("parse.select"), "\(said)")
        }
        for select in ["//a[", "", "a)|(b"] {
            let error = #expect(throws: PluginError.self) { try parse(["select": select]) }
            #expect(String(describing: error).contains("XPath"), "\(String(describing: error))")
        }
    }

    @Test(arguments: [
        ("distinct", ["Tides: PDF", "ZIP", "Moons & suns: PDF", "All weeks", "here", "Old"]),
        ("link", ["PDF", "ZIP", "PDF", "All weeks", "here", "Old"]),
        (
            "row",
            ["Tides PDF ZIP", "Tides PDF ZIP", "Moons & suns PDF", "All weeks", "The plan: here", "Old"]
        ),
        (
            "heading",
            ["Week 1: PDF", "Week 1: ZIP", "Week 1: PDF", "All weeks", "All weeks: here", "All weeks: Old"]
        ),
    ])
    func `titles are those of the link, its row or the heading before it`(kind: String, titles: [String])
        throws
    {
        let choice = try #require(try Self.choice(kind))
        let catalog = try parse(["select": "//table | //h2 | //ul", "titles": choice])
        #expect(catalog.collections.flatMap(\.items).map(\.title) == titles)
        #expect(try Self.choice("none") == nil)
    }

    @Test func `outside of rows, items and paragraphs a line is the row of its links`() throws {
        let text = """
            <h1>Notes</h1>All of them.<br>Week 1: <a href=1.pdf>PDF</a><br>Week 2: <a href=2.pdf>PDF</a><hr>And more
            <div>Week 3: <a href=3.pdf>PDF</a></div><ul><li>Week 4:<br><a href=4.pdf>PDF</a></ul><a href=5.pdf>Five</a>
            """
        let catalog = try parse(["titles": #require(try Self.choice("row"))], text)
        let titles = catalog.collections.flatMap(\.items).map(\.title)
        #expect(titles == ["Week 1: PDF", "Week 2: PDF", "Week 3: PDF", "Week 4: PDF", "Five"])
    }

    @Test func `the heading of a card begins the rows of the links in it`() throws {
        let text = """
            <main><h1>Notes</h1>All of them.<br>Week 1: <a href=1.pdf>PDF</a><br>
            <div><h3>Week 4</h3><a href=4.pdf>PDF Slides</a></div>
            <div><div><h5>Week 5</h5></div><div><a href=5.pdf>PDF</a></div><div>Sheet: <a href=6.pdf>PDF</a></div></div>
            <div><h3>Week 6</h3><ul><li><a href=7.pdf>Text</a></ul></div></main>
            """
        let choice = try #require(try Self.choice("row"))
        let titles = try parse(["titles": choice], text).collections.flatMap(\.items).map(\.title)
        #expect(titles == ["Week 1: PDF", "Week 4 PDF Slides", "Week 5 PDF", "Week 5 Sheet: PDF", "Text"])
        let page = try parse(["titles": choice], "<div><h1>Notes</h1>One: <a href=1.pdf>PDF</a></div>")
        #expect(page.collections.flatMap(\.items).map(\.title) == ["One: PDF"])
    }

    @Test func `a block with nothing but a frame is not a card`() throws {
        let text = """
            <article><h2>Notes</h2>Week 1 <a href=a.pdf>PDF</a></article>
            <article><h2>Sponsor</h2><iframe src="https://ads.example/x"></iframe></article>
            """
        let choice = try #require(try Self.choice("row"))
        let titles = try parse(["titles": choice], text).collections.flatMap(\.items).map(\.title)
        #expect(titles == ["Week 1 PDF"])
    }

    /// A value of the setting `titles`.
    private static func choice(_ word: String) throws -> (any Sendable)? {
        try #require(HTMLLinksParser.plugin.settings.first { $0.name == "titles" }).decode(.string(word))
    }

    @Test(arguments: [
        (
            """
            <title>CS</title><table>
              <tr> <td>1</td> <td>Sorting<br>(part 1)</td> <td><a href=a.pdf>notes</a> and <a href=b.pdf>slides</a>
              <tr> <td>2</td> <td><a href=x.html>Trees</a></td> <td><a href=c.pdf>notes</a> <a href=d.pdf>slides</a>
            </table>
            """,
            ["1 Sorting (part 1): notes", "1 Sorting (part 1): slides", "2 Trees: notes", "2 Trees: slides"]
        ),
        (
            "<ul><li>Limits (<a href=a.pdf>pdf</a>, <a href=b.txt>txt</a>)<li><a href=c.pdf>pdf</a> – Series</ul>",
            ["Limits: pdf", "txt", "Series: pdf"]
        ),
        (
            "<p>Week 1: notes <a href=a.pdf>PDF</a>, slides <a href=b.pdf>PDF</a>.<br><a href=c.pdf>PDF</a> of Week 2",
            ["Week 1: notes: PDF", "Week 1: notes, slides: PDF", "of Week 2: PDF"]
        ),
        (
            "<h3>Week 1</h3><ul><li><a href=a.pdf>Notes</a></ul><h3>Week 2</h3><ul><li><a href=b.pdf>Notes</a></ul>",
            ["Week 1: Notes", "Week 2: Notes"]
        ),
        (
            "<div>Tides <a href=a.pdf>PDF</a></div><div>Moons <a href=b.pdf>PDF</a> <a href=b.pdf>Text</a></div>",
            ["Tides: PDF", "Moons: PDF", "Text"]
        ),
        // What all have in common, as they are of one line, is said of the first only.
        (
            "<p>2024: <a href=a.pdf>Exam</a> <a href=b.pdf>Key</a> 2023: <a href=c.pdf>Exam</a> <a href=d.pdf>Key</a>",
            ["2024: Exam", "2024: Key", "2023: Exam", "2023: Key"]
        ),
        (
            """
            <details><summary>Week 1</summary><a href=a.pdf>PDF</a></details>
            <details><summary>Week 2</summary><a href=b.pdf>PDF</a></details>
            """,
            ["Week 1: PDF", "Week 2: PDF"]
        ),
        (
            """
            <ul><li>Week 1<ul><li><a href=a.pdf>Notes</a><li><a href=b.pdf>Text</a></ul>
            <li>Week 2<ul><li><a href=c.pdf>Notes</a><li><a href=d.pdf>Text</a></ul></ul>
            """,
            ["Week 1: Notes", "Week 1: Text", "Week 2: Notes", "Week 2: Text"]
        ),
        (
            "<dl><dt>Tides<dd><a href=a.pdf>Notes</a><dt>Moons<dd><a href=b.pdf>Notes</a></dl>",
            ["Tides: Notes", "Moons: Notes"]
        ),
        (
            """
            <table>
            <tr><td><p>Tides</p></td><td><p><a href=a.pdf>Notes</a></p></td><td><p><a href=b.pdf>Text</a></p></td></tr>
            <tr><td>Moons</td><td><ul><li><a href=c.pdf>Notes</a></li></ul>
              <table><tr><td><a href=d.pdf>Text</a></td></tr></table></td></tr>
            </table>
            """,
            ["Tides: Notes", "Tides: Text", "Moons: Notes", "Moons: Text"]
        ),
        // Nothing tells these apart, and one document is not several.
        ("<h1>Notes</h1><ul><li><a href=a.pdf>PDF</a><li><a href=b.pdf>PDF</a></ul>", ["PDF", "PDF"]),
        ("<p>First <a href=a.pdf>here</a><p>and again <a href=a.pdf#page=2>here</a>", ["here", "here"]),
    ])
    func `a text that several documents have is told apart by what stands beside the links`(
        text: String, titles: [String]
    ) throws {
        let catalog = try parse(["titles": #require(try Self.choice("distinct"))], text)
        #expect(catalog.collections.flatMap(\.items).map(\.title) == titles)
    }

    @Test func `pages below the first are named on request, files and other places are not`() throws {
        #expect(try parse([:]).pages == [])
        let pages = try parse(["depth": 1]).pages
        #expect(
            pages.map(\.url) == ["more/", "week2.html", "search?q=1"].map { "http://site.example/c/" + $0 })
        #expect(pages.allSatisfy { $0.heedsRobots })
        let all = try parse(["depth": 1, "nofollow": false, "robots": false]).pages
        #expect(all.map(\.url).contains("http://site.example/c/ads.html") && !all.contains { $0.heedsRobots })
        let meta = page.replacing("<head>", with: "<head><meta name=robots content='noindex, NOFOLLOW'>")
        #expect(try parse(["depth": 1], meta).pages == [])
        #expect(try parse(["depth": 1, "nofollow": false], meta).pages.count == 4)
    }

    @Test func `a followed page adds to the first one's collection, and only below it`() throws {
        let start = try #require(URL(string: "http://site.example/c/index.html"))
        let place = CatalogPage.Place(start: start, depth: 1)
        let below = try parse(["depth": 1], place: place, at: "http://site.example/c/d/week2.html")
        #expect(below.collections.map(\.id) == ["c"] && below.pages == [])
        #expect(
            try parse(["depth": 2], place: place, at: "http://site.example/c/d/week2.html").pages.count == 3)
        let secured = try parse(["depth": 2], place: place, at: "https://site.example/c/d/week2.html")
        #expect(secured.collections.map(\.id) == ["c"] && secured.pages.count == 3)
        let moved = try parse(["depth": 1], place: place, at: "http://site.example/login.html")
        #expect(moved.collections.isEmpty && moved.problems.first?.reason.contains("not below") == true)
        let empty = try parse(
            ["depth": 1], "<html><p>Nothing</p></html>", place: place, at: "http://site.example/c/x")
        #expect(empty.collections.isEmpty && empty.problems.isEmpty)
        let file = try parse(["depth": 1], "%PDF-1.4", place: place, at: "http://site.example/c/x")
        #expect(file.collections.isEmpty && file.problems.count == 1)
    }

    @Test func `twelve thousand links give at most ten thousand pages`() throws {
        let links = (0..<12_000).map { "<a href='\($0).html'>x</a>" }.joined()
        #expect(try parse(["depth": 1], "<html>\(links)</html>").pages.count == 10_000)
    }
}

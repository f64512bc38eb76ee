import CarrelModel
import CarrelStages
import Foundation
import HTMLLinksParsing
import Testing

/// Pages of links that end too early.
@Suite(.timeLimit(.minutes(1))) struct HTMLCutPageTests {
    private func parse(_ rest: String) throws -> Catalog {
        let page = "<html><a href='a.pdf'>A</a> \(rest)"
        return try HTMLLinksParser().parse([
            Samples.document(page, "http://notes.example.org/bio/handouts.html", "text/html")
        ])
    }

    @Test(arguments: ["<a href='b.pdf", "<a href='b.pdf'", "<a", "<a title='a<b' href='b.pdf"])
    func `a page that ends within a start tag was cut, and nothing of the tag is used`(rest: String) throws {
        let catalog = try parse(rest)
        #expect(catalog.collections.flatMap(\.items).map(\.title) == ["A"])
        #expect(catalog.problems.map(\.place) == ["page"] && catalog.hasGap(.passing))
        var document = Samples.page
        document.data = try #require("<html><a href='a.pdf'>A</a> \(rest)".data(using: .utf16))
        #expect(try HTMLLinksParser().parse([document]).hasGap(.passing))
    }

    @Test(arguments: [
        "<ul><li><a href='b.pdf'>B</a>", "<TABLE class='x > y'><tr><td>B</table><table><tr><td>", "<pre>",
        "<div><div></div><br><b>Fatal error</b>: no memory", "<ol><!-- </ol> --><script>'</ol>'</script>",
    ])
    func `a page that ends within a list or the like was probably cut`(rest: String) throws {
        let catalog = try parse(rest)
        #expect(catalog.collections.flatMap(\.items).first?.title == "A")
        #expect(catalog.problems.map(\.place) == ["page"] && catalog.hasGap(.doubtful))
    }

    private static let footer = String(repeating: "<p>Footer</p>", count: 200)

    @Test(arguments: [
        "<ul><li>B</body>", "<ul><li>B</html", "<ul><li>B</BODY>\(footer)", "<p>B<li>C<tr><td>D",
        "<div><p>B</p></div><div/><div class='x' />", "</ul><script>'<ul>'</script><p title='<ul>'>C",
    ])
    func `a page that ends its body or its lists was not cut`(rest: String) throws {
        #expect(try parse(rest).problems == [])
    }

    @Test(arguments: ["", "</html>", "</a>\n", " 3 < 4", " I <3 it", "</html", "<", "<!-- x", "<!x"])
    func `a page that ends otherwise was not cut`(rest: String) throws {
        #expect(try parse(rest).problems == [])
    }
}

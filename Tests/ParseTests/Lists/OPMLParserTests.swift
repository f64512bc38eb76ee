import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import OPMLParsing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct OPMLParserTests {
    private func parse(_ body: String, depth: Int? = nil) throws -> Catalog {
        var document = Samples.document(
            "<opml version=\"1.0\"><head/><body>\(body)</body></opml>", "http://lists.example.org/all.opml")
        document.page = depth.map { CatalogPage.Place(start: document.url, depth: $0) }
        return try OPMLParser().parse([document])
    }

    @Test func `each outline with an address is a collection of a further catalogue, under its folder`()
        throws
    {
        let catalog = try OPMLParser().parse([Samples.opml])
        #expect(catalog.title == "Reading")
        #expect(catalog.sections.map(\.title) == ["Weekly", nil])
        let log = catalog.sections[0].collections[0]
        #expect(log.id == "Log" && log.further == FurtherCatalog(url: "http://log.example.org/f.xml"))
        #expect(log.details.first == Detail("Web page", "http://log.example.org/"))
        #expect(catalog.collections[1].further?.url == "http://lists.example.org/f2.xml")
    }

    @Test func `folders within folders are one heading, and one catalogue is listed once`() throws {
        let catalog = try parse(
            """
            <outline text="A"><outline text="B"><outline text="x" xmlUrl="/1"/></outline></outline>
            <outline text="x" xmlUrl="/2"/><outline text="x" xmlUrl="/1"/><outline xmlUrl="/3"/>
            """)
        #expect(catalog.sections.map(\.title) == ["A / B", nil])
        #expect(
            catalog.collections.map(\.id) == [
                "x", "http://lists.example.org/2", "http://lists.example.org/3",
            ])
    }

    @Test func `a list that is included is a further page, but not the list itself, nor one too deep`() throws
    {
        let catalog = try parse(
            """
            <outline text="more" type="include" url="more.opml"/><outline text="I" type="include" url="all.opml"/>
            """)
        #expect(catalog.pages.map(\.url) == ["http://lists.example.org/more.opml"])
        #expect(catalog.problems.map(\.reason) == ["the list includes itself; not read"])
        let deep = try parse(
            "<outline text='a' type='include' url='b.opml'/><outline text='c' xmlUrl='/c'/>", depth: 3)
        #expect(deep.pages.isEmpty && deep.collections.count == 1 && deep.problems.count == 1)
    }

    @Test func `of more than a hundred thousand outlines as many are listed`() throws {
        let outlines = (0..<100_100).map { "<outline text='\($0)' xmlUrl='/\($0)'/>" }
        let catalog = try parse(outlines.joined())
        #expect(catalog.collections.count == 100_000)
        #expect(catalog.problems.count == 1 && catalog.problems[0].reason.hasPrefix("more than 100000"))
    }

    @Test func `what is no address on the web is reported with its line`() throws {
        let catalog = try parse(
            "<outline text='a' xmlUrl='file:///etc/passwd'/>\n<outline text='b' xmlUrl='/b'/>")
        #expect(catalog.problems.map(\.place) == ["line 1"] && catalog.collections.map(\.id) == ["b"])
        let error = #expect(throws: ParseError.self) { try parse("<outline text='a' xmlUrl='data:,x'/>") }
        #expect(error?.reason.hasPrefix("nothing can be read") == true)
        #expect(try parse("").collections.isEmpty)
        #expect(try parse("<outline text='empty folder'/>").collections.isEmpty)
    }

    @Test(.enabled(if: RealData.isPresent, "needs the folder ../shared/data"))
    func `the list of a reader of feeds is read whole`() throws {
        let document = CatalogDocument(
            data: try RealData.data("opml/example2.opml"), url: RealData.file("opml/example2.opml"))
        let catalog = try OPMLParser().parse([document])
        #expect(catalog.problems == [])
        #expect(catalog.sections.map(\.title) == [nil, "Rant boards / humans", "Rant boards", "eloquent"])
        #expect(catalog.collections.count == 7)
    }
}

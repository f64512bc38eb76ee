import CarrelModel
import CarrelStages
import Foundation
import HTMLLinksParsing
import Testing

/// What is said of links that the types leave out.
struct HTMLLeftOutTests {
    private func leftOut(_ values: [String: any Sendable] = [:]) throws -> Int {
        let links = ["a.pdf", "b.zip", "c.html", "d.txt", "e"].map { "<a href=\($0)>\($0)</a>" }.joined()
        let url = try #require(URL(string: "http://school.example/course/"))
        let parser = try HTMLLinksParser.plugin.make(Settings(values), PluginContext())
        let page = CatalogDocument(data: Data("<html>\(links)</html>".utf8), url: url)
        return try parser.parse([page]).leftOut
    }

    @Test func `links to documents of other kinds are counted, and those to pages are not`() throws {
        #expect(try leftOut(["types": ["pdf"]]) == 2)
        #expect(try leftOut(["types": ["text/*"], "pattern": Optional("[abc]\\.")]) == 2)
        #expect(try leftOut(["types": [String]()]) == 0)
        #expect(try leftOut() == 0)
    }
}

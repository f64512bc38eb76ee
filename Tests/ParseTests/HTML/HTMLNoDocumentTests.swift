import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation
import HTMLLinksParsing
import Testing

/// What is said of a page without a link to a document.
struct HTMLNoDocumentTests {
    private func error(_ page: String, _ values: [String: any Sendable] = [:]) throws -> ParseError? {
        let url = try #require(URL(string: "http://school.example/course/"))
        let parser = try HTMLLinksParser.plugin.make(Settings(values), PluginContext())
        return #expect(throws: ParseError.self) {
            try parser.parse([CatalogDocument(data: Data(page.utf8), url: url)])
        }
    }

    @Test func `an expression that gives no link is blamed by its name`() throws {
        let page = "<html><a href=a.pdf>A</a><a href=b.pdf>B</a><iframe src=/x></iframe></html>"
        let error = try error(page, ["select": "//table[@id='notes']"])
        #expect(
            error?.reason == "parse.select, “//table[@id='notes']”, gives none of the page's 2 links",
            "\(error?.reason ?? "")")
        #expect(error?.remedy?.contains("expression") == true)
    }

    @Test func `of a page that asks for a password it is said that it may be a login page`() throws {
        let error = try error("<html><a href=about>About</a><input type=password></html>")
        let remedy = error?.remedy ?? ""
        #expect(remedy.contains("if it is a login page, set download.token, download.user with"), "\(remedy)")
        #expect(remedy.contains("or download.cookies. If it is the right page"), "\(remedy)")
    }

    @Test func `the feed that a page names is told`() throws {
        let page = """
            <html><head><link rel=stylesheet type=text/css href=a.css>
            <link rel="alternate" type="application/rss+xml" href="../feed.xml?a=1&amp;b=2"></head>
            <body><a href=about>About</a></body></html>
            """
        let error = try error(page)
        #expect(
            error?.remedy?.hasSuffix("carrel sync 'http://school.example/feed.xml?a=1&b=2'") == true,
            "\(error?.remedy ?? "")")
    }
}

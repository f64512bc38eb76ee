import CarrelModel
import CarrelStages
import Foundation
import HTMLLinksParsing
import Testing

/// Documents that a page shows as a part of itself.
struct HTMLEmbeddedTests {
    private static let page = """
        <html><body><h1>Lecture 3</h1><div id=b><video src=film.mp4 title="The film"></video></div>
        <audio><source src="/stream?id=7" type="audio/mpeg"></audio>
        <object data=notes.pdf type=application/pdf><a href=notes.pdf>The notes</a></object>
        <embed src=sheet.pdf><embed src=sheet.pdf#page=2><iframe src=slides.pptx></iframe>
        <iframe src="https://video.example/embed/x"></iframe><a href=page.html>Further</a></body></html>
        """

    private func parse(
        _ values: [String: any Sendable] = [:], of page: String = Self.page
    ) throws -> Catalog {
        let url = try #require(URL(string: "http://school.example/course/"))
        let parser = try HTMLLinksParser.plugin.make(Settings(values), PluginContext())
        return try parser.parse([CatalogDocument(data: Data(page.utf8), url: url)])
    }

    private func titles(_ values: [String: any Sendable] = [:]) throws -> [String] {
        try parse(values).collections.flatMap(\.items).map(\.title)
    }

    @Test func `embedded documents are items, and one that is linked, too, is one item with the link's text`()
        throws
    {
        #expect(try titles() == ["The notes", "sheet.pdf", "slides.pptx"])
        #expect(try titles(["types": ["mp4", "audio/*"]]) == ["The film", "stream"])
    }

    @Test func `a frame with a page is neither a document, where every link counts, nor a further page`()
        throws
    {
        let all = try parse(["types": [String]()]).collections.flatMap(\.items).compactMap(\.url)
        #expect(all.contains("http://school.example/course/film.mp4"))
        #expect(!all.contains { $0.hasPrefix("https://video.example/") })
        let pages = try parse(["depth": 1]).pages
        #expect(pages.map(\.url) == ["http://school.example/course/page.html"])
    }

    @Test func `what is embedded is selected by its place`() throws {
        #expect(try titles(["types": ["mp4", "pdf"], "select": Optional("//div[@id='b']")]) == ["The film"])
        #expect(try titles(["select": Optional("//a")]) == ["The notes"])
    }

    @Test func `a film in several formats is one item: the first that counts, or the one that is linked`()
        throws
    {
        let page = """
            <html><body><video><source src=one.webm><source src=one.mp4></video>
            <video src=two.mp4><source src=two.webm></video>
            <video><source src=three.webm><source src=three.mp4><a href=three.mp4>The third</a></video>
            <video src=four.mp4></video><audio src=five.mp3></audio></body></html>
            """
        func names(_ types: [String]) throws -> [String] {
            let items = try parse(["types": types], of: page).collections.flatMap(\.items)
            return items.compactMap { $0.url.map { String($0.split(separator: "/").last ?? "") } }
        }
        let films = try names(["webm", "mp4", "mp3"])
        #expect(films == ["one.webm", "two.mp4", "three.mp4", "four.mp4", "five.mp3"])
        let inOneFormat = try names(["mp4"])
        #expect(inOneFormat == ["one.mp4", "two.mp4", "three.mp4", "four.mp4"])
    }
}

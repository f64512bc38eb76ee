import CarrelConfiguration
import CarrelHTTP
import CarrelStandard
import CarrelTesting
import Foundation
import Testing

@Suite struct PreviewTableTests {
    private func previewer(_ type: String, profile: String = "") throws -> String? {
        let folder = try TemporaryFolder()
        try folder.write("carrel.toml", profile)
        let loader = Standard.loader(environment: ["HOME": folder.url.path], workingDirectory: folder.url)
        return try loader.profile().configuration().previewer(for: try #require(MediaType(type)))
    }

    @Test(arguments: [
        ("text/markdown", "markdown"), ("text/csv", "table"), ("text/tab-separated-values", "table"),
        ("application/json", "structured"), ("application/xml", "structured"),
        ("application/yaml", "structured"),
        ("application/x-ipynb+json", "notebook"), ("message/rfc822", "mail"), ("application/mbox", "mail"),
        ("text/calendar", "calendar"), ("text/vcard", "contacts"), ("text/x-python", "source"),
        ("text/css", "source"),
        ("text/x-rst", "plain-text"), ("text/plain", "plain-text"), ("text/html", "html-summary"),
        ("image/png", "image"),
    ])
    func `each type of text has its previewer`(type: String, name: String) throws {
        #expect(try previewer(type) == name)
    }

    @Test func `the longest pattern that fits counts`() throws {
        let profile = """
            [preview]
            "text/x-p*" = "plain-text"
            "text/x-perl" = "markdown"
            "*/*" = "image"
            """
        #expect(try previewer("text/x-python", profile: profile) == "plain-text")
        #expect(try previewer("text/x-perl", profile: profile) == "markdown")
        #expect(try previewer("text/x-ruby", profile: profile) == "source")
        #expect(try previewer("model/stl", profile: profile) == "image")
        #expect(try previewer("model/stl") == nil)
    }

    @Test(arguments: [
        ("application/metalink4+xml", "structured"), ("application/vnd.acme+xml", "structured"),
        ("application/vnd.acme+json", "structured"), ("application/xhtml+xml", "html-summary"),
        ("audio/x-mpegurl", "plain-text"), ("application/vnd.apple.mpegurl", "plain-text"),
        ("audio/mpeg", "media"), ("application/vnd.ms-spreadsheetml", "office"),
    ])
    func `a family of types and a playlist have their previewer`(type: String, name: String) throws {
        #expect(try previewer(type) == name)
    }
}

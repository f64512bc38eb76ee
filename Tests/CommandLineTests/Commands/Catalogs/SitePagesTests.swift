import CarrelTesting
import Foundation
import Testing

/// A page of links, with the pages of the same site below it.
@Suite(.timeLimit(.minutes(2))) struct SitePagesTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        for name in ["a", "b", "c", "d"] { server.on("/c/\(name).txt", .text("text \(name)")) }
    }

    private func serve(_ path: String, _ links: String...) {
        let text =
            "<html><title>\(path)</title><body>" + links.map { "<p><a href='\($0)'>\($0)</a>" }.joined()
        server.on(path, .document(text, entityTag: "\"same\"", mediaType: "text/html"))
    }

    private func sync(_ settings: String...) async throws -> CarrelProcess.Result {
        let arguments = (["parse.use=html-links"] + settings).flatMap { ["--set", $0] }
        return try await CarrelProcess(
            ["sync", "--json"] + arguments + [server.address("/c/")], in: workspace
        ).wait()
    }

    @Test func `pages are followed to the depth, each once, and never above the first`() async throws {
        serve("/c/", "a.txt", "one.html", "/", "/other/", "../up.html")
        serve("/c/one.html", "b.txt", "a.txt", "./", "one.html", "deep/two.html")
        serve("/c/deep/two.html", "../c.txt", "../one.html", "three.html")
        serve("/c/deep/three.html", "../d.txt")
        let result = try await sync("parse.depth=2")
        #expect(result.status == 0, "\(result.output)\(result.error)")
        #expect(result.objects.last?["new"] as? Int == 3, "\(result.output)")
        let asked = server.requests.map(\.target)
        #expect(
            Set(asked) == [
                "/c/", "/robots.txt", "/c/one.html", "/c/deep/two.html", "/c/a.txt", "/c/b.txt", "/c/c.txt",
            ], "\(asked)")
        #expect(asked.count == 7)
        serve("/c/one.html", "d.txt", "a.txt", "b.txt", "deep/two.html")
        let second = try await sync("parse.depth=2")
        #expect(second.objects.last?["new"] as? Int == 1, "\(second.output)")
    }

    @Test func `pages that are not there, and documents in their places, keep no other page from being read`()
        async throws
    {
        serve("/c/", "a.txt", "gone.html", "lost.html", "d.php", "e.php", "f.php", "one.html")
        for name in ["d", "e", "f"] {
            server.on("/c/\(name).php", .document("%PDF-1.4", entityTag: nil, mediaType: "application/pdf"))
        }
        serve("/c/one.html", "b.txt")
        let result = try await sync("parse.depth=1")
        #expect(result.objects.last?["new"] as? Int == 2, "\(result.output)\(result.error)")
        #expect(result.output.contains("404 Not Found"), "\(result.output)")
    }

    @Test func `robots and max-pages leave pages out and say so`() async throws {
        serve("/c/", "a.txt", "private/x.html", "one.html", "two.html")
        serve("/c/one.html", "b.txt")
        serve("/c/two.html", "c.txt")
        server.on("/robots.txt", .text("User-agent: Carrel\nDisallow: /c/private/\n"))
        let result = try await sync("parse.depth=1", "parse.max-pages=3")
        #expect(result.output.contains("robots.txt keeps programs out"), "\(result.output)\(result.error)")
        #expect(result.output.contains("(parse.max-pages)"), "\(result.output)")
        #expect(
            server.requests(for: "/c/private/x.html").isEmpty && server.requests(for: "/c/two.html").isEmpty)
        #expect(try workspace.documents().count == 2)
    }

    @Test func `how many links its types leave out of all its pages is said, and in the events`() async throws
    {
        serve("/c/", "a.txt", "b.txt", "one.html")
        serve("/c/one.html", "c.txt")
        let said = "3 links left out by parse.types\n"
        let settings = ["parse.use=html-links", "parse.depth=1", "parse.types=zip"]
        let options = settings.flatMap { ["--set", $0] } + [server.address("/c/")]
        for command in ["plan", "sync"] {
            let result = try await CarrelProcess([command] + options, in: workspace).wait()
            #expect(result.error.contains(said), "\(result.output)\(result.error)")
        }
        let quiet = try await CarrelProcess(
            ["sync", "--quiet", "--library", "Quiet"] + options, in: workspace
        ).wait()
        #expect(quiet.status == 0 && !quiet.error.contains(said), "\(quiet.error)")
        let events = try await CarrelProcess(
            ["sync", "--json", "--library", "Other"] + options, in: workspace
        ).wait()
        let read = try #require(events.objects.first { $0["event"] as? String == "catalogRead" })
        #expect(read["leftOut"] as? Int == 3, "\(events.output)\(events.error)")
    }
}

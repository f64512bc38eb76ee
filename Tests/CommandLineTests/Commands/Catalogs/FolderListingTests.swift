import CarrelTesting
import Foundation
import Testing

/// Folders of web servers, with those below them.
@Suite(.timeLimit(.minutes(2))) struct FolderListingTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
    }

    private func serve(
        _ path: String, _ links: String..., facts: String = "      04-May-2017 21:37      2K"
    ) {
        let rows = links.map { "<a href=\"\($0)\">x</a>\(facts)\n" }.joined()
        let text =
            "<html><head><title>Index of \(path)</title></head><body><pre><a href=\"../\">../</a>\n\(rows)</pre></body></html>"
        server.on(path, .document(text, entityTag: "\"same\"", mediaType: "text/html"))
    }

    private func files(_ paths: String...) {
        for path in paths { server.on(path, .text("text of \(path)")) }
    }

    private func sync(_ path: String, _ arguments: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(
            ["sync", "--json", "--profile", "folders"] + arguments + [server.address(path)], in: workspace
        ).wait()
    }

    @Test func `a listing is recognised, and its own folder is read`() async throws {
        serve("/pub/", "a.txt", "maps/")
        files("/pub/a.txt")
        let result = try await workspace.carrel("sync", "--json", server.address("/pub/"))
        #expect(result.status == 0, "\(result.output)\(result.error)")
        #expect(result.objects.contains { $0["parser"] as? String == "listing" }, "\(result.output)")
        #expect(server.requests(for: "/pub/maps/").isEmpty)
        #expect(try workspace.documents().count == 1)
    }

    @Test func `folders are kept, and read anew though the first page is as it was`() async throws {
        serve("/pub/", "a.txt", "maps/")
        serve("/pub/maps/", "a.txt", "old/")
        serve("/pub/maps/old/", "b%20c.txt")
        files("/pub/a.txt", "/pub/maps/a.txt", "/pub/maps/old/b%20c.txt", "/pub/maps/new.txt")
        let result = try await sync("/pub/")
        #expect(result.status == 0, "\(result.output)\(result.error)")
        #expect(
            try Set(workspace.documents().keys) == ["pub/a.txt", "pub/maps/a.txt", "pub/maps/old/b c.txt"])
        serve("/pub/maps/", "a.txt", "old/", "new.txt")
        let second = try await sync("/pub/")
        #expect(second.objects.last?["new"] as? Int == 1, "\(second.output)\(second.error)")
        #expect(try workspace.documents().keys.contains("pub/maps/new.txt"))
        let list = try await workspace.carrel("list", "pub/maps/old")
        #expect(list.output.contains("b c.txt"), "\(list.output)\(list.error)")
    }

    @Test func `a folder that leads back to itself is said and stored once`() async throws {
        serve("/pub/", "a.txt", "loop/")
        serve("/pub/loop/", "a.txt", "loop/")
        serve("/pub/loop/loop/", "a.txt", "loop/")
        files("/pub/a.txt", "/pub/loop/a.txt")
        let result = try await sync("/pub/")
        #expect(result.status == 0, "\(result.output)\(result.error)")
        #expect(result.output.contains("leads back to itself"), "\(result.output)")
        #expect(server.requests(for: "/pub/loop/loop/loop/").isEmpty)
        #expect(try Array(workspace.documents().keys) == ["pub/a.txt"])
    }

    @Test(arguments: [1, 2])
    func `a folder that leads back to itself on the last levels is stored once as well`(depth: Int)
        async throws
    {
        serve("/pub/", "a.txt", "loop/")
        for way in 1...3 {
            serve("/pub/" + String(repeating: "loop/", count: way), "a.txt", "loop/")
            files("/pub/" + String(repeating: "loop/", count: way) + "a.txt")
        }
        files("/pub/a.txt")
        let result = try await sync("/pub/", "--set", "parse.depth=\(depth)")
        #expect(result.output.contains("leads back to itself"), "\(result.output)\(result.error)")
        #expect(server.requests(for: "/pub/loop/loop/loop/").isEmpty)
        #expect(try Array(workspace.documents().keys) == ["pub/a.txt"])
    }

    /// The status of what is below the last level; without one, `robots.txt` keeps programs out.
    @Test(arguments: [200, 403, 500, nil] as [Int?])
    func `on the last level folders like those above are read whole, and nothing below them is taken`(
        deeper: Int?
    ) async throws {
        serve("/pub/", "docs/", "src/")
        serve("/pub/docs/", "a.txt")
        serve("/pub/src/", "docs/", "src/")
        serve("/pub/src/docs/", "b.txt")
        serve("/pub/src/src/", "docs/", "src/")
        serve("/pub/src/src/src/", "c.txt")
        if let deeper, deeper != 200 { server.on("/pub/src/src/src/", .status(deeper)) }
        if deeper == nil {
            server.on("/robots.txt", .text("User-agent: *\nDisallow: /pub/src/src/src/\n"))
        }
        files("/pub/docs/a.txt", "/pub/src/docs/b.txt", "/pub/src/src/src/c.txt")
        for pages in ["20", "5"] {
            let result = try await sync(
                "/pub/", "--set", "parse.depth=2", "--set", "parse.max-pages=\(pages)")
            #expect(result.status == 0, "\(result.output)\(result.error)")
            #expect(result.objects.last?["problems"] as? Int ?? 0 == 0, "\(result.output)")
            #expect(try Set(workspace.documents().keys) == ["pub/docs/a.txt", "pub/src/docs/b.txt"])
        }
    }

    @Test func `where only the names of folders tell that one leads back, no document is called unlisted`()
        async throws
    {
        for path in ["/pub/", "/pub/0/", "/pub/0/0/"] { serve(path, "0/", "1/") }
        serve("/pub/0/0/0/", "a.txt")
        serve("/pub/0/1/", "b.txt")
        for path in ["/pub/1/", "/pub/0/0/1/"] { serve(path) }
        files("/pub/0/0/0/a.txt", "/pub/0/1/b.txt")
        let first = try await sync("/pub/")
        #expect(first.objects.last?["new"] as? Int == 2, "\(first.output)\(first.error)")
        serve("/pub/0/0/0/", "0/", "1/")
        let second = try await sync("/pub/")
        #expect(second.output.contains("leads back to itself"), "\(second.output)\(second.error)")
        #expect(second.objects.last?["orphaned"] as? Int == 0, "\(second.output)")
    }

    @Test func `files without sizes and dates tell as little as folders whether one leads back`() async throws
    {
        for path in ["/pub/", "/pub/a/", "/pub/a/a/"] {
            serve(path, "r.txt", "a/", "b/", facts: "")
            serve(path + "b/")
            files(path + "r.txt")
        }
        serve("/pub/a/a/a/", "x.txt", facts: "")
        files("/pub/a/a/a/x.txt")
        let first = try await sync("/pub/")
        #expect(first.objects.last?["new"] as? Int == 4, "\(first.output)\(first.error)")
        serve("/pub/a/a/a/", "r.txt", "a/", "b/", facts: "")
        let second = try await sync("/pub/")
        #expect(second.output.contains("leads back to itself"), "\(second.output)\(second.error)")
        #expect(second.objects.last?["orphaned"] as? Int == 0, "\(second.output)")
    }

    @Test func `folders of one name within each other are all read`() async throws {
        serve("/pub/", "maps/")
        serve("/pub/maps/", "maps/")
        serve("/pub/maps/maps/", "a.txt")
        files("/pub/maps/maps/a.txt")
        let result = try await sync("/pub/")
        #expect(!result.output.contains("leads back"), "\(result.output)\(result.error)")
        #expect(try Array(workspace.documents().keys) == ["pub/maps/maps/a.txt"])
    }

    @Test func `a copy of a folder in itself is read`() async throws {
        serve("/pub/", "a.txt", "copy/")
        serve("/pub/copy/", "a.txt", "copy/")
        serve("/pub/copy/copy/", "b.txt")
        files("/pub/a.txt", "/pub/copy/a.txt", "/pub/copy/copy/b.txt")
        let result = try await sync("/pub/")
        #expect(!result.output.contains("leads back"), "\(result.output)\(result.error)")
        let names = try Set(workspace.documents().keys)
        #expect(names == ["pub/a.txt", "pub/copy/a.txt", "pub/copy/copy/b.txt"], "\(names)")
    }

    @Test func `nothing above, outside or beside the start is asked for`() async throws {
        let other = try LoopbackServer()
        serve(
            "/pub/", "a.txt", "/", "/other/", "%2e%2e%2fup/", "%2e%2e/up.txt", "\(other.address("/pub/"))",
            "moved/")
        server.on("/pub/moved/", .redirect(to: "/secret/"))
        serve("/secret/", "s.txt")
        files("/pub/a.txt", "/secret/s.txt", "/up.txt")
        let result = try await sync("/pub/")
        #expect(result.output.contains("leads out of the folder"), "\(result.output)")
        #expect(result.output.contains("not below the first folder"), "\(result.output)")
        #expect(try Array(workspace.documents().keys) == ["pub/a.txt"])
        #expect(other.requests.isEmpty)
        let asked = Set(server.requests.map(\.target))
        #expect(asked == ["/pub/", "/robots.txt", "/pub/moved/", "/secret/", "/pub/a.txt"], "\(asked)")
    }

    @Test func `what robots.txt forbids is left out, unless the profile says otherwise`() async throws {
        serve("/pub/", "a.txt", "private/")
        serve("/pub/private/", "b.txt")
        files("/pub/a.txt", "/pub/private/b.txt")
        server.on("/robots.txt", .text("User-agent: *\nDisallow: /pub/private/\n"))
        let result = try await sync("/pub/")
        #expect(result.output.contains("robots.txt keeps programs out"), "\(result.output)")
        #expect(server.requests(for: "/pub/private/").isEmpty)
        let whole = try await sync("/pub/", "--set", "parse.robots=false")
        #expect(whole.objects.last?["new"] as? Int == 1, "\(whole.output)\(whole.error)")
    }

    @Test func `a server that gives no answer about robots.txt is asked for no further folder`() async throws
    {
        serve("/pub/", "a.txt", "maps/")
        serve("/pub/maps/", "b.txt")
        files("/pub/a.txt")
        server.on("/robots.txt", .status(503))
        let result = try await sync("/pub/")
        #expect(result.output.contains("parse.robots = false"), "\(result.output)\(result.error)")
        #expect(server.requests(for: "/pub/maps/").isEmpty)
    }

    @Test func `a folder that fails or is one too many leaves the others, and calls no document unlisted`()
        async throws
    {
        serve("/pub/", "a/", "b/", "c/")
        for name in ["a", "b", "c"] {
            serve("/pub/\(name)/", "\(name).txt")
            files("/pub/\(name)/\(name).txt")
        }
        #expect(try await sync("/pub/").status == 0)
        server.on("/pub/a/", .status(500))
        let result = try await sync("/pub/", "--set", "parse.max-pages=3")
        #expect(result.output.contains("more than 3 pages (parse.max-pages)"), "\(result.output)")
        #expect(result.output.contains("/pub/a/"), "\(result.output)")
        let list = try await workspace.carrel("list", "--json", "pub/a")
        #expect(!list.output.contains("unlisted") && list.output.contains("/pub/a/a.txt"), "\(list.output)")
        #expect(try workspace.documents().count == 3)
    }

    @Test func `a folder with a page of its own is said, also where the profile does not name the parser`()
        async throws
    {
        serve("/pub/", "a.txt", "maps/")
        serve("/pub/maps/", "b.txt")
        files("/pub/a.txt", "/pub/maps/b.txt", "/pub/maps/terms.txt")
        let arguments = ["sync", "--json", "--set", "parse.depth=1", server.address("/pub/")]
        let first = try await CarrelProcess(arguments, in: workspace).wait()
        #expect(first.objects.last?["new"] as? Int == 2, "\(first.output)\(first.error)")
        let page = "<!doctype html><title>Maps</title><a href='terms.txt'>Terms</a>"
        server.on("/pub/maps/", .document(page, mediaType: "text/html"))
        let result = try await CarrelProcess(arguments, in: workspace).wait()
        #expect(result.output.contains("a page of its own"), "\(result.output)\(result.error)")
        #expect(result.objects.last?["new"] as? Int == 0, "\(result.output)")
        #expect(result.objects.last?["orphaned"] as? Int == 0, "\(result.output)")
    }

    @Test func `a folder that shows a login page and then refuses keeps its documents`() async throws {
        serve("/pub/", "a.txt", "maps/")
        serve("/pub/maps/", "b.txt")
        files("/pub/a.txt", "/pub/maps/b.txt")
        #expect(try await sync("/pub/").status == 0)
        let login = "<!doctype html><title>Sign in</title><form><input type='password'></form>"
        for reply in [Reply.document(login, mediaType: "text/html"), .status(403)] {
            server.on("/pub/maps/", reply)
            let result = try await sync("/pub/")
            #expect(result.objects.last?["orphaned"] as? Int == 0, "\(result.output)\(result.error)")
        }
        serve("/pub/maps/", "c.txt")
        files("/pub/maps/c.txt")
        let whole = try await sync("/pub/")
        #expect(whole.objects.last?["orphaned"] as? Int == 1, "\(whole.output)\(whole.error)")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs python3"))
    func `the server of Python is read with its folders, links and hostile names`() async throws {
        let root = workspace.folder.appending(path: "served")
        let deep = root.appending(path: "maps/old & new")
        try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
        try Data("1".utf8).write(to: root.appending(path: "50% <b>.txt"))
        try Data("2".utf8).write(to: deep.appending(path: "köln.txt"))
        try Data("3".utf8).write(to: root.appending(path: "back\\slash.txt"))
        try FileManager.default.createSymbolicLink(
            atPath: root.appending(path: "maps/loop").path, withDestinationPath: ".")
        let output = Pipe()
        let python = try TestProgram(
            "/usr/bin/python3",
            ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", root.path],
            output: output.fileHandleForWriting)
        defer { python.end() }
        var said = ""
        while !said.contains("/)") {
            said += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }
        let address = try #require(said.firstMatch(of: /http:\/\/[0-9.:]+\//)).output
        let result = try await workspace.carrel(
            "sync", "--json", "--profile", "folders", String(address))
        #expect(result.status == 0, "\(result.output)\(result.error)")
        let names = try Set(workspace.documents().keys)
        #expect(names == ["127.0.0.1/50% _b_.txt", "127.0.0.1/maps/old & new/köln.txt"], "\(names)")
        #expect(result.output.contains("leads back to itself"), "\(result.output)")
        #expect(result.output.contains("leads out of the folder"), "\(result.output)")
    }
}

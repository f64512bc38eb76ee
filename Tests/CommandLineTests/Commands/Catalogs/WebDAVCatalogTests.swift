import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// Folders on the web, with what is in them.
@Suite(.timeLimit(.minutes(2))) struct WebDAVCatalogTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
    }

    /// Serves a folder, whose members the server writes on a site.
    private func serve(
        _ path: String, folders: [String] = [], files: [String] = [], writtenOn site: String = ""
    ) {
        let folders = ([path] + folders).map {
            "<response><href>\(site)\($0)</href><propstat><prop><resourcetype><collection/></resourcetype></prop><status>HTTP/1.1 200 OK</status></propstat></response>"
        }
        let files = files.map {
            "<response><href>\(site)\($0)</href><propstat><prop><getcontentlength>4</getcontentlength><resourcetype/></prop><status>HTTP/1.1 200 OK</status></propstat></response>"
        }
        let text = "<multistatus xmlns='DAV:'>\((folders + files).joined())</multistatus>"
        server.on(path, .content(text, status: 207, fields: [("Content-Type", "application/xml")]))
    }

    @Test(arguments: ["curl", "urlsession"])
    func `a folder is read with its folders, and nothing but PROPFIND and GET is sent`(fetcher: String)
        async throws
    {
        serve("/dav/", folders: ["/dav/a/", "/dav/", "/"], files: ["/dav/x.txt"])
        serve("/dav/a/", folders: ["/dav/a/b/"], files: ["/dav/a/y%20z.txt"])
        serve("/dav/a/b/", folders: ["/dav/a/", "/dav/"])
        for path in ["/dav/x.txt", "/dav/a/y%20z.txt"] { server.on(path, .text("text")) }
        let sync = try await workspace.carrel(
            "sync", "--json", "--profile", "webdav", server.address("/dav/"), "--set",
            "download.use=\(fetcher)")
        #expect(sync.status == 0, "\(sync.output)\(sync.error)")
        #expect(sync.objects.contains { $0["parser"] as? String == "webdav" }, "\(sync.output)")
        #expect(sync.objects.last?["new"] as? Int == 2, "\(sync.output)")
        #expect(sync.objects.last?["problems"] as? Int ?? 0 == 0, "\(sync.output)")
        let asked = server.requests.filter { $0.method == "PROPFIND" }
        #expect(asked.map(\.target) == ["/dav/", "/dav/a/", "/dav/a/b/"])
        #expect(asked.allSatisfy { $0.fields["Depth"] == "1" })
        let fetched = server.requests.filter { $0.method != "PROPFIND" }
        #expect(fetched.map(\.method) == ["GET", "GET"] && fetched.allSatisfy { $0.fields["Depth"] == nil })
        let stored = "\(try workspace.documents())"
        #expect(stored.contains("a/y z.txt") && stored.contains("x.txt"), "\(stored)")
    }

    @Test func `a folder that leads elsewhere is not read there, and its documents are not orphaned`()
        async throws
    {
        serve("/dav/", folders: ["/dav/sub/"], files: ["/dav/x.txt"])
        serve("/dav/sub/", files: ["/dav/sub/y.txt"])
        serve("/other/", files: ["/other/secret.txt"])
        for path in ["/dav/x.txt", "/dav/sub/y.txt", "/other/secret.txt"] { server.on(path, .text("text")) }
        let arguments = ["sync", "--json", "--profile", "webdav", server.address("/dav/")]
        let first = try await CarrelProcess(arguments, in: workspace).wait()
        #expect(first.objects.last?["new"] as? Int == 2, "\(first.output)\(first.error)")
        server.on("/dav/sub/", .redirect(to: "/other/"))
        let second = try await CarrelProcess(arguments, in: workspace).wait()
        #expect(second.output.contains("not below the first folder"), "\(second.output)\(second.error)")
        #expect(server.requests(for: "/other/secret.txt").isEmpty)
        #expect(second.objects.last?["new"] as? Int == 0, "\(second.output)")
        #expect(second.objects.last?["orphaned"] as? Int == 0, "\(second.output)")
    }

    @Test func `what a folder listed stays listed while its server refuses it`() async throws {
        serve("/dav/", folders: ["/dav/sub/"])
        serve("/dav/sub/", files: ["/dav/sub/y.txt"])
        server.on("/dav/sub/y.txt", .text("text"))
        let arguments = ["sync", "--json", "--profile", "webdav", server.address("/dav/")]
        #expect(try await CarrelProcess(arguments, in: workspace).wait().status == 0)
        let refusal =
            "<multistatus xmlns='DAV:'><response><href>/dav/sub/</href><status>HTTP/1.1 403 Forbidden</status></response></multistatus>"
        server.on("/dav/sub/", .content(refusal, status: 207, fields: [("Content-Type", "application/xml")]))
        let sync = try await CarrelProcess(arguments, in: workspace).wait()
        #expect(sync.output.contains("403 Forbidden"), "\(sync.output)\(sync.error)")
        #expect(sync.objects.last?["orphaned"] as? Int == 0, "\(sync.output)")
        let list = try await workspace.carrel("list", "--json", "sub")
        #expect(!list.output.contains("unlisted") && list.output.contains("/dav/sub/y.txt"), "\(list.output)")
    }

    @Test func `folders that their server refuses leave those beside them`() async throws {
        let refused = ["/dav/a/", "/dav/b/", "/dav/c/"]
        serve("/dav/", folders: refused + ["/dav/d/"])
        for path in refused {
            let refusal =
                "<multistatus xmlns='DAV:'><response><href>\(path)</href><status>HTTP/1.1 403 Forbidden</status></response></multistatus>"
            server.on(path, .content(refusal, status: 207, fields: [("Content-Type", "application/xml")]))
        }
        serve("/dav/d/", files: ["/dav/d/x.txt"])
        server.on("/dav/d/x.txt", .text("text"))
        let sync = try await workspace.carrel(
            "sync", "--json", "--profile", "webdav", server.address("/dav/"))
        #expect(sync.output.contains("403 Forbidden"), "\(sync.output)\(sync.error)")
        #expect(!sync.output.contains("the pages before it failed"), "\(sync.output)")
        #expect(try Array(workspace.documents().keys) == ["d/x.txt"])
    }

    @Test func `a renamed file stays the same document where the server writes another site`() async throws {
        let arguments = ["sync", "--json", "--profile", "webdav", server.address("/dav/")]
        for name in ["old", "new"] {
            serve("/dav/", files: ["/dav/\(name).txt"], writtenOn: "http://inner.example:8080")
            server.on("/dav/\(name).txt", .text("text"))
            let sync = try await CarrelProcess(arguments, in: workspace).wait()
            #expect(sync.objects.last?["new"] as? Int == (name == "old" ? 1 : 0), "\(sync.output)")
            #expect(sync.objects.last?["orphaned"] as? Int == 0, "\(sync.output)\(sync.error)")
        }
        #expect(try Array(workspace.documents().keys) == ["old.txt"])
    }

    @Test func `a folder that leads back to itself is said and stored once`() async throws {
        serve("/dav/", folders: ["/dav/loop/"], files: ["/dav/a.txt"])
        serve("/dav/loop/", folders: ["/dav/loop/loop/"], files: ["/dav/loop/a.txt"])
        serve("/dav/loop/loop/", folders: ["/dav/loop/loop/loop/"], files: ["/dav/loop/loop/a.txt"])
        for path in ["/dav/a.txt", "/dav/loop/a.txt"] { server.on(path, .text("text")) }
        let sync = try await workspace.carrel(
            "sync", "--json", "--profile", "webdav", server.address("/dav/"))
        #expect(sync.output.contains("leads back to itself"), "\(sync.output)\(sync.error)")
        #expect(server.requests(for: "/dav/loop/loop/loop/").isEmpty)
        #expect(try Array(workspace.documents().keys) == ["a.txt"])
    }

    @Test func `a folder that holds nothing but itself is said, and the folders beside it are read`()
        async throws
    {
        serve("/dav/", folders: ["/dav/a/", "/dav/b/"])
        var path = "/dav/a/"
        for _ in 0..<8 {
            serve(path, folders: [path + "loop/"])
            path += "loop/"
        }
        serve("/dav/b/", files: ["/dav/b/x.txt"])
        server.on("/dav/b/x.txt", .text("text"))
        let sync = try await workspace.carrel(
            "sync", "--json", "--profile", "webdav", "--set", "parse.max-pages=8", server.address("/dav/"))
        #expect(sync.output.contains("leads back to itself"), "\(sync.output)\(sync.error)")
        #expect(!sync.output.contains("max-pages"), "\(sync.output)")
        #expect(try Array(workspace.documents().keys) == ["b/x.txt"])
    }

    @Test func `a loop over two levels is said and stored once`() async throws {
        serve("/dav/", folders: ["/dav/x/"], files: ["/dav/a.txt"])
        serve("/dav/x/", folders: ["/dav/x/up/"], files: ["/dav/x/b.txt"])
        serve("/dav/x/up/", folders: ["/dav/x/up/x/"], files: ["/dav/x/up/a.txt"])
        serve("/dav/x/up/x/", folders: ["/dav/x/up/x/up/"], files: ["/dav/x/up/x/b.txt"])
        for path in ["/dav/a.txt", "/dav/x/b.txt"] { server.on(path, .text("text")) }
        let sync = try await workspace.carrel(
            "sync", "--json", "--profile", "webdav", server.address("/dav/"))
        #expect(sync.output.contains("/dav/x/up/"), "\(sync.output)\(sync.error)")
        #expect(sync.output.contains("leads back to itself"), "\(sync.output)\(sync.error)")
        #expect(server.requests(for: "/dav/x/up/x/up/").isEmpty)
        #expect(try Set(workspace.documents().keys) == ["a.txt", "x/b.txt"])
    }

    @Test func `folders with the same folders are all read`() async throws {
        serve("/dav/", folders: ["/dav/docs/", "/dav/src/"])
        serve("/dav/docs/", files: ["/dav/docs/a.txt"])
        serve("/dav/src/", folders: ["/dav/src/docs/", "/dav/src/src/"])
        serve("/dav/src/docs/", files: ["/dav/src/docs/b.txt"])
        serve("/dav/src/src/", files: ["/dav/src/src/c.txt"])
        for path in ["/dav/docs/a.txt", "/dav/src/docs/b.txt", "/dav/src/src/c.txt"] {
            server.on(path, .text("text"))
        }
        let sync = try await workspace.carrel(
            "sync", "--json", "--profile", "webdav", server.address("/dav/"))
        #expect(sync.status == 0 && !sync.output.contains("leads back"), "\(sync.output)\(sync.error)")
        let names = try Set(workspace.documents().keys)
        #expect(names == ["docs/a.txt", "src/docs/b.txt", "src/src/c.txt"], "\(names)")
    }

    @Test func `folders that spread files over three levels are all read`() async throws {
        var folders = ["/dav/"]
        for _ in 0..<3 {
            for folder in folders { serve(folder, folders: [folder + "0/", folder + "1/"]) }
            folders = folders.flatMap { [$0 + "0/", $0 + "1/"] }
        }
        for folder in folders {
            serve(folder, files: [folder + "x.txt"])
            server.on(folder + "x.txt", .text("text"))
        }
        let sync = try await workspace.carrel(
            "sync", "--json", "--profile", "webdav", server.address("/dav/"))
        #expect(sync.status == 0 && !sync.output.contains("leads back"), "\(sync.output)\(sync.error)")
        #expect(sync.objects.last?["new"] as? Int == 8, "\(sync.output)")
    }

    @Test func `a way that cannot be read leaves what repeats`() async throws {
        serve("/dav/", folders: ["/dav/sub/"], files: ["/dav/a.txt"])
        serve("/dav/sub/", folders: ["/dav/sub/sub/"], files: ["/dav/sub/a.txt"])
        server.on("/dav/sub/sub/", .status(403))
        for path in ["/dav/a.txt", "/dav/sub/a.txt"] { server.on(path, .text("text")) }
        let sync = try await workspace.carrel(
            "sync", "--json", "--profile", "webdav", server.address("/dav/"))
        #expect(!sync.output.contains("leads back"), "\(sync.output)\(sync.error)")
        #expect(try Set(workspace.documents().keys) == ["a.txt", "sub/a.txt"])
    }

    @Test func `folders of one name within each other are all read`() async throws {
        serve("/dav/", folders: ["/dav/notes/"])
        serve("/dav/notes/", folders: ["/dav/notes/notes/"])
        serve("/dav/notes/notes/", files: ["/dav/notes/notes/a.txt"])
        server.on("/dav/notes/notes/a.txt", .text("text"))
        let sync = try await workspace.carrel(
            "sync", "--json", "--profile", "webdav", server.address("/dav/"))
        #expect(sync.status == 0 && !sync.output.contains("leads back"), "\(sync.output)\(sync.error)")
        #expect(try Array(workspace.documents().keys) == ["notes/notes/a.txt"])
    }

    @Test func `a server that knows no WebDAV is said to answer otherwise`() async throws {
        server.on("/dav/", .text("<html>Welcome</html>"))
        let sync = try await workspace.carrel("sync", "--profile", "webdav", server.address("/dav/"))
        #expect(sync.status != 0 && sync.error.contains("WebDAV"), "\(sync.error)")
    }
}

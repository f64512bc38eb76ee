import CarrelTesting
import Foundation
import Testing

/// Catalogues that the library has, whose addresses begin to redirect.
@Suite(.timeLimit(.minutes(2))) struct RedirectingCatalogTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        for number in 1...3 { server.on("/d/\(number).txt", .text("text \(number)")) }
    }

    private func serve(_ path: String, _ text: String, _ type: String) {
        server.on(path, .document(text, entityTag: "\"same\"", mediaType: type))
    }

    /// Serves a catalogue of three documents.
    private func serve(_ kind: String, at path: String) {
        let addresses = (1...3).map { server.address("/d/\($0).txt") }
        switch kind {
        case "feed":
            let entries = addresses.map { address in
                """
                <entry><title>\(address.suffix(5))</title><id>\(address)</id>
                <link rel='enclosure' href='\(address)' type='text/plain'/></entry>
                """
            }
            serve(
                path,
                "<feed xmlns='http://www.w3.org/2005/Atom'><title>Harbour</title>\(entries.joined())</feed>",
                "application/atom+xml")
        case "page":
            let links = addresses.map { "<a href='\($0)'>Document</a> " }
            serve(path, "<!DOCTYPE html><html><body>\(links.joined())</body></html>", "text/html")
        default: serve(path, addresses.map { "\($0)\n" }.joined(), "text/plain")
        }
    }

    /// Expects a sync that finds nothing new, and one collection.
    private func expectUnchanged(_ arguments: String..., documents: Int) async throws {
        let sync = try await CarrelProcess(["sync", "--json"] + arguments, in: workspace).wait()
        #expect(sync.status == 0, "\(sync.output)\(sync.error)")
        let counts = ["new", "orphaned"].map { sync.objects.last?[$0] as? Int }
        #expect(counts == [0, 0], "\(sync.output)")
        #expect(try workspace.documents().count == documents)
        let list = try await workspace.carrel("list", "--json")
        #expect(list.objects.count == 1, "\(list.output)")
    }

    @Test(arguments: ["feed", "page", "list"])
    func `one is the same collection wherever it leads, and what is ignored of it stays so`(kind: String)
        async throws
    {
        serve(kind, at: "/harbour/notes.xml")
        let added = try await workspace.carrel("add", server.address("/harbour/notes.xml"), "--name", "radio")
        #expect(added.status == 0, "\(added.output)\(added.error)")
        let ignored = try await workspace.carrel("ignore", "notes/3")
        #expect(ignored.status == 0, "\(ignored.output)\(ignored.error)")
        #expect(try await workspace.carrel("sync").output.contains("2 new"))
        for target in ["/shows/one.xml", "/cache/abc2/two.xml"] {
            serve(kind, at: target)
            server.on("/harbour/notes.xml", .redirect(to: server.address(target)))
            try await expectUnchanged(documents: 2)
            #expect(!server.requests(for: target).isEmpty)
        }
        serve(kind, at: "/harbour/notes.xml")
        try await expectUnchanged(documents: 2)
        #expect(server.requests(for: "/d/3.txt").isEmpty)
    }

    @Test func `one that is read in parts stays the same collection, too`() async throws {
        let padding = String(repeating: "x", count: 400)
        let list = (1...3).map { server.address("/d/\($0).txt?\(padding)\n") }.joined()
        serve("/harbour/notes.txt", list, "text/plain")
        let arguments = ["--set", "source.max-memory=1KiB", server.address("/harbour/notes.txt")]
        let first = try await CarrelProcess(["sync", "--json"] + arguments, in: workspace).wait()
        #expect(first.objects.last?["new"] as? Int == 3, "\(first.output)\(first.error)")
        serve("/cache/one.txt", list, "text/plain")
        server.on("/harbour/notes.txt", .redirect(to: "/cache/one.txt"))
        try await expectUnchanged(arguments[0], arguments[1], arguments[2], documents: 3)
        #expect(!server.requests(for: "/cache/one.txt").isEmpty)
    }

    /// Serves a page of a library with a book and a room.
    private func serve(book number: Int, at path: String, next: String? = nil) {
        let type = "application/atom+xml"
        let link = next.map { "<link rel='next' href='\($0)'/>" } ?? ""
        let text = """
            <feed xmlns='http://www.w3.org/2005/Atom'><title>Library</title>
            <entry><title>Book \(number)</title><id>b\(number)</id>
            <link rel='http://opds-spec.org/acquisition' href='\(server.address("/d/\(number).txt"))' type='text/plain'/></entry>
            <entry><title>Room</title><id>room</id>
            <link rel='subsection' href='/room' type='\(type);profile=opds-catalog'/></entry>\(link)</feed>
            """
        serve(path, text, type)
    }

    @Test func `the next pages of one stay in its collection, whichever of them begin to redirect`()
        async throws
    {
        let (own, other) = ("/opds/all", "/v2/library")
        for path in [own, other] {
            serve(book: 1, at: path, next: "\(path)?page=2")
            serve(book: 2, at: "\(path)?page=2")
        }
        let first = try await workspace.carrel("sync", "--json", server.address(own))
        #expect(first.objects.last?["new"] as? Int == 2, "\(first.output)\(first.error)")
        server.on("\(own)?page=2", .redirect(to: server.address("\(other)?page=2")))
        for _ in 0..<2 {
            let sync = try await workspace.carrel("sync", "--json", server.address(own))
            let counts = ["new", "orphaned", "listed"].map { sync.objects.last?[$0] as? Int }
            #expect(counts == [0, 0, 2], "\(sync.output)\(sync.error)")
            server.on(own, .redirect(to: server.address(other)))
        }
        #expect(try workspace.documents().count == 2)
    }

    @Test func `a sitemap of an index that begins to redirect stays the same collection`() async throws {
        let namespace = "xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'"
        let map = "<urlset \(namespace)><url><loc>\(server.address("/d/1.txt"))</loc></url></urlset>"
        serve("/maps/tides.xml", map, "application/xml")
        serve(
            "/maps.xml",
            "<sitemapindex \(namespace)><sitemap><loc>\(server.address("/maps/tides.xml"))</loc></sitemap></sitemapindex>",
            "application/xml")
        let first = try await workspace.carrel("sync", "--json", server.address("/maps.xml"))
        #expect(first.objects.last?["new"] as? Int == 1, "\(first.output)\(first.error)")
        serve("/cache/one.xml", map, "application/xml")
        server.on("/maps/tides.xml", .redirect(to: "/cache/one.xml"))
        try await expectUnchanged(documents: 1)
        #expect(!server.requests(for: "/cache/one.xml").isEmpty)
    }
}

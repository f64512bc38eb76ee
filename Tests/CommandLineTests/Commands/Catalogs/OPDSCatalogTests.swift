import CarrelTesting
import Foundation
import Testing

/// Catalogues of publications, with what they lead to.
@Suite(.timeLimit(.minutes(2))) struct OPDSCatalogTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        for number in 1...4 { server.on("/\(number).txt", .text("text \(number)")) }
    }

    private func serve(_ path: String, _ content: String, on other: LoopbackServer? = nil) {
        let server = other ?? self.server
        let text = "<feed xmlns='http://www.w3.org/2005/Atom'><title>Library</title>\(content)</feed>"
        server.on(path, .document(text, entityTag: "\"\(UUID())\"", mediaType: "application/atom+xml"))
    }

    private func book(_ number: Int) -> String {
        """
        <entry><title>Book \(number)</title><id>b\(number)</id>
        <link rel='http://opds-spec.org/acquisition' href='/\(number).txt' type='text/plain'/></entry>
        """
    }

    private func room(_ title: String, _ path: String) -> String {
        """
        <entry><title>\(title)</title><id>\(title)</id>
        <link rel='subsection' href='\(path)' type='application/atom+xml;profile=opds-catalog'/></entry>
        """
    }

    @Test func `a room is opened with its pages when it is asked for, and its books are fetched`()
        async throws
    {
        serve("/opds", room("Atlases", "/atlases") + room("Rooms", "/opds/deep"))
        serve("/atlases", book(1) + "<link rel='next' href='/atlases?page=2'/>")
        serve("/atlases?page=2", book(2))
        let sync = try await workspace.carrel("sync", "--json", server.address("/opds"))
        #expect(sync.status == 0, "\(sync.output)\(sync.error)")
        #expect(sync.objects.contains { $0["parser"] as? String == "opds" }, "\(sync.output)")
        #expect(server.requests(for: "/atlases").isEmpty)
        let list = try await workspace.carrel("list", "Atlases")
        #expect(
            list.output.contains("Book 1") && list.output.contains("Book 2"), "\(list.output)\(list.error)")
        let get = try await workspace.carrel("get", "Atlases/1", "Atlases/2")
        #expect(get.status == 0, "\(get.output)\(get.error)")
        #expect(try workspace.documents().count == 2)
    }

    @Test func `of several rooms one that cannot be opened keeps nothing of the others back`() async throws {
        serve("/opds", room("Atlases", "/atlases") + room("Gone", "/gone") + room("Charts", "/charts"))
        serve("/atlases", book(1))
        serve("/charts", book(2))
        #expect(try await workspace.carrel("sync", server.address("/opds")).status == 0)
        let get = try await workspace.carrel("get", "Atlases", "Gone", "Charts")
        #expect(get.status == 4 && get.error.contains("carrel: Gone: "), "\(get.output)\(get.error)")
        #expect(try workspace.documents().count == 2)
        let gone = try await workspace.carrel("get", "Gone")
        #expect(gone.status == 4 && gone.error.contains("404 Not Found"), "\(gone.error)")
    }

    @Test func `a room that cannot be opened keeps nothing back of the others of its catalogue`()
        async throws
    {
        serve("/opds", room("Atlases", "/atlases") + room("Gone", "/gone") + room("Charts", "/charts"))
        serve("/atlases", book(1))
        serve("/charts", book(2))
        let add = try await workspace.carrel("add", server.address("/opds"), "--name", "books")
        #expect(add.status == 0, "\(add.error)")
        let get = try await workspace.carrel("get", "books", "--json")
        #expect(get.status == 4, "\(get.output)\(get.error)")
        let failed = get.objects.filter { $0["event"] as? String == "catalogFailed" }
        #expect(failed.map { $0["catalog"] as? String } == [server.address("/gone")], "\(failed)")
        #expect(try workspace.documents().count == 2)
    }

    @Test func `a room of further rooms is refused with what helps`() async throws {
        serve("/opds", room("Rooms", "/deep"))
        serve("/deep", room("Deeper", "/deeper") + room("Deepest", "/deepest"))
        #expect(try await workspace.carrel("sync", server.address("/opds")).status == 0)
        let list = try await workspace.carrel("list", "Rooms")
        #expect(list.status != 0)
        #expect(list.error.contains("carrel sync \(server.address("/deep"))"), "\(list.error)")
    }

    @Test func `pages in a circle end with a word about it`() async throws {
        serve("/opds", book(1) + room("R", "/r") + "<link rel='next' href='/opds?page=2'/>")
        serve("/opds?page=2", book(2) + room("R", "/r") + "<link rel='next' href='/opds?page=3'/>")
        serve("/opds?page=3", book(3) + room("R", "/r") + "<link rel='next' href='/opds?page=2'/>")
        let sync = try await workspace.carrel("sync", "--json", server.address("/opds"))
        #expect(sync.output.contains("which was read already"), "\(sync.output)\(sync.error)")
        #expect(sync.objects.last?["listed"] as? Int == 3, "\(sync.output)")
        serve("/opds?page=2", book(2) + room("R", "/r") + "<link rel='next' href='/opds'/>")
        let short = try await workspace.carrel("sync", "--json", server.address("/opds"))
        #expect(short.objects.last?["listed"] as? Int == 2, "\(short.output)")
        #expect(short.objects.last?["orphaned"] as? Int == 0, "\(short.output)")
    }

    @Test func `a page that redirects to another server is not read there, and its books are not orphaned`()
        async throws
    {
        let other = try LoopbackServer()
        serve("/opds", book(1) + "<link rel='next' href='/opds?page=2'/>")
        serve("/opds?page=2", book(2))
        let whole = try await workspace.carrel("sync", "--json", server.address("/opds"))
        #expect(whole.objects.last?["new"] as? Int == 2, "\(whole.output)\(whole.error)")
        server.on("/opds?page=2", .redirect(to: other.address("/page")))
        serve("/page", book(3), on: other)
        let sync = try await workspace.carrel("sync", "--json", server.address("/opds"))
        #expect(sync.status == 0 && sync.output.contains("on another server"), "\(sync.output)\(sync.error)")
        #expect(sync.objects.last?["new"] as? Int == 0, "\(sync.output)")
        #expect(sync.objects.last?["listed"] as? Int == 2, "\(sync.output)")
        #expect(sync.objects.last?["orphaned"] as? Int == 0, "\(sync.output)")
        #expect(other.requests.map(\.path) == ["/page"])
    }
}

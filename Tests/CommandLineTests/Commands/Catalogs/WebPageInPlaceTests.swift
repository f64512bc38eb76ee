import CarrelTesting
import Foundation
import Testing

/// Web pages that come in the place of a catalogue or of one of its pages, such as login pages.
@Suite(.timeLimit(.minutes(2))) struct WebPageInPlaceTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        for name in ["a", "b", "terms"] { server.on("/\(name).txt", .text("text \(name)")) }
    }

    private func serve(_ text: String, at path: String) {
        server.on(path, .document(text, entityTag: "\"\(UUID())\""))
    }

    private func serveLogin(at path: String) {
        let form = "<form><input type='password'></form><a href='/terms.txt'>Terms</a>"
        serve("<!doctype html><title>Sign in</title>\(form)", at: path)
    }

    private func sync(_ options: [String] = []) async throws -> CarrelProcess.Result {
        let arguments = ["sync", "--json"] + options + [server.address("/list")]
        return try await CarrelProcess(arguments, in: workspace).wait()
    }

    /// Catalogues of two pages, of one item each.
    enum Kind: CaseIterable, Sendable {
        case feed, form, shelf, sitemap

        /// The first page, which names `/page`; the first one of a sitemap names `/other`, too.
        var first: String {
            switch self {
            case .feed: rss("a", "<atom:link rel='next' href='/page'/>")
            case .form:
                "{\"carrel\": 1, \"next\": \"/page\"}\n{\"type\": \"item\", \"title\": \"a\", \"url\": \"/a.txt\"}"
            case .shelf: opds("a", "<link rel='next' href='/page'/>")
            case .sitemap:
                """
                <sitemapindex>
                <sitemap><loc>/other</loc></sitemap><sitemap><loc>/page</loc></sitemap>
                </sitemapindex>
                """
            }
        }

        /// The page `/page`.
        var further: String {
            switch self {
            case .feed: rss("b")
            case .form: "{\"carrel\": 1}\n{\"type\": \"item\", \"title\": \"b\", \"url\": \"/b.txt\"}"
            case .shelf: opds("b")
            case .sitemap: Self.urlset("b")
            }
        }

        static func urlset(_ name: String) -> String { "<urlset><url><loc>/\(name).txt</loc></url></urlset>" }

        private func rss(_ name: String, _ head: String = "") -> String {
            """
            <rss xmlns:atom='http://www.w3.org/2005/Atom'><channel><title>Log</title>\(head)
            <item><title>\(name)</title><enclosure url='/\(name).txt'/></item></channel></rss>
            """
        }

        private func opds(_ name: String, _ head: String = "") -> String {
            """
            <feed xmlns='http://www.w3.org/2005/Atom'><title>Library</title>\(head)
            <entry><title>\(name)</title><id>\(name)</id>
            <link rel='http://opds-spec.org/acquisition' href='/\(name).txt' type='text/plain'/>
            </entry></feed>
            """
        }
    }

    @Test(arguments: Kind.allCases)
    func `one in the place of a further page is a page that cannot be read`(kind: Kind) async throws {
        serve(kind.first, at: "/list")
        serve(kind.further, at: "/page")
        serve(Kind.urlset("a"), at: "/other")
        let whole = try await sync()
        #expect(whole.objects.last?["new"] as? Int == 2, "\(whole.output)\(whole.error)")
        serve(kind.first, at: "/list")
        serveLogin(at: "/page")
        let without = try await sync()
        #expect(without.output.contains("/page"), "\(without.output)\(without.error)")
        for (count, expected) in ["listed": 2, "new": 0, "orphaned": 0] {
            #expect(without.objects.last?[count] as? Int == expected, "\(count): \(without.output)")
        }
        serve(kind.further, at: "/page")
        let again = try await sync()
        #expect(again.objects.last?["listed"] as? Int == 2, "\(again.output)")
        #expect(server.requests(for: "/page").count == 3)
        #expect(try workspace.documents().count == 2)
    }

    // MARK: Catalogues

    private func list() async throws -> String { try await workspace.carrel("list", "--all").output }

    @Test(arguments: Kind.allCases)
    func `one in the place of a catalogue is an error, until the profile names the parser`(kind: Kind)
        async throws
    {
        serve(kind.further, at: "/list")
        let add = try await workspace.carrel("add", server.address("/list"), "--name", "course")
        #expect(add.status == 0, "\(add.output)\(add.error)")
        #expect(try await workspace.carrel("sync").status == 0)
        serveLogin(at: "/list")
        let login = try await workspace.carrel("sync")
        #expect(login.status == 4, "\(login.output)\(login.error)")
        #expect(
            (login.output + login.error).contains("carrel set course parse.use=html-links"),
            "\(login.output)\(login.error)")
        let listed = try await list()
        #expect(!listed.contains("no longer listed") && !listed.contains("Terms"), "\(listed)")
        #expect(try await workspace.carrel("set", "course", "parse.use=html-links").status == 0)
        let named = try await workspace.carrel("sync")
        #expect(named.status == 0, "\(named.output)\(named.error)")
        #expect(try await list().contains("Terms"))
    }

    @Test func `where a profile lists the catalogue, the error names the profile's setting`() async throws {
        let entry = "[[catalogue]]\nname = \"course\"\nsource.url = \"\(server.address("/list"))\"\n"
        try workspace.write("carrel.toml", entry)
        serve(Kind.feed.further, at: "/list")
        #expect(try await workspace.carrel("sync").status == 0)
        serveLogin(at: "/list")
        let login = try await workspace.carrel("sync")
        let setting = "parse.use = \"html-links\""
        #expect(
            login.status == 4
                && (login.output + login.error).contains("set \(setting) for it in the profile"),
            "\(login.output)\(login.error)")
        try workspace.write("carrel.toml", entry + setting + "\n")
        let named = try await workspace.carrel("sync")
        #expect(named.status == 0, "\(named.output)\(named.error)")
        #expect(try await list().contains("Terms"))
    }

    @Test(arguments: ["<h1>Database error</h1>", "<!doctype html><title>Error</title><a href='/'>Home</a>"])
    func `an error message in the place of a catalogue is said to be a web page`(message: String) async throws
    {
        serve(Kind.feed.further, at: "/list")
        #expect(try await sync().status == 0)
        serve(message, at: "/list")
        let result = try await sync()
        let said = result.output + result.error
        #expect(result.status == 4 && said.contains("of the kind feed before"), "\(said)")
        #expect(!said.contains("parse.types"), "\(said)")
    }

    @Test func `one that a catalogue was moved to is that catalogue`() async throws {
        serve(Kind.feed.further, at: "/list")
        let add = try await workspace.carrel("add", server.address("/list"), "--name", "course")
        #expect(add.status == 0, "\(add.output)\(add.error)")
        #expect(try await workspace.carrel("sync").status == 0)
        serve("<!doctype html><title>Notes</title><a href='/terms.txt'>Terms</a>", at: "/page.html")
        let move = try await workspace.carrel("set", "course", "source.url=\(server.address("/page.html"))")
        #expect(move.status == 0, "\(move.output)\(move.error)")
        let moved = try await workspace.carrel("sync")
        #expect(moved.status == 0, "\(moved.output)\(moved.error)")
        #expect(try await list().contains("Terms"))
    }

    @Test func `one that comes with a new query is refused, for it may be a login page`() async throws {
        serve(Kind.feed.further, at: "/list")
        let add = try await workspace.carrel("add", server.address("/list"), "--name", "course")
        #expect(add.status == 0, "\(add.output)\(add.error)")
        #expect(try await workspace.carrel("sync").status == 0)
        let address = "/list?token=wrong"
        serveLogin(at: address)
        let set = try await workspace.carrel("set", "course", "source.url=\(server.address(address))")
        #expect(set.status == 0, "\(set.output)\(set.error)")
        let login = try await workspace.carrel("sync")
        #expect(login.status == 4, "\(login.output)\(login.error)")
        let listed = try await list()
        #expect(!listed.contains("no longer listed") && !listed.contains("Terms"), "\(listed)")
    }

    private let page = "<!doctype html><title>Notes</title><a href='/a.txt'>A</a><a href='/b.txt'>B</a>"

    private func serveList(of names: [String], at path: String) {
        serve(names.map { server.address("/\($0).txt") }.joined(separator: "\n"), at: path)
    }

    @Test(arguments: [["a", "b"], ["terms"]])
    func `one that lists what the library has is the catalogue, whatever came in its place for once`(
        names: [String]
    ) async throws {
        serve(page, at: "/list")
        #expect(try await sync().status == 0)
        serveList(of: names, at: "/list")
        let list = try await sync()
        #expect(list.objects.contains { $0["parser"] as? String == "url-list" }, "\(list.output)")
        serve(page, at: "/list")
        let again = try await sync()
        #expect(again.status == 0, "\(again.output)\(again.error)")
        #expect(again.objects.last?["listed"] as? Int == 2, "\(again.output)")
    }

    @Test func `where one was named and the catalogue is back, the error says how to take that back`()
        async throws
    {
        serveList(of: ["a"], at: "/list")
        let add = try await workspace.carrel("add", server.address("/list"), "--name", "course")
        #expect(add.status == 0, "\(add.output)\(add.error)")
        #expect(try await workspace.carrel("set", "course", "parse.use=html-links").status == 0)
        let named = try await workspace.carrel("sync")
        #expect(
            named.status == 4
                && (named.output + named.error).contains("kind url-list: carrel set course parse.use="),
            "\(named.output)\(named.error)")
        #expect(try await workspace.carrel("set", "course", "parse.use=").status == 0)
        let back = try await workspace.carrel("sync")
        #expect(back.status == 0, "\(back.output)\(back.error)")
    }

    @Test func `a catalogue may become one of another kind`() async throws {
        for (kind, parser) in [(Kind.feed, "feed"), (.form, "carrel"), (.shelf, "opds")] {
            serve(kind.further, at: "/list")
            let result = try await sync()
            #expect(result.status == 0, "\(result.output)\(result.error)")
            #expect(result.objects.contains { $0["parser"] as? String == parser }, "\(result.output)")
        }
    }

    private func serveOutlines(_ names: String...) {
        let outlines = names.map { "<outline text='\($0)' xmlUrl='/\($0.lowercased())'/>" }.joined()
        serve("<opml version='2.0'><body>\(outlines)</body></opml>", at: "/list")
    }

    @Test func `one in the place of the list behind a collection leaves what that listed`() async throws {
        serveOutlines("Log", "Other")
        serve(Kind.form.further, at: "/log")
        #expect(try await sync().status == 0)
        let get = try await workspace.carrel("get", "Log")
        #expect(get.status == 0, "\(get.output)\(get.error)")
        serveLogin(at: "/log")
        // With another setting, all is read anew.
        for options in [[], ["--set", "parse.use=opml"]] {
            let login = try await sync(options)
            #expect(login.output.contains("perhaps a login page"), "\(login.output)\(login.error)")
            #expect(login.output.contains("take the collection off its list for one sync"), "\(login.output)")
            #expect(login.objects.last?["unread"] as? Int == 1, "\(login.output)")
            #expect(login.objects.last?["orphaned"] as? Int == 0, "\(login.output)")
        }
        serve("<h1>Database error</h1>", at: "/log")
        let message = try await sync()
        #expect(message.output.contains("of the kind carrel before"), "\(message.output)\(message.error)")
        serveLogin(at: "/log")
        #expect(try workspace.documents().count == 1)
        serveOutlines("Other")
        #expect(try await sync().status == 0)
        serveOutlines("Log", "Other")
        let again = try await sync()
        #expect(again.objects.last?["unread"] as? Int == 0, "\(again.output)\(again.error)")
        #expect(try await list().contains("Terms"))
    }

    @Test func `one that is the list behind a collection is it again after something else came for once`()
        async throws
    {
        serveOutlines("Log")
        serve(page, at: "/log")
        #expect(try await sync().status == 0)
        let get = try await workspace.carrel("get", "Log")
        #expect(get.status == 0, "\(get.output)\(get.error)")
        serveList(of: ["terms"], at: "/log")
        let list = try await sync()
        #expect(list.objects.last?["orphaned"] as? Int == 2, "\(list.output)\(list.error)")
        serve(page, at: "/log")
        let again = try await sync()
        #expect(again.objects.last?["unread"] as? Int == 0, "\(again.output)\(again.error)")
        #expect(try workspace.documents().count == 3)
    }
}

import CarrelTesting
import Foundation
import Testing

/// Login pages in the place of pages of links.
@Suite(.timeLimit(.minutes(2))) struct LoginPageTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        for name in ["a", "b", "c", "terms"] { server.on("/\(name).txt", .text("text \(name)")) }
    }

    private func serve(_ links: String..., at path: String = "/course", asksForPassword: Bool = false) {
        let links = links.map { "<a href='\($0)'>\($0)</a>" }.joined()
        let form = asksForPassword ? "<form><input type='password'></form>" : ""
        put("<!doctype html><title>Notes</title>\(form)\(links)", at: path)
    }

    private func put(_ text: String, at path: String) {
        server.on(path, .document(text, entityTag: "\"\(UUID())\""))
    }

    private func add(_ path: String = "/course", _ options: String...) async throws {
        let arguments = ["add", server.address(path), "--name", "course"] + options
        let add = try await CarrelProcess(arguments, in: workspace).wait()
        #expect(add.status == 0, "\(add.output)\(add.error)")
    }

    /// Syncs, which is to succeed.
    ///
    /// - Parameters:
    ///   - orphaned: how many items are to be no longer listed.
    ///   - isNamed: whether a page is to be called what may be a login page; `nil` for either.
    private func sync(orphaning orphaned: Int, naming isNamed: Bool? = nil) async throws {
        let result = try await workspace.carrel("sync", "--json")
        #expect(result.status == 0, "\(result.output)\(result.error)")
        #expect(result.objects.last?["orphaned"] as? Int == orphaned, "\(result.output)")
        guard let isNamed else { return }
        #expect(result.output.contains("perhaps it is a login page") == isNamed, "\(result.output)")
    }

    /// Syncs, which is to refuse a login page, and says what is listed then.
    private func listedAfterRefusal(_ reason: String) async throws -> String {
        let login = try await workspace.carrel("sync")
        let said = login.output + login.error
        #expect(login.status == 4 && said.contains(reason), "\(said)")
        #expect(said.contains("carrel set course parse.login=true"), "\(said)")
        return try await workspace.carrel("list", "--all").output
    }

    @Test(arguments: [nil, "parse.use=html-links"] as [String?])
    func `one is an error, until it is said to be the catalogue`(setting: String?) async throws {
        serve("a.txt", "b.txt", "c.txt")
        try await add()
        if let setting { #expect(try await workspace.carrel("set", "course", setting).status == 0) }
        #expect(try await workspace.carrel("sync").status == 0)
        serve("terms.txt", asksForPassword: true)
        let listed = try await listedAfterRefusal("asks for a password")
        #expect(!listed.contains("no longer listed") && !listed.contains("terms"), "\(listed)")
        #expect(try await workspace.carrel("set", "course", "parse.login=true").status == 0)
        let named = try await workspace.carrel("sync")
        #expect(named.status == 0, "\(named.output)\(named.error)")
        #expect(try await workspace.carrel("list", "--all").output.contains("terms"))
    }

    @Test func `one that asks for a name first is known by its address`() async throws {
        serve("a.txt", "b.txt", "c.txt")
        try await add()
        #expect(try await workspace.carrel("sync").status == 0)
        server.on("/course", .redirect(to: "/idp/SSO?execution=e1s1"))
        serve("/terms.txt", at: "/idp/SSO?execution=e1s1")
        let listed = try await listedAfterRefusal("perhaps a login page")
        #expect(!listed.contains("no longer listed") && !listed.contains("terms"), "\(listed)")
    }

    @Test func `a page whose own address says login is the catalogue, whatever it lists`() async throws {
        serve("/a.txt", "/b.txt", at: "/login/course")
        try await add("/login/course")
        #expect(try await workspace.carrel("sync").status == 0)
        serve("/c.txt", at: "/login/course")
        try await sync(orphaning: 2)
    }

    @Test func `a page with a form for signing in beside its links is the catalogue`() async throws {
        serve("a.txt", "b.txt", "c.txt")
        try await add()
        #expect(try await workspace.carrel("sync").status == 0)
        serve("a.txt", "b.txt", asksForPassword: true)
        try await sync(orphaning: 1)
    }

    @Test func `a page that asked for a password before is the catalogue, unless it lists nothing of it`()
        async throws
    {
        serve("a.txt", "b.txt", "c.txt", asksForPassword: true)
        try await add()
        #expect(try await workspace.carrel("sync").status == 0)
        serve("a.txt", "terms.txt", asksForPassword: true)
        try await sync(orphaning: 2)
        serve("imprint.txt", asksForPassword: true)
        let listed = try await listedAfterRefusal("lists nothing of what was listed before")
        #expect(!listed.contains("imprint"), "\(listed)")
    }

    @Test func `one is refused where a form stood before, though a page that it leads to cannot be read`()
        async throws
    {
        serve("a.txt", "b.txt", asksForPassword: true)
        try await add("/course", "--set", "parse.depth=1")
        #expect(try await workspace.carrel("sync").status == 0)
        serve("terms.txt", "forgot.html", asksForPassword: true)
        for _ in 1...2 {
            let listed = try await listedAfterRefusal("lists nothing of what was listed before")
            #expect(!listed.contains("no longer listed") && !listed.contains("terms"), "\(listed)")
            serve(at: "/forgot.html")
        }
    }

    @Test func `a page with a form stays the catalogue while no page that it leads to can be read`()
        async throws
    {
        serve("a.txt", "b.txt", at: "/one.html")
        serve("one.html", asksForPassword: true)
        try await add("/course", "--set", "parse.depth=1")
        #expect(try await workspace.carrel("sync").status == 0)
        server.on("/one.html", .status(404))
        try await sync(orphaning: 0)
    }

    @Test func `what the pages list counts that a page with a form for signing in leads to`() async throws {
        serve("a.txt", "b.txt", at: "/one.html")
        serve("c.txt", at: "/two.html")
        serve("one.html", "two.html")
        try await add("/course", "--set", "parse.depth=1")
        #expect(try await workspace.carrel("sync").status == 0)
        serve("one.html", "two.html", asksForPassword: true)
        try await sync(orphaning: 0)
    }

    @Test func `one in the place of a page that another one leads to is said once, and orphans nothing then`()
        async throws
    {
        serve("a.txt", "b.txt", at: "/one.html")
        serve("c.txt", "one.html")
        try await add("/course", "--set", "parse.depth=1")
        #expect(try await workspace.carrel("sync").status == 0)
        serve(at: "/one.html", asksForPassword: true)
        try await sync(orphaning: 0, naming: true)
        try await sync(orphaning: 2, naming: false)
    }

    @Test(arguments: ["", "<a href='terms.txt'>Terms</a>"])
    func `one counts also where the site links its login page`(link: String) async throws {
        let login = "<!doctype html><title>Log in</title><form><input type='password'></form>\(link)"
        put(login, at: "/login.html")
        serve("a.txt", "b.txt", at: "/one.html")
        serve("c.txt", "login.html", "one.html")
        try await add("/course", "--set", "parse.depth=1")
        for _ in 1...2 { #expect(try await workspace.carrel("sync").status == 0) }
        put(login, at: "/one.html")
        try await sync(orphaning: 0, naming: true)
        try await sync(orphaning: 2, naming: false)
    }

    @Test(arguments: ["terms.txt", "forgot.html"])
    func `one in the place of another page counts also if it links something else`(link: String) async throws
    {
        serve(at: "/forgot.html")
        serve("a.txt", "b.txt", at: "/one.html")
        serve("c.txt", "one.html")
        try await add("/course", "--set", "parse.depth=2")
        #expect(try await workspace.carrel("sync").status == 0)
        serve(link, at: "/one.html", asksForPassword: true)
        try await sync(orphaning: 0, naming: true)
        try await sync(orphaning: 2, naming: false)
    }

    @Test func `nothing new is taken from one, so it is noticed also where it moves on to another page`()
        async throws
    {
        serve("a.txt", at: "/one.html")
        serve("b.txt", at: "/two.html")
        serve("c.txt", "one.html", "two.html")
        try await add("/course", "--set", "parse.depth=1")
        #expect(try await workspace.carrel("sync").status == 0)
        for (page, orphaned, isSaid) in [
            ("/one.html", 0, true), ("/two.html", 0, true), ("/two.html", 1, false),
        ] {
            serve("a.txt", at: "/one.html")
            serve("terms.txt", at: page, asksForPassword: true)
            try await sync(orphaning: orphaned, naming: isSaid)
            let listed = try await workspace.carrel("list", "--all").output
            #expect(listed.contains("terms") != isSaid, "\(listed)")
        }
    }

    @Test func `of a new page with a form for signing in nothing is said while nothing is missing`()
        async throws
    {
        serve("a.txt", at: "/one.html", asksForPassword: true)
        serve("c.txt")
        try await add("/course", "--set", "parse.depth=1")
        #expect(try await workspace.carrel("sync").status == 0)
        serve("c.txt", "one.html")
        let result = try await workspace.carrel("sync", "--json")
        #expect(result.status == 0, "\(result.output)\(result.error)")
        #expect(!result.output.contains("perhaps it is a login page"), "\(result.output)")
        serve("b.txt", at: "/one.html")
        let next = try await workspace.carrel("sync", "--json")
        #expect(next.objects.last?["orphaned"] as? Int == 1, "\(next.output)\(next.error)")
    }

    @Test func `a site that has a form for signing in on all its pages has no login page among them`()
        async throws
    {
        serve(at: "/about.html", asksForPassword: true)
        serve("a.txt", "b.txt", "about.html", asksForPassword: true)
        try await add("/course", "--set", "parse.depth=1")
        let first = try await workspace.carrel("sync", "--json")
        #expect(!first.output.contains("perhaps it is a login page"), "\(first.output)\(first.error)")
        serve("a.txt", "about.html", asksForPassword: true)
        let second = try await workspace.carrel("sync", "--json")
        #expect(second.objects.last?["orphaned"] as? Int == 1, "\(second.output)\(second.error)")
    }

    @Test func `one in the place of the list behind a collection says that it can be the list`() async throws
    {
        put("<opml version='2.0'><body><outline text='Log' xmlUrl='/log'/></body></opml>", at: "/list")
        serve("a.txt", "b.txt", "c.txt", at: "/log")
        try await add("/list")
        #expect(try await workspace.carrel("sync").status == 0)
        let get = try await workspace.carrel("get", "Log")
        #expect(get.status == 0, "\(get.output)\(get.error)")
        serve("terms.txt", at: "/log", asksForPassword: true)
        let login = try await workspace.carrel("sync")
        let said = login.output + login.error
        #expect(said.contains("carrel set course parse.login=true"), "\(said)")
        #expect(try await workspace.carrel("set", "course", "parse.login=true").status == 0)
        _ = try await workspace.carrel("sync")
        #expect(try await workspace.carrel("list", "--all").output.contains("terms"))
    }
}

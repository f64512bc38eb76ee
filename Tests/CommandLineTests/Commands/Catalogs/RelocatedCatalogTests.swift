import CarrelTesting
import Foundation
import Testing

/// Catalogues whose address is set anew.
@Suite(.timeLimit(.minutes(2))) struct RelocatedCatalogTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        for folder in ["old", "new"] {
            server.on("/\(folder)/course.html", Self.page("<a href='a.txt'>A</a> <a href='b.txt'>B</a>"))
            for name in ["a", "b"] { server.on("/\(folder)/\(name).txt", .text("text \(name)")) }
        }
    }

    private static func page(_ links: String) -> Reply {
        .document("<html><body>\(links)</body></html>", entityTag: "\"p\"", mediaType: "text/html")
    }

    private func set(_ path: String) async throws -> CarrelProcess.Result {
        try await workspace.carrel("set", "course", "source.url=\(server.address(path))")
    }

    @Test func `its documents follow it, and are not fetched under other names`() async throws {
        _ = try await workspace.carrel("add", server.address("/old/course.html"), "--name", "course")
        _ = try await workspace.carrel("sync")
        let before = try workspace.documents()
        #expect(before.count == 2)
        let set = try await set("/new/course.html")
        #expect(set.status == 0 && set.output.contains("from now on"), "\(set.output)\(set.error)")
        let sync = try await workspace.carrel("sync", "--json")
        #expect(sync.status == 0, "\(sync.error)")
        #expect(try workspace.documents() == before)
        let catalogs = try await workspace.carrel("catalogues", "--json").objects
        #expect(catalogs.map { $0["catalog"] as? String } == [server.address("/new/course.html")])
        #expect(catalogs.map { $0["catalogName"] as? String } == ["course"])
        #expect(catalogs.map { $0["stored"] as? Int } == [2])
        let items = try await workspace.carrel("list", "--all", "--json").objects
        #expect(items.map { $0["url"] as? String } == ["a", "b"].map { server.address("/new/\($0).txt") })
    }

    @Test func `a plan from before is refused, and makes no second catalogue`() async throws {
        _ = try await workspace.carrel("add", server.address("/old/course.html"), "--name", "course")
        _ = try await workspace.carrel("sync")
        let output = try await workspace.carrel("plan", "--json").output
        #expect(output.contains("\"catalogName\":\"course\""), "\(output)")
        let plan = try workspace.write("plan.jsonl", output)
        #expect(try await workspace.carrel("sync", "--plan", plan).status == 0)
        #expect(try await set("/new/course.html").status == 0)
        let applied = try await workspace.carrel("sync", "--plan", plan)
        #expect(applied.status == 1, "\(applied.output)")
        #expect(applied.error.contains("Plan again: carrel plan --json course"), "\(applied.error)")
        let catalogs = try await workspace.carrel("catalogues", "--json").objects
        #expect(catalogs.map { $0["catalog"] as? String } == [server.address("/new/course.html")])
    }

    @Test
    func `the plan of a catalogue that was removed is refused, and the others in its file are carried out`()
        async throws
    {
        _ = try await workspace.carrel("add", server.address("/old/course.html"), "--name", "course")
        _ = try await workspace.carrel("add", server.address("/new/course.html"), "--name", "other")
        let plan = try workspace.write("plan.jsonl", try await workspace.carrel("plan", "--json").output)
        #expect(try await workspace.carrel("remove", "course").status == 0)
        let applied = try await workspace.carrel("sync", "--plan", plan)
        #expect(applied.status == 1, "\(applied.output)")
        #expect(applied.error.contains("does not keep “course”, so nothing was done"), "\(applied.error)")
        let remedy = "--name=course \(server.address("/old/course.html"))"
        #expect(applied.error.contains(remedy), "\(applied.error)")
        #expect(try workspace.documents().count == 2)
        let catalogs = try await workspace.carrel("catalogues", "--json").objects
        #expect(catalogs.map { $0["catalogName"] as? String } == ["other"])
    }

    @Test func `a plan that is refused begins no library`() async throws {
        let header =
            "{\"catalog\":\"\(server.address("/old/course.html"))\",\"catalogName\":\"course\",\"plan\":1}"
        let plan = try workspace.write("plan.jsonl", header)
        let applied = try await workspace.carrel("sync", "--json", "--plan", plan)
        #expect(applied.status == 1, "\(applied.error)")
        #expect(applied.objects.last?["event"] as? String == "error", "\(applied.output)")
        #expect(!FileManager.default.fileExists(atPath: workspace.library.path))
    }

    @Test func `a plan of the profile's catalogue is carried out, whatever the library calls by its name`()
        async throws
    {
        _ = try await workspace.carrel("add", server.address("/old/course.html"), "--name", "course")
        let url = server.address("/new/course.html")
        try workspace.write("carrel.toml", "[[catalogue]]\nname = \"course\"\nsource.url = \"\(url)\"\n")
        let output = try await workspace.carrel("plan", "--json", "course").output
        #expect(output.contains("\"catalogName\":\"course\""), "\(output)")
        let plan = try workspace.write("plan.jsonl", output)
        let applied = try await workspace.carrel("sync", "--plan", plan)
        #expect(applied.status == 0, "\(applied.output)\(applied.error)")
        #expect(try workspace.documents().count == 2)
        #expect(
            server.requests.allSatisfy { !$0.path.hasPrefix("/old/") || $0.path.hasSuffix("/course.html") })
    }

    @Test func `it is trusted there as it was before`() async throws {
        try workspace.write("config/carrel/default.toml", "[store]\nversions = 1000\n")
        _ = try await workspace.carrel("add", server.address("/old/course.html"), "--name", "course")
        #expect(try await set("/new/course.html").status == 0)
        let sync = try await workspace.carrel("sync")
        #expect(sync.status == 0, "\(sync.output)\(sync.error)")
        #expect(try workspace.documents().count == 2)
        _ = try await workspace.carrel("add", server.address("/old/course.html"), "--name", "other")
        #expect(try await set("/old/course.html").status == 1)
        let next = try await workspace.carrel("sync", "course")
        #expect(next.status == 0, "\(next.output)\(next.error)")
    }

    @Test func `documents that stay where they were are not fetched again`() async throws {
        let links = ["a", "b"].map { "<a href='\(server.address("/old/\($0).txt"))'>\($0)</a>" }
        server.on("/moved/course.html", Self.page(links.joined()))
        _ = try await workspace.carrel("add", server.address("/old/course.html"), "--name", "course")
        _ = try await workspace.carrel("sync")
        let before = try workspace.documents()
        #expect(try await set("/moved/course.html").status == 0)
        let sync = try await workspace.carrel("sync", "--json")
        let summary = try #require(sync.objects.last)
        #expect(summary["new"] as? Int == 0 && summary["unchanged"] as? Int == 2, "\(sync.output)")
        #expect(summary["orphaned"] as? Int == 0, "\(sync.output)")
        #expect(try workspace.documents() == before)
        let items = try await workspace.carrel("list", "--all", "--json").objects
        #expect(items.map { $0["url"] as? String } == ["a", "b"].map { server.address("/old/\($0).txt") })
    }

    @Test func `of two items that become one there, the other's document is no longer listed`() async throws {
        server.on(
            "/new/x/course.html",
            Self.page("<a href='a.txt'>A</a> <a href='../a.txt'>B</a> <a href='x/a.txt'>C</a>"))
        server.on("/new/x/a.txt", .text("text x"))
        server.on("/new/x/x/a.txt", .text("text xx"))
        _ = try await workspace.carrel("add", server.address("/new/x/course.html"), "--name", "course")
        #expect(try await workspace.carrel("sync").status == 0)
        #expect(try workspace.documents().count == 3)
        let set = try await set("/new/course.html")
        #expect(set.status == 0, "\(set.error)")
        let sync = try await workspace.carrel("sync")
        #expect(sync.status == 0, "\(sync.output)\(sync.error)")
        #expect(try await workspace.carrel("verify").status == 0)
    }

    @Test func `what was ignored of it stays ignored`() async throws {
        _ = try await workspace.carrel("add", server.address("/old/course.html"), "--name", "course")
        #expect(try await workspace.carrel("ignore", "course/2").output == "1 ignored\n")
        _ = try await workspace.carrel("sync")
        _ = try await set("/new/course.html")
        let sync = try await workspace.carrel("sync")
        #expect(sync.output.contains("1 unchanged, 1 ignored · "), "\(sync.output)\(sync.error)")
        #expect(try workspace.documents().count == 1)
        #expect(!server.requests.contains { $0.path.hasSuffix("/b.txt") })
        #expect(try await workspace.carrel("unignore", "course/2").output == "1 no longer ignored\n")
        #expect(try await workspace.carrel("sync").output.contains("1 new, 1 unchanged"))
    }

    @Test(arguments: [true, false])
    func `what is stored and ignored of its only collection stays so where that is called otherwise then`(
        isMoved: Bool
    ) async throws {
        for folder in ["old", "new"] {
            server.on("/\(folder)/", Self.page("<a href='a.txt'>A</a> <a href='b.txt'>B</a>"))
        }
        _ = try await workspace.carrel("add", server.address("/old/"), "--name", "course")
        #expect(try await workspace.carrel("ignore", "old/2").output == "1 ignored\n")
        _ = try await workspace.carrel("sync")
        let before = try workspace.documents()
        let setting = isMoved ? "source.url=\(server.address("/new/"))" : "parse.collection=new"
        #expect(try await workspace.carrel("set", "course", setting).status == 0)
        let sync = try await workspace.carrel("sync")
        #expect(sync.output.contains("1 unchanged, 1 ignored · "), "\(sync.output)\(sync.error)")
        #expect(try workspace.documents() == before)
        let items = try await workspace.carrel("list", "--all", "--json").objects
        #expect(items.map { $0["collection"] as? String } == ["new", "new"])
    }

    @Test func `what is no longer listed there is said to be, and can be pruned`() async throws {
        server.on("/new/course.html", Self.page("<a href='b.txt'>B</a>"))
        _ = try await workspace.carrel("add", server.address("/old/course.html"), "--name", "course")
        _ = try await workspace.carrel("sync")
        _ = try await set("/new/course.html")
        _ = try await workspace.carrel("sync")
        let list = try await workspace.carrel("list")
        #expect(
            list.output.contains("1 item ") && list.output.contains("1 stored, 1 no longer listed"),
            "\(list.output)")
        let row = try #require(try await workspace.carrel("list", "--json").objects.first)
        #expect(row["items"] as? Int == 1 && row["stored"] as? Int == 1, "\(row)")
        let prune = try await workspace.carrel("prune", "--dry-run")
        #expect(prune.output.contains("course: A"), "\(prune.output)\(prune.error)")
    }

    @Test func `the address of another catalogue is refused, and nothing changes`() async throws {
        _ = try await workspace.carrel("add", server.address("/old/course.html"), "--name", "course")
        _ = try await workspace.carrel("add", server.address("/new/course.html"), "--name", "other")
        let refused = try await set("/new/course.html")
        #expect(refused.status == 1 && refused.error.contains("carrel remove other"), "\(refused.error)")
        let sync = try await workspace.carrel("sync", "course", "--json")
        #expect(sync.status == 0 && sync.objects.last?["new"] as? Int == 2, "\(sync.output)\(sync.error)")
        let settings = try await workspace.carrel("set", "course")
        #expect(settings.output.contains("/old/course.html"), "\(settings.output)")
    }
}

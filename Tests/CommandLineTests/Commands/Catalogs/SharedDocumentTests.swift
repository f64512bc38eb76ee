import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// A document that two catalogues list: fetched once, one file, shown by both.
@Suite(.timeLimit(.minutes(2))) struct SharedDocumentTests {
    private let workspace: Workspace
    private let course: CourseServer
    private let other: String
    private static let target = "/COMP304/week1.txt"

    init() async throws {
        workspace = try Workspace()
        course = try CourseServer()
        other = course.server.address("/other.json")
        listElsewhere(["Reading list": course.server.address(Self.target)])
        _ = try await workspace.carrel("add", course.url, "--name", "course")
        _ = try await workspace.carrel("add", other, "--name", "other")
        _ = try await workspace.carrel("sync", "course")
    }

    private func listElsewhere(_ notes: [String: String]) {
        let list = notes.map { "{\"\($0)\": \"\($1)\"}" }.joined(separator: ",")
        let catalog = "[{\"moduleCode\": \"READ\", \"moduleTitle\": \"Read\", \"moduleNotes\": [\(list)]}]"
        course.server.on("/other.json", .document(catalog, entityTag: "\"\(list.hashValue)\""))
    }

    @discardableResult
    private func carrel(_ arguments: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(arguments, in: workspace).wait()
    }

    private func status(_ address: String) async throws -> String? {
        try await carrel("list", "--all", "--json").objects.first {
            address == "\($0["collection"] as? String ?? "")/\($0["number"] as? Int ?? 0)"
        }?["status"] as? String
    }

    @Test func `a document that is stored for another catalogue is not fetched again`() async throws {
        let sync = try await carrel("sync", "other")
        #expect(sync.status == 0 && sync.output.contains("1 unchanged"), "\(sync.output)\(sync.error)")
        #expect(course.server.requests(for: Self.target).count == 1)
        #expect(try workspace.documents().count == 3)
        for address in ["COMP304/1", "READ/1"] { #expect(try await status(address) == "stored") }
        #expect(try await carrel("list", "READ").output.contains("stored, new"))
        #expect(
            try await carrel("new").output.matches(of: /Week 1|Reading list/).count == 2,
            "COMP304 and COMP307")
        let holdings = try #require(try await carrel("status", "--json").objects.first)
        #expect(
            holdings["stored"] as? Int == 4 && holdings["new"] as? Int == 3, "one of them is listed twice")
        #expect(try await carrel("preview", "READ/1").output.contains("modal logic"))
        #expect(try await carrel("list", "COMP304").output.contains("Week 1  stored\n"), "it was looked at")
        #expect(try await carrel("versions", "READ/1").status == 0)
        #expect(try await carrel("verify").output == "3 intact\n")
        // Asked for by name it is asked after, in the catalogue that it is stored for.
        #expect(try await carrel("get", "READ/1").status == 0)
        #expect(course.server.requests(for: Self.target).count == 2)
        #expect(try workspace.documents().count == 3)
    }

    @Test func `a new version is fetched once, and new in both`() async throws {
        try await carrel("sync")
        try await carrel("mark", "read", "--all")
        course.server.on(Self.target, .text("two", tag: "\"2\""))
        try await carrel("sync", "course")
        try await carrel("sync", "other")
        #expect(try await carrel("list", "READ").output.contains("stored, updated"))
        #expect(try await carrel("preview", "READ/1").output.contains("two"))
        #expect(try workspace.documents().count == 3)
    }

    @Test func `a new version is fetched where the catalogue that stored it never asks`() async throws {
        try await carrel("sync")
        #expect(try await carrel("set", "course", "plan.use=missing-only").status == 0)
        course.server.on(Self.target, .text("two", tag: "\"2\""))
        let owner = try await carrel("sync", "course")
        #expect(!owner.output.contains("updated"), "\(owner.output)")
        let asking = try await carrel("sync", "other")
        #expect(asking.output.contains("1 updated"), "\(asking.output)\(asking.error)")
        for address in ["COMP304/1", "READ/1"] {
            #expect(try await carrel("preview", address).output.contains("two"))
        }
        #expect(try workspace.documents().count == 3)
    }

    @Test func `what one catalogue no longer lists is the other one's`() async throws {
        try await carrel("sync", "other")
        course.server.on("/notes.json", .document("[]", entityTag: "\"none\""))
        try await carrel("sync", "course", "--set", "parse.use=module-notes")
        try await carrel("sync", "other")
        let file = try #require(try await carrel("show", "READ/1", "--json").objects.first)
        #expect((file["path"] as? String)?.hasSuffix("COMP304-week1.txt") == true, "\(file)")
        #expect(
            course.server.requests(for: Self.target).filter { $0.fields["If-None-Match"] == nil }.count == 1)
        let prune = try await carrel("prune", "--orphaned", "--yes")
        #expect(!prune.output.contains("Reading list"), "\(prune.output)")
        #expect(try workspace.documents().keys.contains("COMP304-week1.txt"))
        #expect(try await status("READ/1") == "stored")
    }

    @Test func `removing a catalogue with its files leaves what another one lists`() async throws {
        try await carrel("sync", "other")
        let removed = try await carrel("remove", "course", "--with-files")
        #expect(removed.status == 0, "\(removed.error)")
        #expect(try workspace.documents().keys.sorted() == ["COMP304-week1.txt"])
        #expect(try await status("READ/1") == "stored")
        #expect(try await carrel("verify").output == "1 intact\n")
        #expect(try await carrel("sync").output.contains("1 unchanged"))
        #expect(
            course.server.requests(for: Self.target).filter { $0.fields["If-None-Match"] == nil }.count == 1)
    }

    @Test func `a shared document whose file is gone comes again, once`() async throws {
        try await carrel("sync", "other")
        try FileManager.default.removeItem(at: workspace.library.appending(path: "COMP304-week1.txt"))
        #expect(try await carrel("sync", "course").output.contains("stored again"))
        #expect(try await carrel("sync", "other").output.contains("1 unchanged"))
        #expect(try workspace.documents().count == 3)
    }

    @Test func `a plan that is older than what another catalogue stored leaves that alone`() async throws {
        let fresh = try Workspace()
        func carrel(_ arguments: String...) async throws -> CarrelProcess.Result {
            try await CarrelProcess(arguments, in: fresh).wait()
        }
        _ = try await carrel("add", course.url, "--name", "course")
        _ = try await carrel("add", other, "--name", "other")
        let plan = try fresh.write("plan.jsonl", try await carrel("plan", "other", "--json").output)
        _ = try await carrel("sync", "course")
        course.server.on(Self.target, .text("two", tag: "\"2\""))
        let applied = try await carrel("sync", "--plan", plan)
        #expect(
            applied.status == 0 && applied.output.contains("1 unchanged"), "\(applied.output)\(applied.error)"
        )
        #expect(try fresh.documents().keys.count { $0 != "plan.jsonl" } == 3)
    }

    @Test func `a shared document that somebody renamed is known to both`() async throws {
        try await carrel("sync", "other")
        try FileManager.default.moveItem(
            at: workspace.library.appending(path: "COMP304-week1.txt"),
            to: workspace.library.appending(path: "mine.txt"))
        #expect(try await status("READ/1") == "stored")
        #expect(try await carrel("preview", "READ/1").output.contains("modal logic"))
        #expect(try await carrel("sync", "other").output.contains("1 unchanged"))
        #expect(try await carrel("sync", "course").output.contains("3 unchanged"))
        #expect(
            try workspace.documents().keys.sorted() == [
                "COMP304-week2.html", "COMP307-week1.txt", "mine.txt",
            ])
        #expect(try await carrel("verify").output == "3 intact\n")
    }

    @Test func `other credentials are other documents`() async throws {
        try await carrel("set", "other", "download.user-agent=other")
        let sync = try await carrel("sync", "other")
        #expect(sync.output.contains("1 new"), "\(sync.output)\(sync.error)")
        #expect(try workspace.documents().count == 4)
    }

    @Test func `catalogues that find their renamed files side by side do not take one from the other`()
        async throws
    {
        listElsewhere(["Copy": course.server.address("/copy.txt")])
        course.server.on(
            "/copy.txt", .content(Data(CourseServer.text.utf8), fields: [("Content-Type", "text/plain")]))
        try await carrel("sync")
        for (name, other) in [("COMP304-week1.txt", "x.txt"), ("READ-copy.txt", "y.txt")] {
            try FileManager.default.moveItem(
                at: workspace.library.appending(path: name), to: workspace.library.appending(path: other))
        }
        for _ in 1...2 { #expect(try await carrel("sync").status != 5) }
        #expect(try await carrel("verify").output.contains("4 intact"))
    }

    @Test func `catalogs that are synced side by side for the first time fetch what both list once`()
        async throws
    {
        let fresh = try Workspace()
        func carrel(_ arguments: String...) async throws -> CarrelProcess.Result {
            try await CarrelProcess(arguments, in: fresh).wait()
        }
        let before = course.server.requests(for: Self.target).count
        _ = try await carrel("add", course.url, "--name", "course")
        _ = try await carrel("add", other, "--name", "other")
        _ = try await carrel("sync")
        #expect(course.server.requests(for: Self.target).count == before + 1)
        #expect(try fresh.documents().count == 3)
        let rows = try await carrel("list", "--all", "--json").objects
        let shared = rows.filter { ($0["url"] as? String)?.hasSuffix(Self.target) == true }
        #expect(shared.count == 2 && shared.allSatisfy { $0["status"] as? String == "stored" }, "\(rows)")
        #expect(try await carrel("verify").output == "3 intact\n")
    }
}

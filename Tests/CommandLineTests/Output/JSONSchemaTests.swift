import CarrelTesting
import Foundation
import Testing

/// What `--json` prints is what docs/carrel.schema.json says, and nothing else.
@Suite(.timeLimit(.minutes(3)), .enabled(if: JSONSchema.canBeRead, "needs python3-jsonschema"))
struct JSONSchemaTests {
    private let workspace: Workspace
    private let course: CourseServer
    private let schema: JSONSchema

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
        schema = JSONSchema(workspace)
    }

    /// Runs a command with `--json` and notes each line for `expectAsTheSchemaSays`.
    @discardableResult
    private func check(
        _ definition: String, _ arguments: [String], status: Int32? = 0
    ) async throws -> [[String: Any]] {
        let result = try await CarrelProcess(arguments + ["--json"], in: workspace).wait()
        #expect(status == nil || result.status == status, "\(arguments): \(result.error)")
        #expect(!result.output.isEmpty, "\(arguments)")
        #expect(result.objects.count == result.output.split(separator: "\n").count, "\(arguments)")
        try schema.note(definition, result.output)
        return result.objects
    }

    /// Holds each line that was noted to its definition.
    private func expectAsTheSchemaSays() async throws {
        let problems = try await schema.problems()
        #expect(problems == nil, "\(problems ?? "")")
    }

    private func command(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    @Test func `every command says of the sample library what the schema says`() async throws {
        let samples = Project.folder.appending(path: "Config/Samples").path
        let server = try CarrelProcess(
            command("delay-proxy --listen 127.0.0.1:0 --delay 0s --root") + [samples], in: workspace)
        defer { server.send(SIGTERM) }
        let url = try await server.listeningAddress() + "handbook.json"
        try await check("plan", ["plan", url])
        try await check("plan", ["sync", "--dry-run", url])
        let events = try await check("event", ["sync", url])
        #expect(events.first?["event"] as? String == "begin" && events.first?["version"] as? Int == 2)
        let collections = try await check("collection", ["list"])
        let name = try #require(collections.first?["collection"] as? String)
        try await check("item", ["list", name])
        try await check("collectionDetails", ["show", name])
        try await check("itemDetails", ["show", "\(name)/1"])
        try await check("selected", ["select", name])
        let got = try await check("event", ["get", "1"])
        #expect(got.first?["event"] as? String == "begin")
        for number in 1...2 { try await check("preview", ["preview", "\(number)"]) }
        try await check("indexed", ["index"])
        try await check("hit", ["search", "the"])
        try await check("finding", ["doctor"], status: nil)
        try await check("exported", ["export", "csv", "items.csv"])
        try workspace.write("found/book.part", "")
        try await check("importing", ["import", "found"])
        try await check("viewed", ["recent"])
        _ = try await workspace.carrel("ignore", "\(name)/2", "*.zip")
        try await check("ignored", ["ignore"])
        try await check("item", ["list", "--all"])
        _ = try await workspace.carrel("unignore", "--all")
        try await check("history", ["why", "1"])
        try await check("version", ["versions", "\(name)/1"])
        _ = try await workspace.carrel("ignore", "\(name)/1")
        try await check("prunable", ["prune", "--dry-run"])
        _ = try await workspace.carrel("unignore", "--all")
        try await check("verified", ["verify"])
        try await check("catalogue", ["catalogues"])
        try await check("catalogue", ["set", "handbook", "plan.use=mirror", "--json"])
        try await check("catalogue", ["rename", "handbook", "book"])
        try await check("removed", ["remove", "book", "--with-files", "--dry-run"])
        try await check("removed", ["remove", "book"])
        try await check("catalogue", ["add", url])
        for (definition, line) in [
            ("plugin", "plugins"), ("value", "config show"), ("check", "config check"),
            ("paths", "config path"), ("schedule", "schedule status"),
            ("conversion", "convert 1 B MiB"), ("conversion", "convert 1 C K"),
        ] {
            try await check(definition, command(line))
        }
        try await expectAsTheSchemaSays()
    }

    @Test func `what changed in a document and how it is renamed is said as the schema says`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        course.server.on(
            "/COMP304/week1.txt", .document("Another week, with other words", mediaType: "text/plain"))
        _ = try await workspace.carrel("sync", course.url)
        #expect(try await check("change", ["diff", "COMP304/1"]).count > 0)
        let name = ["--set", "store.name=notes/{basename}"]
        let planned = try await check("move", ["move", "--dry-run"] + name)
        #expect(planned.contains { ($0["newName"] as? String)?.hasPrefix("notes/") == true })
        #expect(try await check("move", ["move", "--yes"] + name).count == planned.count)
        try await expectAsTheSchemaSays()
    }

    @Test func `a program of the user's is said as the schema says`() async throws {
        try workspace.write("config/carrel/plugins/list", "#!/bin/sh\n")
        try await check("plugin", command("plugins list"))
        try await expectAsTheSchemaSays()
    }

    @Test func `what a mapping matches is said as the schema says`() async throws {
        try workspace.write("list.csv", "title,file\nOne,1.txt\n")
        try workspace.write(
            "carrel.toml",
            """
            [parse]
            use = "map"
            format = "csv"
            items = { title = "title", url = "file" }
            """)
        try await check("mapped", command("map test list.csv"))
        try await expectAsTheSchemaSays()
    }

    @Test func `what fails is said as the schema says`() async throws {
        let login = Data("<!DOCTYPE html><title>Please log in</title>".utf8)
        course.server.on("/COMP307/gone.pdf", .content(login, fields: [("Content-Type", "application/pdf")]))
        try await check("event", ["sync", course.url], status: 1)
        course.server.on("/COMP307/week1.txt", .status(429, retryAfter: "7200"))
        try await check("event", ["get", "COMP307/1"], status: 1)
        for item in ["COMP307/1", "COMP307/2", "COMP304/1", "COMP304/3"] {
            try await check("history", ["why", item])
            try await check("itemDetails", ["show", item])
        }
        try await check("setAside", ["quarantine", "list"])
        try await check("accepted", ["quarantine", "accept", "Lost"])
        let document = try #require(try workspace.documents().keys.first { $0.contains("week1") })
        try damage(workspace.library.appending(path: document), with: Data("other".utf8))
        try workspace.write("Carrel/stray.txt", "unknown")
        let states = try await check("verified", ["verify"], status: 1).compactMap { $0["state"] as? String }
        #expect(Set(states) == ["damaged", "intact", "stray"])
        try await check("check", command("config check --set download.use=nothing"), status: 3)
        try workspace.write("carrel.toml", "store.path = \"/elsewhere\"\n")
        #expect(try await check("trust", command("config trust")).count == 2)
        try await expectAsTheSchemaSays()
    }

    @Test func `a timetable is said as the schema says`() async throws {
        for (role, text) in TimetableCommandTests.documents { try workspace.write("\(role).json", text) }
        let roles = TimetableCommandTests.documents.keys.map { "source.\($0).path = \"\($0).json\"\n" }
        try workspace.write("carrel.toml", "parse.use = \"timetable\"\n" + roles.joined())
        let events = try await check("event", ["sync"])
        #expect(events.last?["meetings"] as? Int == 3)
        try await check("meeting", command("timetable --all"))
        try await check("module", command("choose --list"))
        try await check("module", command("unchoose BIO101"))
        #expect(try await check("collectionDetails", ["show", "BIO101"]).first?["rooms"] != nil)
        try await expectAsTheSchemaSays()
    }
}

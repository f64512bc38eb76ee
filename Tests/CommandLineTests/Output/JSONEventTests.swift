import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// Every event that a run can be made to print is one of docs/carrel.schema.json, with the keys that stand there.
@Suite(.timeLimit(.minutes(3)), .enabled(if: JSONSchema.canBeRead, "needs python3-jsonschema"))
struct JSONEventTests {
    private let workspace: Workspace
    private let course: CourseServer
    private let schema: JSONSchema

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
        schema = JSONSchema(workspace)
    }

    /// Runs a sync and gives the kinds of its events, each of which is noted for the schema.
    ///
    /// - Parameters:
    ///   - arguments: its arguments.
    ///   - gate: opens once it has told of a progress.
    ///   - status: how it ends.
    /// - Returns: the kinds.
    /// - Throws: the error of the system.
    private func sync(
        _ arguments: String..., opening gate: Gate? = nil, status: Int32
    ) async throws -> Set<String> {
        let process = try CarrelProcess(["sync", "--json"] + arguments, in: workspace)
        while gate != nil, !process.outputSoFar.contains("\"progress\"") {
            try await Task.sleep(for: .milliseconds(5))
        }
        gate?.open()
        let result = try await process.wait()
        #expect(result.status == status, "\(arguments): \(result.error)")
        try schema.note("event", result.output)
        #expect(result.output.hasPrefix("{\"event\":\"begin\",\"version\":2}\n"), "\(result.output)")
        return Set(result.objects.compactMap { $0["event"] as? String })
    }

    @Test func `every event that can be provoked is one of the schema's, and every one of those is provoked`()
        async throws
    {
        var seen = try await ordinary()
        seen.formUnion(try await withoutRoom())
        seen.formUnion(try await ofALyingServer())
        seen.formUnion(try await ofSeveralCatalogs())
        seen.formUnion(try await ofPlaces())
        seen.formUnion(try await sync("nowhere.json", status: 4))
        let problems = try await schema.problems()
        #expect(problems == nil, "\(problems ?? "")")
        // A command of its own run misses nothing, and serves nothing.
        let kinds = try JSONSchema.events().subtracting(["gap", "serving"])
        #expect(seen == kinds, "\(kinds.symmetricDifference(seen))")
    }

    /// A course with a slow document and a login page, then the same with other entries, then unchanged.
    private func ordinary() async throws -> Set<String> {
        let (gate, content) = (Gate(), Data(repeating: UInt8(ascii: "a"), count: 300_000))
        course.server.on("/COMP304/week1.txt", .held(by: gate, content, after: 150_000))
        let login = Data("<!DOCTYPE html><title>Log in</title>".utf8)
        course.server.on("/COMP304/week2.html", .status(404))
        course.server.on("/COMP307/gone.pdf", .content(login, fields: [("Content-Type", "application/pdf")]))
        var seen = try await sync(course.url, opening: gate, status: 1)
        let note = course.server.address("/COMP307/week1.txt")
        let changed = """
            [{"moduleCode": "COMP304", "moduleTitle": "Reasoning", "moduleNotes": [{"Week 3": ""}]},
             {"moduleCode": "COMP307", "moduleTitle": "Distribution", "moduleNotes": [{"Week 1": "\(note)"}]},
             {"moduleCode": "COMP307"}]
            """
        course.server.on("/notes.json", .text(changed, tag: "\"d\""))
        seen.formUnion(try await sync(course.url, status: 0))
        course.server.on("/COMP307/week1.txt", .content("Corrected"))
        try FileManager.default.moveItem(
            at: workspace.library.appending(path: "COMP307-week1.txt"),
            to: workspace.library.appending(path: "mine.txt"))
        seen.formUnion(try await sync(course.url, status: 0))
        try Data("Corrected, with notes".utf8).write(to: workspace.library.appending(path: "mine.txt"))
        course.server.on("/COMP307/week1.txt", .content("Corrected again"))
        seen.formUnion(try await sync(course.url, status: 0))
        return seen
    }

    /// A run that may bring nearly nothing.
    private func withoutRoom() async throws -> Set<String> {
        let server = try CourseServer()
        return try await sync(
            server.url, "--library", "small", "--set", "download.max-total=1 B", "--set",
            "download.max-concurrent=1", status: 0)
    }

    /// A server that answers twice.
    private func ofALyingServer() async throws -> Set<String> {
        let server = try LoopbackServer()
        let contents = (0..<12).map { TestBytes.make(2_000 + $0, seed: UInt64($0 + 1)) }
        StrayScenario.all[0].stage(contents, on: server)
        let file = try workspace.writeNotes(
            contents.indices.map { ("N\($0)", server.address("/\($0).txt")) }, as: "lying.json")
        return try await sync(file, "--library", "lying", status: 0)
    }

    /// One catalogue that is there, and one that is not.
    private func ofSeveralCatalogs() async throws -> Set<String> {
        try workspace.write(
            "several.toml",
            """
            [[catalogue]]
            name = "gone"
            source.path = "nowhere.json"
            [[catalogue]]
            name = "course"
            source.url = "\(course.url)"
            """)
        return try await sync("--config", "several.toml", "--library", "several", status: 4)
    }

    /// Places whose photos were listed once and cannot be listed again.
    private func ofPlaces() async throws -> Set<String> {
        let server = try LoopbackServer()
        let places = #"{"places":{"place":[{"place_id":"P1","_content":"Here, Land"}]},"stat":"ok"}"#
        server.on("/places.json", .content(places))
        server.on("/photos.json?place=P1", .content(#"{"photos":{"photo":[]},"stat":"ok"}"#))
        try workspace.write(
            "places.toml",
            """
            extends = "places"
            source.url = "\(server.address("/places.json"))"
            parse.photos-url = "photos.json?place={place}"
            store.path = "places"
            """)
        var seen = try await sync("--config", "places.toml", status: 0)
        #expect(try await workspace.carrel("list", "--config", "places.toml", "Here").status == 0)
        server.on("/photos.json?place=P1", .status(404))
        seen.formUnion(try await sync("--config", "places.toml", status: 1))
        return seen
    }

    @Test(arguments: [
        ("sync nowhere.json", 4, "nowhere.json", true), ("sync", 2, "no catalogue", true),
        ("sync --set download.use=nothing", 3, "download.use", true), ("get 1", 5, "no library", true),
        ("sync --nonsense", 2, "unknown option --nonsense", false), ("nonsense", 2, "no command", false),
        ("show nothing", 1, "library is empty", false), ("plan nowhere.json", 4, "nowhere.json", false),
    ])
    func `an error that ends a command is its last line, too`(
        line: String, status: Int32, reason: String, isRun: Bool
    ) async throws {
        let arguments = line.split(separator: " ").map(String.init) + ["--json"]
        let result = try await CarrelProcess(arguments, in: workspace).wait()
        #expect(result.status == status && !result.error.isEmpty, "\(result.error)")
        let events = result.objects.map { $0["event"] as? String }
        #expect(events == (isRun ? ["begin", "error"] : ["error"]), "\(result.output)")
        #expect(try await schema.problems("event", result.output) == nil)
        let event = try #require(result.objects.last)
        #expect(event["status"] as? Int32 == status)
        #expect((event["reason"] as? String)?.contains(reason) == true, "\(event)")
        #expect((event["reason"] as? String)?.hasPrefix("carrel") == false)
    }

    @Test func `a key that the schema does not list, and an event that it does not know, are found`()
        async throws
    {
        let lines = """
            {"event":"begin","version":2}
            {"event":"begin","version":2,"more":true}
            {"event":"other"}
            {"catalog":"c","event":"catalogUnchanged"}
            {"event":"catalogUnchanged"}
            """
        let problems = try #require(try await schema.problems("event", lines))
        #expect(problems.contains("line 2: $: Additional properties are not allowed"), "\(problems)")
        #expect(problems.contains("line 3: there is no event 'other'"))
        #expect(problems.contains("line 5: $: 'catalog' is a required property"))
        #expect(!problems.contains("line 1") && !problems.contains("line 4"))
    }

    @Test func `every definition is in docs/JSON.md, with examples that are as it says`() async throws {
        let page = String(
            decoding: try Data(contentsOf: Project.folder.appending(path: "docs/JSON.md")), as: UTF8.self)
        var shown: Set<String> = []
        for part in page.components(separatedBy: "\n```json ").dropFirst() {
            let lines = part.components(separatedBy: "\n```")[0].split(separator: "\n")
            let definition = String(try #require(lines.first))
            shown.insert(definition)
            for line in lines.dropFirst() {
                if let event = line.firstMatch(of: #/"event":"(\w+)"/#) { shown.insert(event.1 + "Event") }
            }
            try schema.note(definition, lines.dropFirst().joined(separator: "\n"))
        }
        let problems = try await schema.problems()
        #expect(problems == nil, "\(problems ?? "")")
        #expect(try await JSONSchema.ownProblems() == nil)
        let parts: Set = [
            "text", "bytes", "count", "flag", "sha256", "date", "degrees", "action", "status", "news",
            "detail",
            "room", "exchange", "try", "document", "settings",
        ]
        #expect(try JSONSchema.definitions().subtracting(parts) == shown)
    }
}

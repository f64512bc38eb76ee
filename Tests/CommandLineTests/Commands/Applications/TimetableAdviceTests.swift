import Foundation
import Testing

/// What a command of timetables advises while the library has none.
@Suite(.timeLimit(.minutes(2))) struct TimetableAdviceTests {
    private let workspace: Workspace
    /// The options that name the three documents.
    private let places: [String]

    init() throws {
        workspace = try Workspace()
        places = TimetableCommandTests.documents.keys.flatMap { role in
            ["--set", "source.\(role).path=\(role).json"]
        }
        for (role, text) in TimetableCommandTests.documents { try workspace.write("\(role).json", text) }
    }

    private func run(_ arguments: [String]) async throws -> CarrelProcess.Result {
        try await CarrelProcess(arguments, in: workspace).wait()
    }

    private func showsMonday(_ options: [String] = []) async throws -> Bool {
        try await run(["timetable", "mon"] + options).output.contains("Theatre One")
    }

    @Test func `the advised command adds the timetable, which later syncs read`() async throws {
        let advice = try await run(["timetable"])
        #expect(advice.status == 1)
        #expect(
            advice.error.contains("\n  carrel add --profile timetable --set source.timetable.url="),
            "\(advice.error)")
        let added = try await run(["add", "--profile", "timetable"] + places)
        #expect(added.status == 0, "\(added.error)")
        #expect(try await showsMonday())
        let synced = try await run(["sync"])
        #expect(synced.status == 0 && synced.output.contains("3 meetings"), "\(synced.output)\(synced.error)")
    }

    @Test func `with a profile for something else the advice keeps to it`() async throws {
        try workspace.write(
            "other.toml",
            "[source]\npath = \"other.html\"\n[parse]\nuse = \"html-links\"\n[store]\npath = \"Other\"\n")
        let options = ["--config", "other.toml"]
        let advice = try await run(["choose", "--all"] + options)
        #expect(
            advice.error.contains(
                "\n  carrel add --config other.toml --set parse.use=timetable --set source."),
            "\(advice.error)")
        let added = try await run(["add"] + options + ["--set", "parse.use=timetable"] + places)
        #expect(added.status == 0, "\(added.error)")
        #expect(try await showsMonday(options))
    }

    @Test func `a document that is missing is named, and no catalogue of the library is read instead`()
        async throws
    {
        try workspace.write("web.html", "<a href=\"http://127.0.0.1:9/a.txt\">a</a>")
        #expect(try await run(["add", "web.html"]).status == 0)
        let options = ["--profile", "timetable", "--set", "source.timetable.path=timetable.json"]
        for command in ["sync", "plan"] {
            let result = try await run([command] + options)
            #expect(result.status == 3, "\(result.output)\(result.error)")
            #expect(result.error.hasPrefix("source.modules: nothing says where it is"), "\(result.error)")
            #expect(!result.error.contains("web"), "\(result.error)")
        }
    }

    @Test func `a timetable that the profile names only has to be read`() async throws {
        let tables = TimetableCommandTests.documents.keys.map { role in
            "[source.\(role)]\npath = \"\(workspace.folder.path)/\(role).json\"\n"
        }
        try workspace.write("config/carrel/week.toml", "extends = \"timetable\"\n" + tables.joined())
        let options = ["--profile", "week"]
        let advice = try await run(["timetable"] + options)
        #expect(
            advice.error.hasSuffix(
                "the timetable of the profile was not read yet: carrel sync --profile week\n"),
            "\(advice.error)")
        #expect(try await run(["sync"] + options).status == 0)
        #expect(try await showsMonday(options))
    }
}

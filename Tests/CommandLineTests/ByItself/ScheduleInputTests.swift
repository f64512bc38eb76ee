import CarrelTesting
import Foundation
import Testing

/// What came on standard input cannot be read on a schedule.
@Suite(.timeLimit(.minutes(2))) struct ScheduleInputTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.writeScript("bin/systemctl", "exit 1\n")
        try workspace.writeCrontab()
    }

    private func turnOn(_ options: String...) async throws -> CarrelProcess.Result {
        let path = "\(workspace.folder.path)/bin:/usr/bin:/bin"
        let arguments = ["schedule", "on"] + options
        return try await CarrelProcess(arguments, in: workspace, environment: ["PATH": path]).wait()
    }

    @Test func `a schedule that could read nothing is refused, and one leaves out what it cannot read`()
        async throws
    {
        _ = try await workspace.carrel("sync", "-", input: "http://127.0.0.1:1/a.pdf\n")
        let refused = try await turnOn()
        #expect(refused.status == 2 && refused.output.isEmpty, "\(refused)")
        #expect(refused.error.contains("keeps no catalogue up to date. Add one: carrel add"), "\(refused)")
        #expect(try workspace.text("table").isEmpty)
        let notes = try workspace.writeNotes([("Week 1", "http://127.0.0.1:1/b.pdf")])
        _ = try await workspace.carrel("add", notes)
        let on = try await turnOn()
        #expect(on.status == 0 && on.error.contains("left out: what came on standard input."), "\(on)")
        #expect(on.error.hasSuffix("then: carrel add FILE, and carrel remove stdin:\n"), "\(on)")
        #expect(try workspace.text("table").contains("watch"))
        let json = try await turnOn("--json")
        #expect(json.objects.count == 1 && json.error == on.error, "\(json)")
        #expect(try await workspace.carrel("remove", "stdin:").status == 0)
        #expect(try await turnOn().error.isEmpty)
    }

    @Test func `a password that comes from a variable is warned of, with what helps`() async throws {
        let notes = try workspace.writeNotes([("Week 1", "http://127.0.0.1:1/b.pdf")])
        let credentials = ["--set", "download.user=ida", "--set", "download.password=env:SEA"]
        let add = ["add", notes, "--name", "sea"] + credentials
        let added = try await CarrelProcess(add, in: workspace).wait()
        #expect(added.status == 0, "\(added.error)")
        let on = try await turnOn()
        #expect(on.status == 0, "\(on)")
        #expect(on.error.contains("download.password comes from the variable SEA, which"), "\(on)")
        #expect(on.error.hasSuffix("then: carrel set sea download.password=file:PATH\n"), "\(on)")
        _ = try await workspace.carrel("set", "sea", "download.password=file:/dev/null")
        #expect(try await turnOn().error.isEmpty)
    }

    @Test func `a library without a catalogue has no schedule`() async throws {
        let notes = try workspace.writeNotes([("Week 1", "http://127.0.0.1:1/b.pdf")])
        _ = try await workspace.carrel("add", notes)
        #expect(try await workspace.carrel("remove", notes).status == 0)
        let on = try await turnOn()
        #expect(on.status == 2 && on.output.isEmpty, "\(on)")
        #expect(on.error.contains("there is no catalogue yet; add one: carrel add URL"), "\(on)")
        #expect(try workspace.text("table").isEmpty)
    }

    @Test func `a profile that reads standard input has no schedule`() async throws {
        try workspace.write("carrel.toml", "[source]\nuse = \"stdin\"\n")
        try FileManager.default.createDirectory(
            at: workspace.library.appending(path: ".carrel"), withIntermediateDirectories: true)
        let on = try await turnOn()
        #expect(on.status == 2 && on.error.contains("profile's catalogue comes on standard input"), "\(on)")
        #expect(on.error.contains("set source.use = \"file\" and source.path"), "\(on)")
    }
}

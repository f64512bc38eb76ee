import CarrelTesting
import Foundation
import Testing

/// A schedule that depends on the folder in which it was turned on.
@Suite(.timeLimit(.minutes(2))) struct ScheduleFolderTests {
    private let workspace: Workspace
    private let variables: [String: String]

    init() throws {
        workspace = try Workspace()
        let bin = workspace.folder.appending(path: "bin").path
        variables = ["PATH": "\(bin):/usr/bin:/bin", "TOKEN": "secret", "OTHER": "secret"]
        try FileManager.default.createDirectory(
            at: workspace.folder.appending(path: "L/.carrel"), withIntermediateDirectories: true)
    }

    private func turnOn(_ arguments: String...) async throws {
        let on = try await CarrelProcess(
            ["schedule", "on", "--library", "L"] + arguments, in: workspace, environment: variables
        ).wait()
        #expect(on.status == 0, "\(on.error)")
    }

    /// Has only cron there, with an empty table.
    private func putCronThere() throws {
        try workspace.writeScript("bin/systemctl", "exit 1\n")
        try workspace.writeCrontab()
    }

    /// Runs the line of the table as cron does, from another folder; returns the status.
    private func runLine() async throws -> Int32 {
        let line = try workspace.text("table").replacing("\\%", with: "%")
        let command = line.split(separator: " ").dropFirst(5).joined(separator: " ")
        return try await TestProgram(
            "/bin/sh", ["-c", command + "\n"], in: URL(filePath: "/"),
            environment: variables.merging(["HOME": workspace.folder.path]) { $1 }
        ).wait()
    }

    /// The text of the unit that systemd runs.
    private func service() throws -> String {
        let folder = "config/systemd/user"
        let names = try FileManager.default.contentsOfDirectory(
            atPath: workspace.folder.appending(path: folder).path)
        let name = try #require(names.first { $0.hasSuffix(".service") })
        return try workspace.text("\(folder)/\(name)")
    }

    private var folderLine: String {
        "WorkingDirectory=\(workspace.folder.resolvingSymlinksInPath().path)/\n"
    }

    @Test func `the carrel.toml of the folder counts, as long as it is trusted`() async throws {
        try putCronThere()
        try workspace.write("carrel.toml", "source.path = \"list.csv\"\ndownload.token = \"env:TOKEN\"\n")
        #expect(try await workspace.carrel("config", "trust").status == 0)
        try await turnOn()
        #expect(try await runLine() != 3, "it is trusted")
        try workspace.write("carrel.toml", "source.path = \"list.csv\"\ndownload.token = \"env:OTHER\"\n")
        #expect(try await runLine() == 3, "it is read, and trusted no longer")
        try workspace.writeScript("bin/systemctl", "exit 0\n")
        #expect(try await workspace.carrel("config", "trust").status == 0)
        try await turnOn()
        #expect(try service().contains(folderLine))
    }

    @Test func `paths in settings are those of the folder`() async throws {
        try workspace.writeScript("bin/systemctl", "exit 0\n")
        let notes = try workspace.writeNotes([("Week 1", "http://127.0.0.1:1/a.pdf")])
        _ = try await workspace.carrel("add", notes, "--library", "L")
        try await turnOn("--profile", "url-list")
        #expect(try !service().contains("WorkingDirectory="), "it needs no folder")
        try await turnOn("--profile", "url-list", "--set", "source.path=list.csv")
        #expect(try service().contains(folderLine))
    }

    @Test func `a profile that is named by its path is found from any folder`() async throws {
        try putCronThere()
        try workspace.write("own/mine.toml", "source.path = \"list.csv\"\n")
        try await turnOn("--profile", "own/mine.toml")
        #expect(try await runLine() != 3, "it is found")
    }

    @Test func `where the library is no longer there, the schedule begins none`() async throws {
        try putCronThere()
        let list = try workspace.write("list.csv", "url,title\nhttp://127.0.0.1:1/a.txt,One\n")
        try workspace.write("own/mine.toml", "source.path = \"\(list)\"\n")
        try await turnOn("--profile", "own/mine.toml")
        // As if its disk were not mounted.
        try FileManager.default.removeItem(at: workspace.folder.appending(path: "L/.carrel"))
        #expect(try await runLine() == 5)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: workspace.folder.appending(path: "L").path)
        #expect(names.isEmpty)
    }
}

import CarrelTesting
import Foundation
import Testing

/// Documents whose files somebody exchanged, named by their numbers: then not everything is read.
@Suite(.timeLimit(.minutes(2))) struct ExchangedFileTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    private func file(_ name: String) -> String { workspace.library.path + "/" + name }

    @Test func `open, show and why know a document whose file got another one's name`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let files = FileManager.default
        let (first, second) = (file("COMP304-week1.txt"), file("COMP304-week2.html"))
        try files.moveItem(atPath: first, toPath: file("aside"))
        try files.moveItem(atPath: second, toPath: first)
        try files.moveItem(atPath: file("aside"), toPath: second)

        let viewer = try workspace.writeScript("viewer", "echo \"$1\" > \"$HOME/opened\"\n")
        let opened = try await workspace.carrel("open", "COMP304/1", environment: ["CARREL_OPENER": viewer])
        #expect(opened.status == 0, "\(opened.error)")
        #expect(try workspace.text("opened") == second + "\n")
        let row = try await workspace.carrel("show", "COMP304/1", "--json").objects.first
        #expect(row?["path"] as? String == second)
        for command in ["show", "why"] {
            let output = try await workspace.carrel(command, "COMP304/1").output
            #expect(!output.contains("changed on disk"), "\(output)")
        }
    }

    @Test func `what somebody wrote into a document is still shown as its edit`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        try Data("my notes".utf8).write(to: URL(filePath: file("COMP304-week1.txt")))
        #expect(try await workspace.carrel("show", "COMP304/1").output.contains("changed on disk"))
    }
}

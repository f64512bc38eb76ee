import CarrelTesting
import Foundation
import Testing

/// What was looked at, and how it is found again.
@Suite(.timeLimit(.minutes(2))) struct RecentCommandTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    private func sync(_ options: String...) async throws {
        _ = try await CarrelProcess(["sync", course.url] + options, in: workspace).wait()
    }

    /// A catalogue with one document under two titles, and in a second collection.
    private func syncRepeated() async throws {
        let url = course.server.address("/COMP304/week1.txt")
        let file = try workspace.write(
            "twice.json",
            """
            [{"moduleCode": "A", "moduleTitle": "First", "moduleNotes": [{"Syllabus": "\(url)"},
              {"Course information": "\(url)"}]},
             {"moduleCode": "B", "moduleTitle": "Second", "moduleNotes": [{"Elsewhere": "\(url)"}]}]
            """)
        #expect(try await workspace.carrel("sync", file).status == 0)
    }

    @Test func `an item that was shown counts as opened, with an address that preview takes`() async throws {
        try await sync()
        #expect(try await workspace.carrel("show", "COMP304/1").status == 0)
        let recent = try await workspace.carrel("recent").output
        let line = try #require(
            recent.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  (\S+)  Week 1\n/), "\(recent)")
        #expect(line.1 == "COMP304/1")
        #expect(try await workspace.carrel("preview", String(line.1)).status == 0)
        #expect(
            try await workspace.carrel("recent", "--json").objects.first?["address"] as? String == "COMP304/1"
        )
    }

    @Test func `the entry that was asked for is named, not another one of the same document`() async throws {
        try await syncRepeated()
        _ = try await workspace.carrel("preview", "A/2")
        let row = try #require(try await workspace.carrel("recent", "--json").objects.first)
        #expect(row["title"] as? String == "Course information" && row["address"] as? String == "A/2")
    }

    @Test func `one document that is listed in several places stands once, the newest`() async throws {
        try await syncRepeated()
        for item in ["A/1", "B/1", "A/2"] { _ = try await workspace.carrel("show", item) }
        let rows = try await workspace.carrel("recent", "--json").objects
        #expect(rows.map { $0["title"] as? String } == ["Course information"])
    }

    @Test func `what is listed no more is named by its document`() async throws {
        try await sync()
        _ = try await workspace.carrel("preview", "COMP304/1")
        course.server.on("/notes.json", .document("[]", mediaType: "text/plain"))
        try await sync()
        let row = try #require(try await workspace.carrel("recent", "--json").objects.first)
        #expect(row["address"] as? String == "COMP304-week1.txt")
        #expect(try await workspace.carrel("preview", "COMP304-week1.txt").status == 0)
    }

    @Test func `dates have one form on the terminal, and stay ISO 8601 in JSON`() async throws {
        course.server.on(
            "/COMP307/gone.pdf",
            .content(
                "<!DOCTYPE html><title>Log in</title>", fields: [("Content-Type", "text/html")]))
        try await sync()
        _ = try await workspace.carrel("show", "COMP307/1")
        for arguments in [["recent"], ["why", "COMP307/2"], ["quarantine", "list"]] {
            let text = try await CarrelProcess(
                arguments, in: workspace, environment: ["TZ": "Asia/Kolkata", "LANG": "de_DE.UTF-8"]
            ).wait().output
            #expect(text.contains(#/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /#), "\(text)")
            #expect(!text.contains(/\d\d:\d\d(Z| [AP]M)/), "\(text)")
        }
        let date =
            try await workspace.carrel("quarantine", "list", "--json").objects.first?["date"] as? String
        #expect(date?.hasSuffix("Z") == true && date?.contains("T") == true)
    }

    @Test func `showing an item that cannot be fetched ends as getting it does`() async throws {
        course.server.on(
            "/COMP307/week1.txt",
            .content(
                "<!DOCTYPE html><title>Log in</title>", fields: [("Content-Type", "text/plain")]))
        let options = ["--set", "plan.use=on-demand"]
        try await sync("--set", "plan.use=on-demand")
        for item in ["COMP304/1", "COMP307/2"] {
            let shown = try await CarrelProcess(["show", item] + options, in: workspace).wait()
            let got = try await CarrelProcess(["get", item] + options, in: workspace).wait()
            #expect(shown.status == got.status, "\(item): \(shown.error)")
            #expect(shown.output.contains("Status: "))
        }
        #expect(try await workspace.carrel("get", "COMP307/2").status == 1)
    }
}

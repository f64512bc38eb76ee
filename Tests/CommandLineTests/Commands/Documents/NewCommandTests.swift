import CarrelTesting
import Foundation
import Testing

/// What is new, until somebody has looked at it.
@Suite(.timeLimit(.minutes(2))) struct NewCommandTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
        course.server.on("/COMP307/gone.pdf", .content("%PDF-1.4"))
    }

    private func update() {
        course.server.on("/COMP304/week1.txt", .text("Corrected.\n", tag: "\"1b\""))
    }

    private func news(_ arguments: String...) async throws -> [String] {
        try await CarrelProcess(["new", "--json"] + arguments, in: workspace).wait().objects.map {
            "\($0["news"] as? String ?? "") \($0["title"] as? String ?? "")"
        }
    }

    @Test func `what came is new until it was viewed or marked, and updated when it changed since`()
        async throws
    {
        let sync = try await workspace.carrel("sync", course.url)
        #expect(sync.output.contains("new      COMP304: Week 1  COMP304-week1.txt  "), "\(sync.output)")
        #expect(sync.output.contains("\n4 new, 1 not available yet · "), "\(sync.output)")
        #expect(
            try await workspace.carrel("new").output.contains("new  COMP304/1  Week 1  "))
        #expect(try await news().count == 4)
        _ = try await workspace.carrel("preview", "COMP304/1")
        _ = try await workspace.carrel("show", "COMP304/2")
        #expect(try await workspace.carrel("mark", "read", "COMP307/1-2").output == "2 marked read\n")
        #expect(try await news().isEmpty)
        let nothing = try await workspace.carrel("new")
        #expect(nothing.output.isEmpty && nothing.error == "nothing is new\n" && nothing.status == 0)

        update()
        let second = try await workspace.carrel("sync", course.url)
        #expect(
            second.output.contains("updated  COMP304: Week 1  COMP304-week1.txt  11 B\n"), "\(second.output)")
        #expect(
            second.output.contains("\n1 updated, 3 unchanged, 1 not available yet · "), "\(second.output)")
        #expect(try await news() == ["updated Week 1"])
        #expect(try await workspace.carrel("list", "COMP304").output.contains("Week 1  stored, updated\n"))
        #expect(try await workspace.carrel("recent").output.contains("Week 1  updated\n"))
        #expect(try await workspace.carrel("show", "COMP304/1").output.contains("Status: stored, updated /"))
        #expect(try await news().isEmpty)
        #expect(try await workspace.carrel("mark", "unread", "COMP307").status == 0)
        #expect(try await news("COMP307") == ["new Week 1", "new Lost"])
        #expect(try await news("COMP304").isEmpty)
        #expect(try await workspace.carrel("ignore", "COMP307/2").status == 0)
        #expect(try await news() == ["new Week 1"], "what is ignored is not told")
        #expect(try await workspace.carrel("mark", "read", "--all").output == "2 marked read\n")
        #expect(
            try await workspace.carrel("mark", "read", "--all").output
                == "nothing to mark: all of these are read already\n")
        #expect(try await news().isEmpty)
        // Nothing is named; what is stored is not the question.
        let marked = try await workspace.carrel("mark", "read", "--new")
        #expect(marked.output == "there is none\n" && marked.status == 0, "\(marked.error)")
        let opened = try await workspace.carrel("open", "--new", environment: ["CARREL_OPENER": "/bin/true"])
        #expect(opened.error == "there is none\n" && opened.status == 0, "\(opened.error)")
    }

    @Test func `a document that was opened is not new any more`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        #expect(
            try await workspace.carrel(
                "open", "COMP304/1", environment: ["CARREL_OPENER": "/bin/true"]
            ).status == 0)
        #expect(try await news("COMP304") == ["new Week 2"])
    }

    @Test func `new and updated are different events`() async throws {
        let first = try await workspace.carrel("sync", course.url, "--json").objects
        #expect(
            first.filter { $0["event"] as? String == "stored" && $0["news"] as? String == "new" }.count == 4)
        #expect(first.last?["new"] as? Int == 4 && first.last?["updated"] as? Int == 0)
        update()
        let second = try await workspace.carrel("sync", course.url, "--json").objects
        let updated = second.filter { $0["event"] as? String == "updated" }
        #expect(updated.count == 1 && updated[0]["news"] as? String == "updated")
        #expect(!second.contains { $0["event"] as? String == "stored" })
        #expect(second.last?["updated"] as? Int == 1 && second.last?["downloaded"] as? Int == 1)
    }

    @Test func `new and updated have different colours on a terminal`() async throws {
        let terminal = try PseudoTerminal()
        #expect(try await terminal.start(["sync", course.url], in: workspace).wait() == 0)
        try await terminal.expect("\u{1B}[32mnew\u{1B}[0m      COMP304: Week 1")
        _ = try await workspace.carrel("preview", "COMP304/1")
        update()
        #expect(try await terminal.start(["sync"], in: workspace).wait() == 0)
        try await terminal.expect("\u{1B}[33mupdated\u{1B}[0m  COMP304: Week 1")
        #expect(try await terminal.start(["new"], in: workspace).wait() == 0)
        try await terminal.expect("\u{1B}[33m1  updated  COMP304/1")
    }

    @Test(arguments: ["", "vt100"])
    func `a terminal that has no colours is shown none`(name: String) async throws {
        _ = try await workspace.carrel("sync", "--quiet", course.url)
        let terminal = try PseudoTerminal()
        #expect(try await terminal.start(["new"], in: workspace, environment: ["TERM": name]).wait() == 0)
        let output = try await terminal.outputToTheEnd()
        #expect(output.contains("COMP304/1") && !output.contains("\u{1B}[3"), "\(output)")
    }

    @Test func `a quiet sync prints what is new, a line each, and nothing where nothing is`() async throws {
        let first = try await workspace.carrel("sync", "--quiet", course.url)
        let lines = first.output.split(separator: "\n")
        #expect(lines.count == 4 && lines.allSatisfy { $0.hasPrefix("new      COMP30") }, "\(first.output)")
        #expect(first.error.isEmpty, "\(first.error)")
        let second = try await workspace.carrel("sync", "--quiet", course.url)
        #expect(second.output.isEmpty && second.error.isEmpty && second.status == 0)
        update()
        let third = try await workspace.carrel("sync", "-q", course.url)
        #expect(third.output == "updated  COMP304: Week 1  COMP304-week1.txt  11 B\n")
    }

    @Test func `a lost document that came again as it was is nothing new`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        _ = try await workspace.carrel("mark", "read", "--all")
        try damage(workspace.library.appending(path: "COMP304-week1.txt"), with: Data("damaged".utf8))
        _ = try await workspace.carrel("verify", "--repair")
        try FileManager.default.removeItem(at: workspace.library.appending(path: "COMP304-week2.html"))
        let sync = try await workspace.carrel("sync", course.url, "--exit-code")
        #expect(sync.status == 0, "\(sync.output)\(sync.error)")
        #expect(sync.output.contains("stored again  COMP304: Week 1"), "\(sync.output)")
        #expect(sync.output.contains("2 stored again, 2 unchanged"), "\(sync.output)")
        #expect(try await news().isEmpty)
    }

    @Test func `a sync that brought something new ends with 10 where that is asked for`() async throws {
        #expect(try await workspace.carrel("sync", course.url, "--exit-code").status == 10)
        #expect(try await workspace.carrel("sync", course.url, "--exit-code").status == 0)
        update()
        #expect(try await workspace.carrel("sync", course.url).status == 0)
        course.server.on("/other.txt", .content("Another."))
        let other = try workspace.writeNotes(
            [("A", course.server.address("/other.txt"))], of: "C9", as: "other.json")
        #expect(try await workspace.carrel("sync", course.url, other, "--exit-code").status == 10)
        // What failed is worth more.
        course.server.on("/COMP307/gone.pdf", .status(404))
        course.server.on("/COMP304/week1.txt", .content("Third."))
        #expect(try await workspace.carrel("sync", course.url, other, "--exit-code").status == 1)
    }

    @Test func `titles that repeat are shown with what tells them apart`() async throws {
        for week in 1...3 { course.server.on("/week\(week)/solutions.txt", .content("\(week)")) }
        let file = try workspace.writeNotes(
            (1...3).map { ("Solutions", course.server.address("/week\($0)/solutions.txt")) })
        let sync = try await workspace.carrel("sync", file)
        for week in 1...3 {
            #expect(sync.output.contains("new      C1: Solutions · week\(week)  C1-"), "\(sync.output)")
        }
        #expect(
            try await workspace.carrel("list", "C1").output == """
                1  Solutions · week1  stored, new
                2  Solutions · week2  stored, new
                3  Solutions · week3  stored, new

                """)
        #expect(try await workspace.carrel("new").output.contains("new  C1/2  Solutions · week2  "))
        #expect(
            try await workspace.carrel("plan", file).output.contains("revalidate  C1  Solutions · week2  "))
        _ = try await workspace.carrel("show", "C1/3")
        #expect(try await workspace.carrel("recent").output.contains("  C1/3  Solutions · week3\n"))
        #expect(try await workspace.carrel("get", "Solutions").error.contains("C1/3 — Solutions · week3"))
    }

    @Test func `mark says which words it takes, and what is missing`() async throws {
        #expect(try await workspace.carrel("mark", "later", "COMP304").status == 2)
        #expect(try await workspace.carrel("mark", "read").status == 2)
        #expect(try await workspace.carrel("mark", "read", "--all", "COMP304").status == 2)
    }
}

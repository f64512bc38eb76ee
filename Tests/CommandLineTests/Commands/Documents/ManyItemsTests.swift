import CarrelTesting
import Foundation
import Testing

/// Commands that take many items: collections, ranges, patterns, states.
@Suite(.timeLimit(.minutes(2))) struct ManyItemsTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    private func sync(_ options: String...) async throws {
        _ = try await CarrelProcess(["sync", course.url] + options, in: workspace).wait()
    }

    private func stored() throws -> [String] { try workspace.documents().keys.sorted() }

    private func list(_ arguments: String...) async throws -> [String] {
        try await CarrelProcess(["list", "--json"] + arguments, in: workspace).wait().objects.map {
            "\($0["collection"] as? String ?? "")/\($0["number"] as? Int ?? 0)"
        }
    }

    @Test func `get takes a range, a pattern, a collection and a catalogue`() async throws {
        try await sync("--set", "plan.use=on-demand")
        #expect(try await workspace.carrel("get", "COMP304/1-2").status == 0)
        #expect(try stored() == ["COMP304-week1.txt", "COMP304-week2.html"])
        #expect(try await workspace.carrel("get", "COMP307/Week*").status == 0)
        #expect(try stored().count == 3)
        let range = try await workspace.carrel("get", "COMP304/2-9")
        #expect(range.status == 1 && range.error.contains("there is no item 4 in COMP304, which has 3"))
        let turned = try await workspace.carrel("get", "COMP304/3-1")
        #expect(turned.status == 1 && turned.error.contains("did you mean “COMP304/1-3”?"), "\(turned.error)")
        let pattern = try await workspace.carrel("get", "*.zip")
        #expect(pattern.status == 1 && pattern.error.contains("no item matches “*.zip”"))
        let other = try Workspace()
        _ = try await other.carrel("sync", course.url, "--set", "plan.use=on-demand")
        // What is not available yet is no failure where a whole collection was asked for.
        #expect(try await other.carrel("get", "COMP304").status == 0)
        #expect(try other.documents().count == 2)
        #expect(try await other.carrel("get", "notes").status == 1)
        #expect(try other.documents().count == 3)
    }

    @Test
    func `a list of an item that its collection has not got says so, and not that the collection is none`()
        async throws
    {
        try await sync("--set", "plan.use=on-demand")
        for (text, number) in [("COMP304/9", 9), ("COMP304/2-9", 4), ("notes/COMP304/9", 9)] {
            let list = try await workspace.carrel("list", text)
            #expect(
                list.status == 1
                    && list.error == "carrel: there is no item \(number) in COMP304, which has 3\n",
                "\(list.error)")
        }
    }

    @Test(arguments: ["Week 1", "eek 1"])
    func `a list of what several items are called names them`(text: String) async throws {
        try await sync("--set", "plan.use=on-demand")
        let list = try await workspace.carrel("list", text)
        #expect(list.status == 1 && list.error.contains("“\(text)” matches 2 items"), "\(list.error)")
        #expect(list.error.contains("COMP304/1 — ") && list.error.contains("COMP307/1 — "), "\(list.error)")
    }

    @Test func `what failed can be asked for by its state`() async throws {
        try await sync()
        #expect(try await list("--status", "failed") == ["COMP307/2"])
        course.server.on("/COMP307/gone.pdf", .content("%PDF-1.4"))
        let get = try await workspace.carrel("get", "--status", "failed")
        #expect(get.status == 0 && get.output.contains("new      COMP307: Lost"), "\(get.output)\(get.error)")
        #expect(try await workspace.carrel("get", "--status", "failed").error == "nothing to fetch\n")
        let none = try await workspace.carrel("get", "--status", "failed", "--json")
        #expect(none.objects.map { $0["event"] as? String } == ["begin", "summary"], "\(none.output)")
        let wrong = try await workspace.carrel("get", "--status", "broken")
        #expect(wrong.status == 2 && wrong.error.contains("“broken” is not a state; expected stored, "))
        #expect(try await workspace.carrel("get").status == 2)
    }

    @Test func `preview shows each document of a collection or a range`() async throws {
        try await sync()
        let text = try await workspace.carrel("preview", "COMP304")
        #expect(text.status == 0 && text.output.contains("modal logic"))
        #expect(text.output.contains("Graphs have nodes"), "\(text.output)")
        #expect(try await workspace.carrel("preview", "--json", "COMP304/1-2").objects.count == 2)
        #expect(try await workspace.carrel("preview", "COMP304", "--format", "html").status == 2)
        let failed = try await workspace.carrel("preview", "COMP307")
        #expect(failed.status == 1 && failed.output.contains("Another first week"))
    }

    @Test func `open hands each stored document of a collection to the viewer`() async throws {
        try await sync()
        let viewer = try workspace.writeScript("viewer", "echo \"$1\" >> \"$HOME/opened\"\n")
        let result = try await workspace.carrel("open", "COMP304", environment: ["CARREL_OPENER": viewer])
        #expect(result.status == 0, "\(result.error)")
        let opened = try workspace.text("opened")
        #expect(opened.split(separator: "\n").count == 2)
    }

    @Test func `list shows items of the whole library, by state and by what is new`() async throws {
        try await sync()
        #expect(
            try await list("--all") == ["COMP304/1", "COMP304/2", "COMP304/3", "COMP307/1", "COMP307/2"])
        #expect(try await list("--status", "stored, failed", "COMP307") == ["COMP307/1", "COMP307/2"])
        #expect(try await list("--status", "not-available") == ["COMP304/3"])
        #expect(try await list("COMP304/2", "COMP30?/Week 1") == ["COMP304/2", "COMP304/1", "COMP307/1"])
        _ = try await workspace.carrel("mark", "read", "COMP304")
        #expect(try await list("--new") == ["COMP307/1"])
        #expect(
            try await workspace.carrel("list", "--status", "failed").output
                == "1  COMP307/2  Lost  failed: 404 Not Found\n")
        #expect(
            try await workspace.carrel("list", "COMP304", "--status", "not-available").output
                == "3  Week 3  not available yet\n")
        #expect(try await workspace.carrel("list", "--status", "updated").error == "there is none\n")
        let unknown = try await workspace.carrel("list", "COMP3077")
        #expect(unknown.status == 1 && unknown.error.contains("did you mean “COMP307”"), "\(unknown.error)")
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a read-only disk needs privileges"))
    func `a list that cannot be remembered has addresses in place of numbers`() async throws {
        let disk = try SmallDisk(at: workspace.folder.appending(path: "disk"), kibibytes: 4000)
        let library = disk.path + "/library"
        _ = try await workspace.carrel("sync", course.url, "--library", library)
        // Makes the index.
        _ = try await workspace.carrel("search", "week", "--library", library)
        try disk.makeReadOnly()
        for (command, line) in [
            (["list", "COMP307"], "COMP307/1  Week 1"),
            (["list", "COMP304", "COMP307"], "COMP307/1  Week 1"),
            (["new"], "new  COMP307/1  Week 1"), (["search", "week"], "COMP307/1  Week 1"),
        ] {
            let terminal = try PseudoTerminal()
            let run = try terminal.start(command + ["--library", library], in: workspace)
            #expect(try await run.wait() == 0)
            let output = try await terminal.outputToTheEnd()
            let text = output.replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "")
            #expect(text.split(whereSeparator: \.isNewline).contains { $0.hasPrefix(line) }, "\(text)")
        }
    }

    @Test func `numbers mean the list that this terminal printed last, until a collection is selected`()
        async throws
    {
        try await sync()
        let terminal = try PseudoTerminal()
        func run(_ arguments: String...) async throws -> Int32 {
            try await terminal.start(arguments, in: workspace).wait()
        }
        #expect(try await run("list", "COMP307") == 0)
        #expect(try await run("mark", "read", "1") == 0)
        #expect(try await list("--new") == ["COMP304/1", "COMP304/2"])
        #expect(try await run("list", "--status", "stored", "COMP307", "COMP304") == 0)
        #expect(try await run("mark", "read", "2-3") == 0)
        #expect(try await list("--new").isEmpty)
        #expect(try await run("mark", "unread", "4") == 1)
        try await terminal.expect("the list that was printed last has no number 4")
        #expect(try await run("mark", "unread", "1") == 0)
        #expect(try await run("new") == 0)
        #expect(try await run("mark", "read", "1") == 0)
        #expect(try await list("--new").isEmpty)
        #expect(try await run("select", "COMP304") == 0)
        #expect(try await run("mark", "unread", "1") == 0)
        #expect(try await list("--new") == ["COMP304/1"])
        // Another terminal has printed none, and what has no terminal has none in mind.
        #expect(try await run("list", "COMP307") == 0)
        let other = try PseudoTerminal()
        #expect(try await other.start(["mark", "read", "1"], in: workspace).wait() == 0)
        #expect(try await list("--new").isEmpty)
        _ = try await workspace.carrel("mark", "unread", "2")
        #expect(try await list("--new") == ["COMP304/2"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `thousands of ignored items of one collection are listed at once`() async throws {
        let addresses = (1...40_000).map { "http://h.example/\($0)" }
        let list = try workspace.write("big.txt", addresses.joined(separator: "\n"))
        _ = try await workspace.carrel("add", list, "--name", "big")
        #expect(try await workspace.carrel("ignore", "big/1-10000").output == "10000 ignored\n")
        let ignored = try await workspace.carrel("ignore")
        #expect(ignored.output.split(separator: "\n").count == 10_000, "\(ignored.error)")
    }
}

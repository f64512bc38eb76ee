import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct RemoveCommandTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    @Test func `a catalogue is removed by its name, its address, or the name of its file`() async throws {
        try workspace.write("notes.json", course.catalog)
        for operand in ["notes", "notes.json", "file://\(workspace.folder.path)/notes.json"] {
            let set = ["--set", "plan.use=on-demand"]
            #expect(
                try await CarrelProcess(["sync", "notes.json"] + set, in: workspace).wait().status == 0)
            let json = try await workspace.carrel("remove", operand, "--json").objects
            #expect((json.first?["catalog"] as? String)?.hasSuffix("/notes.json") == true, "\(operand)")
            #expect(json.first?["files"] as? Int == 0)
            #expect(try await workspace.carrel("list").error.contains("is empty"))
        }
        let again = try await workspace.carrel("remove", "notes.json")
        #expect(again.status == 1 && again.error.contains("there is no catalogue “notes.json”"))
    }

    @Test func `a sync takes the address of a file that the list of catalogues shows`() async throws {
        try workspace.write("notes.json", course.catalog)
        _ = try await workspace.carrel("add", "notes.json")
        let rows = try await workspace.carrel("catalogues", "--json").objects
        let address = try #require(rows.first?["catalog"] as? String)
        #expect(address.hasPrefix("file://"))
        #expect(try await workspace.carrel("plan", address).status == 0)
        let sync = try await workspace.carrel("sync", address)
        #expect(sync.output.contains("3 new"), "\(sync.output)\(sync.error)")
        #expect(try await workspace.carrel("catalogues", "--json").objects.count == 1)
    }

    @Test func `its documents do not both stay and go`() async throws {
        _ = try await workspace.carrel("add", course.url, "--name", "notes")
        let remove = try await workspace.carrel("remove", "notes", "--with-files", "--keep-files")
        #expect(remove.status == 2 && remove.error.contains("contradict"), "\(remove.error)")
        #expect(try await workspace.carrel("catalogues").output.contains("notes"))
    }

    @Test func `who names a document hears how that is removed, and of no catalogue instead`() async throws {
        _ = try await workspace.carrel("sync", course.url, "--quiet")
        let item = try #require(try await workspace.carrel("list", "COMP304", "--json").objects.first)
        for text in ["COMP304/1", "COMP304", try #require(item["url"] as? String)] {
            let result = try await workspace.carrel("remove", text, "--with-files", "--yes")
            #expect(result.status == 1 && !result.error.contains("did you mean"), "\(result.error)")
            #expect(
                result.error.contains("carrel ignore \(text), then carrel prune --ignored"), "\(result.error)"
            )
        }
        let titled = try await workspace.carrel("remove", "Week 2", "--with-files", "--yes")
        #expect(titled.error.contains("carrel ignore 'Week 2', then"), "\(titled.error)")
        #expect(try workspace.documents().count == 3)
    }

    @Test func `documents stay as files, and the same catalogue takes them again`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let before = try workspace.documents()
        let removed = try await workspace.carrel("forget", "--keep-files", course.url)
        #expect(removed.output.hasSuffix("3 files left in the folder\n"), "\(removed.output)")
        #expect(try workspace.documents() == before)
        #expect(try await workspace.carrel("list").error.contains("is empty"))
        _ = try await workspace.carrel("sync", course.url)
        #expect(try workspace.documents() == before)
    }

    @Test func `with its files goes what Carrel stored, and not what somebody wrote into`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let names = try workspace.documents().keys.sorted()
        let mine = try #require(names.first)
        try Data("my own notes".utf8).write(to: workspace.library.appending(path: mine))
        let removed = try await workspace.carrel("remove", course.url, "--with-files")
        #expect(removed.output.hasSuffix("2 files removed, 1 file left in the folder\n"), "\(removed.output)")
        #expect(try workspace.documents() == [mine: Data("my own notes".utf8)])
    }

    @Test func `files that go with a catalogue are listed before, and go if a person agrees`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let before = try workspace.documents()
        let mine = try #require(before.keys.min())
        try Data("my own notes".utf8).write(to: workspace.library.appending(path: mine))
        let dry = try await workspace.carrel("remove", course.url, "--with-files", "--dry-run")
        #expect(dry.status == 0 && dry.output.contains("remove  COMP307: Week 1"), "\(dry.output)")
        #expect(dry.output.contains("somebody wrote into it\n"), "\(dry.output)")
        #expect(dry.output.hasSuffix(": 2 files to remove, 1 file to leave in the folder\n"), "\(dry.output)")
        let row = try await workspace.carrel("remove", course.url, "--with-files", "--dry-run", "--json")
            .objects.first
        #expect(row?["removed"] as? Int == 2 && row?["files"] as? Int == 1)
        #expect((row?["names"] as? [String])?.sorted() == before.keys.sorted().filter { $0 != mine })
        let kept = try await workspace.carrel("remove", course.url, "--dry-run").output
        #expect(kept.hasSuffix(": 3 files to leave in the folder\n"), "\(kept)")
        for (answer, status) in [("n\n", 1), ("yes\n", 0)] {
            #expect(try workspace.documents().count == 3)
            let terminal = try PseudoTerminal()
            let asking = try terminal.start(["remove", course.url, "--with-files"], in: workspace)
            try await terminal.expect("and 2 documents, ")
            try await terminal.expect("[y/N]")
            try terminal.type(answer)
            #expect(try await asking.wait() == Int32(status))
        }
        #expect(try workspace.documents() == [mine: Data("my own notes".utf8)])
        _ = try await workspace.carrel("sync", course.url, "--library", "Other")
        let agreed = try await workspace.carrel(
            "remove", course.url, "--with-files", "--yes", "--library", "Other")
        #expect(agreed.output.hasSuffix(": 3 files removed\n"), "\(agreed.output)\(agreed.error)")
    }

    @Test func `a question that Ctrl-D leaves unanswered ends its line`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let terminal = try PseudoTerminal()
        let asking = try terminal.start(["remove", course.url, "--with-files"], in: workspace)
        try await terminal.expect("[y/N] ")
        try terminal.type("\u{4}")
        #expect(try await asking.wait() == 1)
        #expect(try await terminal.outputToTheEnd().contains("[y/N] \r\n"))
        #expect(try workspace.documents().count == 3)
    }

    @Test func `a question that was answered in part gives way to a signal`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let terminal = try PseudoTerminal()
        let asking = try terminal.start(["remove", course.url, "--with-files"], in: workspace)
        try await terminal.expect("[y/N]")
        // Ctrl-D hands over what was typed of the line.
        try terminal.type("y\u{4}")
        try await terminal.expect("[y/N] y")
        asking.send(SIGTERM)
        #expect(try await asking.wait() == 130)
        #expect(try workspace.documents().count == 3)
    }

    @Test func `what is set aside is decided on first`() async throws {
        course.server.on("/COMP307/week1.txt", .document(Data(), entityTag: "\"e\"", mediaType: "text/plain"))
        _ = try await workspace.carrel("sync", course.url)
        let refused = try await workspace.carrel("remove", course.url)
        #expect(refused.status == 1 && refused.error.contains("carrel quarantine list"), "\(refused.error)")
        #expect(try await workspace.carrel("quarantine", "discard", "--all").status == 0)
        #expect(try await workspace.carrel("remove", course.url).status == 0)
    }

    @Test func `a catalogue whose file is gone is known by the path that it had`() async throws {
        for name in ["data.old", "notes.html"] {
            try workspace.write(name, "<a href=\"http://127.0.0.1:9/a.txt\">a</a>")
            #expect(try await workspace.carrel("add", name).status == 0)
            try FileManager.default.removeItem(at: workspace.folder.appending(path: name))
        }
        // It could be a host's name, too.
        let synced = try await workspace.carrel("sync", "data.old")
        #expect(synced.status == 4 && !synced.error.contains("https://"), "\(synced.error)")
        #expect(synced.error.contains("/data.old: there is no such file"), "\(synced.error)")
        #expect(try await workspace.carrel("set", "data.old", "parse.max-pages=3").status == 0)
        #expect(try await workspace.carrel("rename", "notes.html", "papers").status == 0)
        #expect(try await workspace.carrel("remove", "data.old").output == "removed “data”\n")
        #expect(try await workspace.carrel("remove", "notes.html").output == "removed “papers”\n")
        let unknown = try await workspace.carrel("remove", "data.old")
        #expect(unknown.status == 1 && unknown.error.contains("there is no catalogue “data.old”"))
    }

    @Test func `a name of two catalogues is told apart by their locations`() async throws {
        for place in ["one.json", "two.json"] {
            try workspace.write(place, course.catalog)
            try workspace.write(
                "carrel.toml",
                "[[catalogue]]\nname = \"notes\"\nsource.path = \"\(place)\"\nplan.use = \"on-demand\"\n")
            #expect(try await workspace.carrel("sync").status == 0)
        }
        // The profile tells them apart; without it, what the library recorded is all that is known.
        try workspace.write("carrel.toml", "")
        let result = try await workspace.carrel("remove", "notes")
        #expect(result.status == 1 && result.error.contains("matches 2 catalogues"), "\(result.error)")
        #expect(try await workspace.carrel("remove", "one.json", "-q").output.isEmpty)
        #expect(try await workspace.carrel("remove", "Notes").output == "removed “notes”\n")
    }
}

import CarrelBasics
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct SyncCommandTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    @Test func `a sync stores what is there, names what failed, and exits with 1`() async throws {
        let result = try await workspace.carrel("sync", course.url)
        #expect(result.status == 1)
        #expect(
            result.error.contains(
                "failed  COMP307: Lost: 404 Not Found (\(course.server.address("/COMP307/gone.pdf")))"))
        #expect(
            result.output.contains("3 new, 1 failed (carrel list --status failed), 1 not available yet · "))
        #expect(
            try workspace.documents().keys.sorted() == [
                "COMP304-week1.txt", "COMP304-week2.html", "COMP307-week1.txt",
            ])
        #expect(try workspace.documents()["COMP304-week1.txt"] == Data(CourseServer.text.utf8))
    }

    @Test func `a profile that comes through a pipe is read once, and holds for all of a sync`() async throws
    {
        let pipe = workspace.folder.appending(path: "pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        let profile = "[store]\npath = \"elsewhere\"\nname = \"{title}.{extension}\"\n"
        // Opening it waits for the reader, so that this has a thread of its own.
        Thread.detachNewThread { try? FileHandle(forWritingTo: pipe).write(contentsOf: Data(profile.utf8)) }
        let result = try await workspace.carrel("sync", "--config", pipe.path, course.url)
        #expect(result.output.contains("3 new"), "\(result)")
        let names = try workspace.documents(in: workspace.folder.appending(path: "elsewhere")).keys
        #expect(names.count == 3 && names.allSatisfy { !$0.hasPrefix("COMP") }, "\(names)")
        #expect(!FileManager.default.fileExists(atPath: workspace.library.path))
    }

    @Test func `a second sync transfers no document bytes`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let result = try await workspace.carrel("sync", "--json", course.url)
        let summary = try #require(result.objects.last)
        #expect(summary["event"] as? String == "summary")
        #expect(
            summary["bytes"] as? Int == 0 && summary["unchanged"] as? Int == 3
                && summary["downloaded"] as? Int == 0)
        #expect(result.objects.dropFirst().first?["event"] as? String == "catalogUnchanged")
    }

    @Test(arguments: ["curl", "urlsession"])
    func `both fetchers give the same library`(fetcher: String) async throws {
        _ = try await workspace.carrel("sync", course.url, "--set", "download.use=\(fetcher)")
        let documents = try workspace.documents()
        #expect(documents.count == 3)
        #expect(documents["COMP304-week2.html"] == Data(CourseServer.page.utf8))
        #expect(try await workspace.carrel("verify").output == "3 intact\n")
    }

    @Test func `json events name item, path, bytes and digest`() async throws {
        let result = try await workspace.carrel("sync", "--json", course.url)
        let stored = try #require(
            result.objects.first { $0["event"] as? String == "stored" && $0["title"] as? String == "Week 2" })
        #expect(stored["path"] as? String == workspace.library.path + "/COMP304-week2.html")
        #expect(stored["bytes"] as? Int == CourseServer.page.utf8.count)
        #expect((stored["sha256"] as? String)?.count == 64)
        let events = Set(result.objects.compactMap { $0["event"] as? String })
        #expect(
            events.isSuperset(of: [
                "catalogRead", "planned", "started", "stored", "failed", "unavailable", "summary",
            ]))
    }

    @Test func `the catalogue may come from a file, standard input or a slow network`() async throws {
        let file = try workspace.write("notes.json", course.catalog)
        #expect(try await workspace.carrel("sync", file, "--library", "one").status == 1)
        #expect(
            try await workspace.carrel("sync", "-", "--library", "two", input: course.catalog).status == 1)
        let profile = [
            "sync", "--profile", "slow-network", "--set", "source.delay=1ms", course.url, "--library",
            "three",
        ]
        let proxy = try CarrelProcess(["delay-proxy", "--listen", "127.0.0.1:0"], in: workspace)
        let address = try await proxy.listeningAddress()
        let slow = try await CarrelProcess(
            profile + ["--set", "source.proxy=\(address)delay2.php"], in: workspace
        ).wait()
        #expect(slow.status == 1, "\(slow.error)")
        proxy.send(SIGINT)
        #expect(try await proxy.wait().status == 130)
        let one = try workspace.documents(in: workspace.folder.appending(path: "one"))
        #expect(one.count == 3)
        for name in ["two", "three"] {
            #expect(try workspace.documents(in: workspace.folder.appending(path: name)) == one)
        }
    }

    @Test func `a list comes whole through a pipe that is read without waiting`() async throws {
        let pipe = Pipe()
        let (reading, writing) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
        #expect(fcntl(reading.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
        let lines = ["week1.txt", "week2.html"].map { course.server.address("/COMP304/\($0)") + "\n" }
        try writing.write(contentsOf: Data(lines[0].utf8))
        let program = try workspace.start(
            CarrelProcess.executable, ["sync", "-"],
            environment: ["PATH": "/usr/bin:/bin", "HOME": workspace.folder.path], input: reading)
        // The rest comes when nothing is left to read.
        var input = pollfd(fd: reading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        while poll(&input, 1, 0) > 0, program.status == nil { await Task.yield() }
        try writing.write(contentsOf: Data(lines[1].utf8))
        try writing.close()
        #expect(try await program.wait() == 0)
        #expect(try workspace.documents().count == 2)
    }

    @Test func `lists from standard input are one catalogue only if they are called so`() async throws {
        let lists = ["week1.txt", "week2.html"].map { course.server.address("/COMP304/\($0)") + "\n" }
        for list in lists {
            let sync = try await workspace.carrel("sync", "-", "--json", input: list)
            #expect(sync.objects.last?["new"] as? Int == 1, "\(sync.output)\(sync.error)")
            #expect(sync.objects.last?["orphaned"] as? Int == 0, "\(sync.output)")
        }
        #expect(try await workspace.carrel("prune", "--yes").status == 0)
        #expect(try workspace.documents().count == 2)
        let bare = try await workspace.carrel("sync")
        #expect(bare.error.hasSuffix(": carrel sync -\n"), "\(bare.error)")
        let renamed = try await workspace.carrel("rename", "stdin:", "talks")
        #expect(renamed.error.contains("came from standard input"), "\(renamed.error)")
        let other = try Workspace()
        for (list, orphaned) in zip(lists, [0, 1]) {
            let sync = try await other.carrel(
                "sync", "-", "--json", "--set", "source.location=stdin:talks", input: list)
            #expect(sync.objects.last?["orphaned"] as? Int == orphaned, "\(sync.output)")
        }
        let named = try await other.carrel("sync")
        #expect(
            named.error.hasSuffix(": carrel sync - --set source.location=stdin:talks\n"), "\(named.error)")
    }

    @Test func `what comes from standard input without a name is read whatever came before it`() async throws
    {
        let first = course.server.address("/COMP304/week1.txt")
        let table = "url,title\n\(first),One\n"
        let whole = table + "\(course.server.address("/COMP307/week1.txt")),Other\n"
        #expect(try await workspace.carrel("sync", "-", input: whole).status == 0)
        let cut = try await workspace.carrel("sync", "-", "--json", input: table + first)
        #expect(cut.objects.last?["listed"] as? Int == 1, "\(cut.output)\(cut.error)")
        #expect(!cut.output.contains("listed before"), "\(cut.output)")
        let message = try await workspace.carrel("sync", "-", input: "<!doctype html><p>Sorry</p>")
        #expect(message.status != 0 && !message.error.contains("of the kind"), "\(message.error)")
        let page = "<!doctype html><title>Notes</title><body><a href='\(first)'>One</a></body>"
        let links = try await workspace.carrel("sync", "-", "--json", input: page)
        #expect(links.objects.contains { $0["parser"] as? String == "html-links" }, "\(links.output)")
        #expect(links.status == 0 && links.objects.last?["orphaned"] as? Int == 0, "\(links.error)")
    }

    @Test func `a plan that was saved is applied exactly`() async throws {
        let plan = try await workspace.carrel("plan", "--json", course.url)
        #expect(plan.status == 0)
        #expect(!FileManager.default.fileExists(atPath: workspace.library.path))
        let lines = plan.output.split(separator: "\n").map(String.init)
        let only = [lines[0]] + lines.filter { $0.contains("\"Week 2\"") }
        let file = try workspace.write("plan.jsonl", only.joined(separator: "\n"))
        #expect(try await workspace.carrel("sync", "--plan", file).status == 0)
        #expect(try workspace.documents().keys.sorted() == ["COMP304-week2.html"])
        try workspace.write("taken/list.txt", "text")
        for command in [
            "sync", "sync --dry-run", "plan", "plan --retry-failed", "watch --once", "import taken",
            "import --library Carrel --dry-run taken",
        ] {
            let words = command.split(separator: " ").map(String.init)
            let bare = try await CarrelProcess(words, in: workspace).wait()
            #expect(
                bare.status == 2 && bare.error.contains("keeps no catalogue up to date yet; name the one"),
                "\(bare.error)")
            #expect(bare.error.contains(" to read: carrel \(command) \(course.url)"), "\(bare.error)")
        }
        #expect(try await workspace.carrel("sync", course.url).status == 1)
        #expect(try await workspace.carrel("sync").status == 1)
    }

    @Test func `plan prints every action with its reason, and dry-run is the same`() async throws {
        let plan = try await workspace.carrel("plan", course.url)
        #expect(plan.output.contains("unavailable  COMP304  Week 3"))
        #expect(plan.output.contains("download     COMP304  Week 1"))
        #expect(plan.output.contains("not in the library"))
        let dry = try await workspace.carrel("sync", "--dry-run", course.url)
        // What is free on the disk, at the end of the last line, may change in between.
        #expect(dry.output.split(separator: "·").first == plan.output.split(separator: "·").first)
    }

    @Test func `several catalogues are synced in one run, and one that fails does not stop the others`()
        async throws
    {
        let result = try await workspace.carrel("sync", "/nowhere.json", course.url)
        #expect(result.status == 4)
        #expect(try workspace.documents().count == 3)
    }

    @Test func `a page of links is recognised and its documents are stored`() async throws {
        let page =
            "<title>Course</title><a href='COMP304/week1.txt'>First week</a><!-- <a href='COMP307/gone.pdf'>x</a> -->"
        course.server.on("/index.html", .document(page, mediaType: "application/octet-stream"))
        let result = try await workspace.carrel("sync", course.server.address("/index.html"))
        #expect(result.status == 0, "\(result.error)")
        #expect(try workspace.documents().values.first == Data(CourseServer.text.utf8))
    }

    @Test func `a reader that goes away does not end the work`() async throws {
        let program =
            "'\(CarrelProcess.products.path)/carrel' sync '\(course.url)' --library '\(workspace.library.path)' | true"
        _ = try await ProcessToolRunner().run(
            ToolInvocation("bash", ["-c", program + "; wait"], timeout: .seconds(60), outputLimit: 1000))
        #expect(try workspace.documents().count == 3)
    }

    @Test func `what a plan brought into a fresh library is listed`() async throws {
        let plan = try await workspace.carrel("plan", "--json", course.url).output
        let file = try workspace.write("plan.jsonl", plan)
        let sync = try await workspace.carrel("sync", "--plan", file)
        #expect(sync.status == 1 && sync.error.contains("carrel sync \(course.url) lists the rest"))
        #expect(
            try await workspace.carrel("list", "COMP304").output == """
                1  Week 1  stored, new
                2  Week 2  stored, new
                3  Week 3  not available yet

                """)
        #expect(try await workspace.carrel("list", "COMP307").output.contains("2  Lost    failed: 404"))
        #expect(try await workspace.carrel("preview", "COMP304/1").status == 0)
        let whole = try await workspace.carrel("sync", course.url, "--json")
        #expect(whole.objects.dropFirst().first?["event"] as? String == "catalogRead")
        #expect(!(try await workspace.carrel("sync", "--plan", file)).error.contains("lists the rest"))
        let other = try await workspace.carrel("sync", "--library", "other", "--plan", file)
        #expect(
            other.error.contains("carrel sync --library other \(course.url) lists the rest"),
            "\(other.error)")
        #expect(try await workspace.carrel("list").output.contains("Reasoning"))
    }

    @Test func `plans that are applied one after the other list what both name`() async throws {
        let lines = try await workspace.carrel("plan", "--json", course.url).output.split(separator: "\n")
        for title in ["Lost", "Week 2"] {
            let part = lines.prefix(1) + lines.filter { $0.contains("\"\(title)\"") }
            let file = try workspace.write("plan.jsonl", part.joined(separator: "\n"))
            _ = try await workspace.carrel("sync", "--plan", file)
        }
        #expect(try await workspace.carrel("list", "COMP307").output.contains("1  Lost  failed"))
        #expect(try await workspace.carrel("list", "COMP304").output.contains("1  Week 2  stored, new"))
    }

    @Test func `a catalogue without documents says what was read`() async throws {
        let notes = """
            [{"moduleCode": "C1", "moduleTitle": "T", "moduleNotes": []},
             {"moduleCode": "C2", "moduleTitle": "U", "moduleNotes": []}]
            """
        let file = try workspace.write("notes.json", notes)
        let result = try await workspace.carrel("sync", file)
        #expect(result.output.hasPrefix("2 collections · "), "\(result.output)")
        #expect(try await workspace.carrel("sync", file, "--json").objects.last?["collections"] as? Int == 2)
    }

    @Test func `looking at a library while it is made never fails`() async throws {
        for round in 0..<6 {
            let library = workspace.folder.appending(path: "fresh\(round)").path
            let sync = try CarrelProcess(["sync", course.url, "--library", library], in: workspace)
            let lists = try (0..<3).map { _ in
                // As the profile's own: one that is named must be there.
                try CarrelProcess(["list"], in: workspace, environment: ["CARREL_STORE_PATH": library])
            }
            for list in lists {
                let result = try await list.wait()
                #expect(result.status == 0, "\(result.error)")
            }
            #expect(try await sync.wait().status == 1)
        }
    }

    @Test func `json lines hold nothing that a terminal acts on`() async throws {
        let file = try workspace.writeNotes([
            ("N\\u009b31m\\u202e", course.server.address("/COMP304/week1.txt"))
        ])
        for arguments in [["plan", "--json", file], ["sync", "--json", file], ["list", "C1", "--json"]] {
            let result = try await CarrelProcess(arguments, in: workspace).wait()
            #expect(
                !result.output.unicodeScalars.contains {
                    (0x7F...0x9F).contains($0.value) || $0.value == 0x202E
                })
            #expect(result.objects.count == result.output.split(separator: "\n").count)
        }
    }

    @Test func `quiet prints what is new and errors only`() async throws {
        let result = try await workspace.carrel("sync", "--quiet", course.url)
        #expect(result.output.split(separator: "\n").count == 3)
        #expect(result.error.split(separator: "\n").count == 1)
    }
}

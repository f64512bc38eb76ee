import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct BadInputTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    /// Messages are one line or few, name the thing, and hold no Swift.
    private func expectMessage(_ result: CarrelProcess.Result, status: Int32, _ parts: String...) {
        #expect(result.status == status, "\(result.error)")
        for part in parts { #expect(result.error.contains(part), "“\(part)” is not in: \(result.error)") }
        #expect(!result.error.contains("Error("))
    }

    @Test(arguments: [
        ("", "empty"), ("   \n", "empty"), ("{", "line 1, column 2"),
        ("[{\"moduleCode\": \"A\",\n \"moduleNotes\": [", "line 2, column 18"),
        ("[1, 2, 3]", "$: no module"), ("[{\"x\": 1}, {\"moduleCode\": []}]", "$[0]"),
        ("<p>Please log in", "markup instead of JSON"), ("\"text\"", "expected"), ("just words", "known"),
    ])
    func `a catalogue that is none exits with 4 and says where and what was expected`(
        text: String, part: String
    ) async throws {
        let file = try workspace.write("catalogue.json", text)
        let result = try await workspace.carrel("sync", file, "--set", "parse.use=module-notes")
        #expect(result.status == 4, "\(result.error)")
        #expect(result.error.contains("catalogue.json"))
        let recognised = try await workspace.carrel("sync", file)
        #expect(recognised.status == 4, "\(recognised.error)")
        #expect(
            result.error.contains(part) || recognised.error.contains(part),
            "\(result.error)\(recognised.error)")
        #expect(result.error.split(separator: "\n").count == 1)
    }

    @Test func `a catalogue that is missing, or served with an error status, exits with 4`() async throws {
        expectMessage(
            try await workspace.carrel("sync", "missing.json"), status: 4, "missing.json", "no such file")
        course.server.on("/error", .status(500))
        expectMessage(
            try await workspace.carrel("sync", course.server.address("/error")), status: 4,
            "500 Internal Server Error",
            course.server.address("/error"))
        expectMessage(
            try await workspace.carrel("sync", "http://127.0.0.1:1/x"), status: 4, "http://127.0.0.1:1/x")
    }

    @Test func `a failed refresh leaves the library as it was`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let before = try await workspace.carrel("list", "COMP304", "--json").output
        course.server.on("/notes.json", .content("[{\"moduleCode\":"))
        expectMessage(try await workspace.carrel("sync", course.url), status: 4, course.url)
        #expect(try await workspace.carrel("list", "COMP304", "--json").output == before)
        #expect(try workspace.documents().count == 3)
    }

    @Test func `hostile URLs and names fail alone or are stored under safe names`() async throws {
        let targets = [
            "/..%2F..%2Fevil.txt", "/a%00b.txt", "/%2e%2e", "/Same.txt", "/same.TXT", "/caf%C3%A9.txt",
            "/cafe%CC%81.txt", "/" + String(repeating: "n", count: 400) + ".txt", "/",
        ]
        for target in targets { course.server.on(target, .content("at \(target)")) }
        let urls =
            targets.map { course.server.address($0) } + [
                "ftp://example.org/a", "http://user:secret@127.0.0.1/a", "http://", "file:///etc/passwd",
            ]
        let file = try workspace.writeNotes(
            urls.enumerated().map { ("Note \($0.offset)", $0.element) }, of: "../C")
        let result = try await workspace.carrel("sync", file)
        #expect(result.status == 1)
        let lines = result.error.split(separator: "\n")
        #expect(lines.count == 5 && lines.last?.hasPrefix("added “notes”") == true, "\(result.error)")
        #expect(result.error.contains("links of the scheme ftp cannot be fetched"))
        #expect(result.error.contains("the URL holds user information"))
        let documents = try workspace.documents()
        #expect(documents.count == targets.count)
        #expect(Set(documents.values) == Set(targets.map { Data("at \($0)".utf8) }))
        #expect(documents.keys.allSatisfy { $0.utf8.count <= 255 && !$0.contains("/") })
        #expect(
            Set(documents.keys.map { $0.decomposedStringWithCanonicalMapping.lowercased() }).count
                == targets.count)
        let outside = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)
        #expect(!outside.contains { $0.contains("evil") })
    }

    @Test func `a wrong configuration exits with 3 and reports every problem`() async throws {
        try workspace.write("carrel.toml", "[download]\nmax-concurent = 3\nretries = \"x\"\n")
        let result = try await workspace.carrel("list")
        expectMessage(
            result, status: 3, "carrel.toml:2:1", "did you mean “max-concurrent”", "carrel.toml:3:1")
        #expect(result.error.split(separator: "\n").count == 2)
        expectMessage(try await workspace.carrel("config", "check"), status: 3, "carrel.toml:2:1")
        expectMessage(
            try await workspace.carrel("list", "--profile", "ofline"), status: 3, "did you mean “offline”")
    }

    @Test(arguments: [
        ["snyc"], ["sync", "--dryrun"], ["list", "--status", "broken"], ["get"], ["preview"],
        ["config", "shw"],
        ["completions", "tcsh"],
        ["sync", "--set", "nothing"], ["sync", "--plan"], ["sync", "--plan", "missing.jsonl"],
        ["preview", "x", "--format", "pdf"], ["sync"], ["sync", "--plan", "/dev/null", "x.json"], [],
    ])
    func `wrong usage exits with 2 and says what is expected`(arguments: [String]) async throws {
        let result = try await CarrelProcess(arguments, in: workspace).wait()
        #expect(result.status == 2, "\(arguments): \(result.error)")
        #expect(!result.error.isEmpty && result.output.isEmpty)
    }

    @Test func `a preview in two forms is refused`() async throws {
        let file = try workspace.write("notes.txt", "Knots")
        let both = try await workspace.carrel("preview", file, "--json", "--format", "html")
        expectMessage(both, status: 2, "--json and --format html contradict each other; leave out one")
        #expect(try await workspace.carrel("preview", file, "--json", "--format", "json").status == 0)
    }

    @Test func `what is not there is said, with what may be meant`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        expectMessage(try await workspace.carrel("list", "COMP30"), status: 1, "matches 2 collections")
        expectMessage(
            try await workspace.carrel("list", "COMP403"), status: 1, "there is no collection “COMP403”",
            "COMP304")
        for command in ["get", "preview", "why", "ignore", "mark read"] {
            let words = command.split(separator: " ").map(String.init) + ["1"]
            expectMessage(
                try await CarrelProcess(words, in: workspace).wait(), status: 1, "1 in which collection?",
                "use COLLECTION/1, or: carrel select COLLECTION")
        }
        _ = try await workspace.carrel("select", "COMP304")
        expectMessage(
            try await workspace.carrel("get", "17"), status: 1, "there is no item 17 in COMP304, which has 3")
        expectMessage(
            try await workspace.carrel("get", "https://example.org/course.html"), status: 1,
            "what a page or a list links to is fetched with carrel sync URL")
        expectMessage(try await workspace.carrel("get", "Week 1"), status: 1, "COMP304/1", "COMP307/1")
        expectMessage(try await workspace.carrel("preview", "COMP304/3"), status: 1, "not available yet")
        expectMessage(try await workspace.carrel("open", "COMP307/2"), status: 1, "failed: 404 Not Found")
    }

    @Test func `a library that another process holds exits with 5`() async throws {
        course.server.on("/COMP304/week1.txt", Reply([.stall]))
        let holder = try CarrelProcess(["sync", course.url], in: workspace)
        _ = try await course.server.requests(atLeast: 1, for: "/COMP304/week1.txt")
        expectMessage(
            try await workspace.carrel("sync", course.url), status: 5, "another process is using the library")
        expectMessage(
            try await workspace.carrel("sync", course.url, "--detach"), status: 2,
            "--detach needs a library whose machines share jobs")
        #expect(try await workspace.carrel("list").status == 0)
        holder.send(SIGTERM)
        #expect(try await holder.wait().status == 130)
    }

    @Test func `who waits for a library that another process holds gets it in the end`() async throws {
        let gate = Gate()
        course.server.on("/COMP304/week1.txt", Reply([.wait(gate), .head(status: 404)]))
        let holder = try CarrelProcess(["sync", course.url], in: workspace)
        _ = try await course.server.requests(atLeast: 1, for: "/COMP304/week1.txt")
        let waiting = try CarrelProcess(["sync", course.url, "--wait"], in: workspace)
        while !waiting.errorSoFar.contains("waiting for the library") {
            try await Task.sleep(for: .milliseconds(5))
        }
        // Who waits can be interrupted.
        let impatient = try CarrelProcess(["sync", course.url, "--wait"], in: workspace)
        while !impatient.errorSoFar.contains("waiting for the library") {
            try await Task.sleep(for: .milliseconds(5))
        }
        impatient.send(SIGINT)
        #expect(try await impatient.wait().status == 130)
        gate.open()
        #expect(try await holder.wait().status == 1)
        #expect(try await waiting.wait().status == 1)
    }

    @Test func `a library that cannot be created exits with 5`() async throws {
        let file = try workspace.write("file", "not a folder")
        expectMessage(
            try await workspace.carrel("sync", course.url, "--library", file + "/library"), status: 5, file)
    }

    @Test(
        .enabled(if: SmallDisk.isAvailable, "mounting a small disk needs privileges"),
        arguments: [(true, "are free for it"), (false, "no space left")])
    func `a full disk exits with 5 and leaves nothing half-written`(isAnnounced: Bool, part: String)
        async throws
    {
        let disk = try SmallDisk(at: workspace.folder.appending(path: "disk"), kibibytes: 700)
        let big = Data(repeating: 7, count: 3 << 20)
        course.server.on(
            "/COMP304/week1.txt",
            isAnnounced
                ? .document(big, entityTag: "\"big\"") : .chunked([big], fields: [("ETag", "\"big\"")]))
        let library = disk.path + "/library"
        expectMessage(
            try await workspace.carrel(
                "sync", course.url, "--library", library, "--set", "download.max-concurrent=1"), status: 5,
            part)
        let names = try FileManager.default.contentsOfDirectory(atPath: library).filter { !$0.hasPrefix(".") }
        #expect(!names.contains("COMP304-week1.txt"))
        #expect(try await workspace.carrel("verify", "--library", library).status == 0)
        course.server.on("/COMP304/week1.txt", .document("small", entityTag: "\"small\""))
        // What came of the large one may be kept, and fill the disk.
        try disk.grow(to: 1400)
        let again = try await workspace.carrel("sync", course.url, "--library", library)
        #expect(again.status == 1, "\(again.output)\(again.error)")
        #expect(try await workspace.carrel("verify", "--library", library).output == "3 intact\n")
    }

    @Test func `a profile whose parent cannot be read says that the rest was not checked`() async throws {
        try workspace.write("mine.toml", "extends = \"nope\"\n[download]\nretreis = 1\n")
        let check = try await workspace.carrel("config", "check", "--config", "mine.toml")
        #expect(check.status == 3 && check.error.contains("there is no profile “nope”"), "\(check.error)")
        #expect(check.error.hasSuffix("\nthe rest of the profile is checked once this is mended\n"))
        try workspace.write("mine.toml", "[download]\nretreis = 1\n")
        let whole = try await workspace.carrel("config", "check", "--config", "mine.toml")
        #expect(
            whole.error.contains("retreis") && !whole.error.contains("the rest of the profile"),
            "\(whole.error)")
    }

    @Test(
        .enabled(if: SmallDisk.isAvailable, "mounting a small disk needs privileges"),
        arguments: [4 << 10, 300 << 10])
    func `a full disk is told once, whatever was on its way`(size: Int) async throws {
        let disk = try SmallDisk(at: workspace.folder.appending(path: "disk"), kibibytes: 900)
        let links = (0..<400).map { number in
            course.server.on(
                "/\(number).txt", .document(Data(repeating: 7, count: size), entityTag: "\"1\""))
            return "<a href=\"\(course.server.address("/\(number).txt"))\">\(number)</a>"
        }
        let page = try workspace.write("page.html", links.joined(separator: "\n"))
        let sync = try await workspace.carrel("sync", page, "--library", disk.path + "/library")
        #expect(sync.status == 5, "\(sync.output)")
        let lines = sync.error.split(separator: "\n").filter { $0.contains("no space left") }
        #expect(lines.count == 1 && lines[0].hasPrefix("carrel: "), "\(sync.error)")
        #expect(!sync.error.contains("failed"), "\(sync.error)")
        let json = try await workspace.carrel("sync", page, "--json", "--library", disk.path + "/library")
        #expect(!json.objects.contains { $0["event"] as? String == "failed" })
        #expect(json.objects.last?["event"] as? String == "error", "\(json.output.suffix(500))")
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a read-only disk needs privileges"))
    func `a read-only disk exits with 5 for writing and can still be looked at`() async throws {
        let disk = try SmallDisk(at: workspace.folder.appending(path: "disk"), kibibytes: 4000)
        let library = disk.path + "/library"
        #expect(try await workspace.carrel("sync", course.url, "--library", library).status == 1)
        try disk.makeReadOnly()
        expectMessage(
            try await workspace.carrel("sync", course.url, "--library", library), status: 5, "Read-only")
        #expect(try await workspace.carrel("list", "--library", library).output.contains("COMP304"))
        let preview = try await workspace.carrel("preview", "COMP304/1", "--library", library)
        #expect(preview.status == 0 && preview.output.contains("modal logic"), "\(preview.error)")
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a read-only disk needs privileges"))
    func `what cannot be noted on a read-only or a full disk says why, and what helps`() async throws {
        let disk = try SmallDisk(at: workspace.folder.appending(path: "disk"), kibibytes: 4000)
        let library = disk.path + "/library"
        #expect(try await workspace.carrel("sync", course.url, "--library", library).status == 1)
        #expect(try await workspace.carrel("index", "--library", library).status == 0)
        try TestProgram.run("sh", "-c", "cat /dev/zero > \(disk.path)/fill; true")
        for command in [["mark", "read", "COMP304/1"], ["ignore", "COMP304/2"], ["select", "COMP304"]] {
            let full = try await CarrelProcess(command + ["--library", library], in: workspace).wait()
            expectMessage(full, status: 5, "no space left", "Free some space")
        }
        expectFound(try await workspace.carrel("search", "modal", "--library", library))
        try FileManager.default.removeItem(atPath: disk.path + "/fill")
        try disk.makeReadOnly()
        for command in [["mark", "read", "COMP304/1"], ["ignore", "COMP304/2"], ["select", "COMP304"]] {
            let result = try await CarrelProcess(command + ["--library", library], in: workspace).wait()
            expectMessage(result, status: 5, "Read-only file system. Choose a folder that may be written to")
        }
        expectFound(try await workspace.carrel("search", "modal", "--library", library))
        let doctor = try await workspace.carrel("doctor", "--library", library)
        #expect(doctor.status == 1 && doctor.output.contains("can be searched"), "\(doctor.output)")
        let refusal = "the library could not be written to: Read-only file system. Choose a folder"
        #expect(doctor.output.contains("lacking  records      \(refusal)"), "\(doctor.output)")
        #expect(!doctor.output.contains("--rebuild"), "\(doctor.output)")
    }

    private func expectFound(_ search: CarrelProcess.Result) {
        #expect(search.status == 0 && search.output.contains("modal"), "\(search.output)\(search.error)")
    }

    @Test func `a hint names a library whose name cannot be shown so that a shell finds it`() async throws {
        let result = try await workspace.carrel("sync", "--library", "new\nline")
        expectMessage(result, status: 2, #"carrel add --library $'new\nline' URL"#)
    }
}

import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// What keeps `carrel library copy` from copying, or ends it in between.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Team.canPlay, "PostgreSQL or SeaweedFS (weed) is not installed"))
struct LibraryCopyTroubleTests {
    @Test(arguments: [SIGKILL, SIGINT])
    func `a copy that ends in between goes on, and is no library before it is done`(signal: Int32)
        async throws
    {
        let names = (1...40).map { "\($0).txt" }
        let course = try await CopiedCourse(names)
        let large = TestBytes.make(12_000_000)
        course.server.on("/40.txt", .document(large, entityTag: "\"large\""))
        #expect(try await course.sync().status == 0)
        let files = try course.files("Carrel")
        for count in [0, 1, 20, 39] {
            let process = try course.start(["library", "copy", "./Carrel", "team"])
            try await begun(course, process)
            while try await course.objects().count < count, process.errorSoFar.contains("comparing") == false
            {
                await Task.yield()
            }
            process.send(signal)
            let ended = try await process.wait()
            guard ended.status != 0 else { break }
            if signal == SIGINT {
                #expect(ended.status == 130, "\(ended.error)")
                #expect(ended.error.contains("the same command continues from here"), "\(ended.error)")
            }
            let refused = try await course.carrel("sync", "--profile", "team")
            #expect(refused.status == 5, "\(refused.output)")
            #expect(
                refused.error.contains("it is an unfinished copy of the library ./Carrel"), "\(refused.error)"
            )
            let other = try await course.carrel("library", "copy", "team", "./Other")
            #expect(other.status == 5 && other.error.contains("unfinished copy"), "\(other.error)")
        }
        let done = try await course.carrel("library", "copy", "./Carrel", "team")
        // The last one may have been done before the signal came, and is found whole.
        #expect(done.status == 0, "\(done.error)")
        #expect(try await course.objects() == names.sorted())
        #expect(try await course.carrel("verify", "--profile", "team").output.contains("40 intact"))
        #expect(try course.files("Carrel") == files)
        try await course.requireUnchanged(40, "--profile", "team")
    }

    /// Waits until a copy has noted that it began.
    private func begun(_ course: CopiedCourse, _ process: CarrelProcess) async throws {
        while !isNoted(course), !process.errorSoFar.contains("comparing") { await Task.yield() }
    }

    /// Whether the note of a copy is there; its table comes before.
    private func isNoted(_ course: CopiedCourse) -> Bool {
        let answer = try? course.database.run("SELECT count(*) FROM \(course.schema).copying")
        return answer == "1"
    }

    @Test func `a library that changes between two tries is copied as it is now`() async throws {
        let course = try await CopiedCourse(["a.txt", "b.txt", "c.txt"])
        let large = TestBytes.make(12_000_000)
        course.server.on("/b.txt", .document(large, entityTag: "\"large\""))
        #expect(try await course.sync().status == 0)
        let first = try course.start(["library", "copy", "./Carrel", "team"])
        while try await course.objects().isEmpty { await Task.yield() }
        first.send(SIGKILL)
        _ = try await first.wait()
        course.serve("a.txt", "newer")
        _ = try await course.sync()
        _ = try await course.carrel("ignore", "list/c.txt")
        let pruned = try await course.carrel("prune", "--ignored", "--yes")
        #expect(pruned.status == 0, "\(pruned.error)")
        let second = try await course.carrel("library", "copy", "./Carrel", "team")
        #expect(second.status == 0, "\(second.output)\(second.error)")
        #expect(try await course.objects().filter { !$0.hasPrefix(".") } == ["a.txt", "b.txt"])
        let verified = try await course.carrel("verify", "--profile", "team")
        #expect(verified.output.contains("2 intact\n"), "\(verified.output)")
        let (copied, facts) = (try await course.facts("--profile", "team"), try await course.facts())
        #expect(copied == facts, "\(copied.difference(from: facts))")
    }

    @Test func `what somebody puts into an unfinished copy stays, whatever changes meanwhile`() async throws {
        let course = try await CopiedCourse(["a.txt", "b.txt", "c.txt"])
        let large = TestBytes.make(12_000_000)
        course.server.on("/b.txt", .document(large, entityTag: "\"large\""))
        #expect(try await course.sync().status == 0)
        let first = try course.start(["library", "copy", "./Carrel", "./Back"])
        let copied = course.workspace.folder.appending(path: "Back/a.txt")
        while !FileManager.default.fileExists(atPath: copied.path) { await Task.yield() }
        first.send(SIGKILL)
        _ = try await first.wait()
        try course.workspace.write("Back/mine.txt", "mine")
        course.serve("a.txt", "newer")
        _ = try await course.sync()
        let second = try await course.carrel("library", "copy", "./Carrel", "./Back")
        #expect(second.status == 0, "\(second.output)\(second.error)")
        #expect(try String(contentsOf: copied, encoding: .utf8) == "newer")
        let mine = course.workspace.folder.appending(path: "Back/mine.txt")
        #expect(try String(contentsOf: mine, encoding: .utf8) == "mine")
        try await course.requireUnchanged(3, "--library", "Back")
    }

    @Test func `an unfinished copy goes on only where its documents are`() async throws {
        let course = try await CopiedCourse(["a.txt", "b.txt"])
        // So large that nobody copies it before the signal arrives.
        course.server.on("/b.txt", .document(Data(count: 100 << 20), entityTag: "\"large\""))
        #expect(try await course.sync().status == 0)
        try course.profile("moved", store: "path = \"~/First\"", library: course.databaseLibrary)
        let first = try course.start(["library", "copy", "./Carrel", "moved"])
        try await begun(course, first)
        first.send(SIGKILL)
        _ = try await first.wait()
        try course.workspace.write("Second/mine.txt", "mine")
        try course.profile("moved", store: "path = \"~/Second\"", library: course.databaseLibrary)
        let refused = try await course.carrel("library", "copy", "./Carrel", "moved")
        #expect(refused.status == 5, "\(refused.output)")
        #expect(refused.error.contains("the unfinished copy has its documents at"), "\(refused.error)")
        #expect(try course.files("Second").keys.sorted() == ["mine.txt"])
    }

    @Test func `a damaged document is said, and is damaged in the copy`() async throws {
        let course = try await CopiedCourse(["a.txt", "b.txt", "c.txt"])
        #expect(try await course.sync().status == 0)
        try damage(course.workspace.library.appending(path: "a.txt"), with: Data("contemt of a.txt".utf8))
        try FileManager.default.removeItem(at: course.workspace.library.appending(path: "c.txt"))
        let copied = try await course.carrel("library", "copy", "./Carrel", "team")
        #expect(copied.status == 1, "\(copied.error)")
        #expect(copied.output.contains("damaged a.txt\n"), "\(copied.output)")
        #expect(copied.output.contains("missing c.txt\n"), "\(copied.output)")
        #expect(copied.output.contains("1 damaged, 1 missing"), "\(copied.output)")
        #expect(copied.error.contains("carrel verify --repair --profile team"), "\(copied.error)")
        let verified = try await course.carrel("verify", "--profile", "team")
        #expect(verified.output.contains("1 intact, 1 damaged, 1 missing"), "\(verified.output)")
        let back = try await course.carrel("library", "copy", "team", "./Back", "--json")
        #expect(back.status == 1, "\(back.error)")
        let last = try #require(back.objects.last)
        #expect(last["damaged"] as? Int == 1 && last["missing"] as? Int == 1, "\(back.output)")
        if JSONSchema.canBeRead {
            #expect(try await JSONSchema(course.workspace).problems("copying", back.output) == nil)
        }
    }

    @Test func `a place that holds something is refused, and stays as it is`() async throws {
        let course = try await CopiedCourse(["a.txt"])
        #expect(try await course.sync().status == 0)
        try course.workspace.write("mine/notes.txt", "mine")
        #expect(try await course.sync("--library", "second").status == 0)
        try course.profile(
            "stranger", store: CopiedCourse.bucketStore,
            library:
                "use = \"postgresql\"\ndsn = \"env:TEAM_DATABASE\"\nschema = \"\(PostgreSQLServer.newSchema())\""
        )
        try course.profile(
            "nowhere", store: "path = \"~/N\"", library: "use = \"postgresql\"\ndsn = \"env:NOWHERE\"")
        // Its folder is that of the library.
        try course.profile("Carrel", store: CopiedCourse.bucketStore, library: course.databaseLibrary)
        let own = try await course.carrel("library", "copy", "./Carrel", "Carrel")
        #expect(own.status == 5, "\(own.output)")
        #expect(own.error.contains("Carrel: its store.path is the folder of ./Carrel"), "\(own.error)")
        #expect(try await course.carrel("library", "copy", "./Carrel", "team").status == 0)
        let again = try await course.carrel("library", "copy", "./Carrel", "team")
        #expect(again.output.hasPrefix("copied and compared: 1 document, 1 item"), "\(again.error)")
        #expect(try await course.carrel("mark", "read", "a.txt", "--profile", "team").status == 0)
        let second = try course.files("second")
        try Data("text".utf8).write(to: course.workspace.folder.appending(path: "a file"))
        for (from, to, status, words) in [
            ("./Carrel", "mine", 5, "mine: there are files already. Copy to an empty folder"),
            ("./Carrel", "second", 5, "second: there is a library already"),
            ("./Carrel", "team", 5, "team: there is a library already"),
            ("./Carrel", "stranger", 5, "stranger: there are files already"),
            ("./Carrel", "default", 5, "it has the same records as ./Carrel"),
            ("./Carrel", "./Carrel/within", 5, "it is within ./Carrel"),
            ("./Carrel", course.workspace.folder.path, 5, "./Carrel is within it"),
            ("./nothing", "./new", 5, "./nothing: there is no library"),
            ("./Carrel", "teem", 3, "Did you mean “team”?"),
            ("./Carrel", "teem.toml", 3, "there is no config file"),
            ("./Carrel", "nowhere", 5, "NOWHERE"), ("./Carrel", "./a file", 3, "this is a file"),
        ] as [(String, String, Int32, String)] {
            let refused = try await course.carrel("library", "copy", from, to)
            #expect(refused.status == status, "\(to): \(refused.output)\(refused.error)")
            #expect(refused.error.contains(words), "\(to): \(refused.error)")
        }
        #expect(try course.files("second") == second)
        for path in ["mine/.carrel", "new", "Carrel/within"] {
            let file = course.workspace.folder.appending(path: path)
            #expect(!FileManager.default.fileExists(atPath: file.path), "\(path)")
        }
        for (arguments, words) in [
            ([], "expected copy FROM TO"), (["move", "a", "b"], "“move”: expected copy"),
            (["copy", "a"], "copy takes two libraries"), (["copy", "", "b"], "FROM or TO is empty"),
            (["copy", "a", "b", "--profile", "team"], "leave out --profile"),
        ] as [([String], String)] {
            let refused = try await course.start(["library"] + arguments).wait()
            #expect(refused.status == 2 && refused.error.contains(words), "\(arguments): \(refused.error)")
        }
    }

    @Test func `a library that another process uses is not copied, unless the copy may wait`() async throws {
        let course = try await CopiedCourse(["a.txt", "b.txt"])
        #expect(try await course.sync().status == 0)
        let gate = Gate()
        course.server.on("/b.txt", Reply([.wait(gate), .head(status: 304, fields: HTTPFields([]))]))
        let sync = try course.start(["sync"])
        _ = try await course.server.requests(atLeast: 2, for: "/b.txt")
        let refused = try await course.carrel("library", "copy", "./Carrel", "team")
        #expect(refused.status == 5 && refused.error.contains("using the library"), "\(refused.error)")
        let waiting = try course.start(["library", "copy", "./Carrel", "team", "--wait"])
        while !waiting.errorSoFar.contains("waiting for the library") { await Task.yield() }
        gate.open()
        _ = try await sync.wait()
        let copied = try await waiting.wait()
        #expect(copied.status == 0, "\(copied.error)")
        #expect(copied.output.contains("2 documents"), "\(copied.output)")
    }
}

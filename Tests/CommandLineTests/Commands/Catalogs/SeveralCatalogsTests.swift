import CarrelTesting
import Foundation
import Testing

/// Profiles that list several catalogues, which share a library.
@Suite(.timeLimit(.minutes(2))) struct SeveralCatalogsTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        for path in ["/notes.txt", "/slides.txt"] {
            server.on(path, .text("Text of \(path)"))
        }
    }

    /// Writes a list of one module with one note, and gives the tables of its catalogue.
    private func catalog(_ name: String, file: String? = nil, _ rest: String = "") throws -> String {
        let file = file ?? name
        try workspace.write(
            "\(file).json",
            """
            [{"moduleCode": "C1", "moduleTitle": "All of \(file)",
              "moduleNotes": [{"\(file) 1": "\(server.address("/\(file).txt"))"}]}]
            """)
        return "[[catalogue]]\nname = \"\(name)\"\nsource.path = \"\(file).json\"\n\(rest)\n"
    }

    private func profile(_ tables: String...) throws {
        try workspace.write("carrel.toml", tables.joined(separator: "\n"))
    }

    @Test func `a catalogue's new name is recorded, also where its document is unchanged`() async throws {
        try profile(try catalog("spring", file: "notes"))
        #expect(try await workspace.carrel("sync").status == 0)
        try workspace.write(
            "carrel.toml", "[[catalogue]]\nname = \"autumn\"\nsource.path = \"notes.json\"\n")
        let sync = try await workspace.carrel("sync", "--verbose")
        #expect(sync.error.contains("is unchanged"), "\(sync.error)")
        #expect(try await workspace.carrel("list", "autumn").output.hasPrefix("autumn\n"))
        #expect(try await workspace.carrel("list", "spring").status == 1)
    }

    @Test func `the catalogues of a profile stay in its order, whichever was read last`() async throws {
        try profile(try catalog("slides"), try catalog("notes"))
        for synced in ["notes", "slides", "notes"] {
            #expect(try await workspace.carrel("sync", synced).status == 0)
        }
        let list = try await workspace.carrel("list")
        #expect(list.output.matches(of: /(?m)^(?:slides|notes)$/).map(\.output) == ["slides", "notes"])
    }

    /// Writes a list of another module with the same note.
    private func listNotesAgain() throws {
        try workspace.write(
            "again.json",
            """
            [{"moduleCode": "C2", "moduleTitle": "Again",
              "moduleNotes": [{"Again": "\(server.address("/notes.txt"))"}]}]
            """)
    }

    private func changeNotes() {
        server.on("/notes.txt", .text("New text", tag: "\"2\""))
    }

    /// Has the library know a catalogue, and the profile name another one as its only source, which lists the same note.
    private func addBesideSource() async throws {
        try listNotesAgain()
        #expect(try await workspace.carrel("add", "again.json", "--name", "two").status == 0)
        _ = try catalog("one", file: "notes")
    }

    private func nameSource() throws { try profile("[source]\npath = \"notes.json\"\n") }

    @Test func `a document of the profile's own source stays with it when a known catalogue is synced`()
        async throws
    {
        try await addBesideSource()
        try nameSource()
        #expect(try await workspace.carrel("sync").status == 0)
        #expect(try await workspace.carrel("sync", "two").status == 0)
        changeNotes()
        #expect(try await workspace.carrel("sync", "two", "--exit-code").status == 0)
        #expect(try await workspace.carrel("sync", "--exit-code").status == 10)
        #expect(try workspace.documents().count == 1)
    }

    @Test func `a document of a known catalogue is asked for by the source that the profile names`()
        async throws
    {
        try await addBesideSource()
        #expect(try await workspace.carrel("sync", "two").status == 0)
        try nameSource()
        #expect(try await workspace.carrel("sync").status == 0)
        changeNotes()
        #expect(try await workspace.carrel("sync", "--exit-code").status == 10)
        #expect(try workspace.documents().count == 1)
    }

    @Test func `a document of a catalogue that left the profile is asked for by another one that lists it`()
        async throws
    {
        let one = try catalog("one", file: "notes")
        try listNotesAgain()
        let two = "[[catalogue]]\nname = \"two\"\nsource.path = \"again.json\"\n"
        try profile(one)
        #expect(try await workspace.carrel("sync").status == 0)
        try profile(one, two)
        #expect(try await workspace.carrel("sync").status == 0)
        changeNotes()
        // Whoever is synced alone leaves what another one keeps up to date.
        #expect(try await workspace.carrel("sync", "two", "--exit-code").status == 0)
        try profile(two)
        #expect(try await workspace.carrel("sync", "--exit-code").status == 10)
        #expect(try workspace.documents().count == 1)
    }

    @Test func `many catalogues of one host are synced over few connections`() async throws {
        for number in 1...40 {
            server.on("/list\(number).csv", .text("title,url\nA,a\(number).txt\n"))
            server.on("/a\(number).txt", .text("text \(number)"))
        }
        let places = (1...40).map { server.address("/list\($0).csv") }
        let sync = try await CarrelProcess(["sync"] + places, in: workspace).wait()
        #expect(sync.status == 0, "\(sync)")
        #expect(try workspace.documents().count == 40)
        // A catalogue has a connection to itself, which ends with it.
        #expect(server.connectionCount < 60, "\(server.connectionCount)")
    }

    @Test func `the name of a profile's catalogue without the profile is not taken for a file`() async throws
    {
        try profile(try catalog("sea", file: "notes"))
        #expect(try await workspace.carrel("sync").status == 0)
        try profile()
        let sync = try await workspace.carrel("sync", "Sea")
        #expect(sync.status != 0 && sync.error.contains("“Sea” is a catalogue of a profile"), "\(sync)")
        #expect(sync.error.contains("--profile NAME or --config FILE"), "\(sync)")
    }

    @Test func `a name means what the profile says now, whatever the library recorded`() async throws {
        try profile(try catalog("one", file: "notes"), try catalog("two", file: "slides"))
        #expect(try await workspace.carrel("sync").status == 0)
        try profile(try catalog("two", file: "notes"), try catalog("one", file: "slides"))
        #expect(try await workspace.carrel("list", "one").output.contains("All of slides"))
        let removed = try await workspace.carrel("remove", "one", "--json")
        #expect((removed.objects.first?["catalog"] as? String)?.hasSuffix("/slides.json") == true)
        #expect(try await workspace.carrel("list", "two").output.contains("All of notes"))
    }

    /// Writes a page of links, which is a catalogue and its only collection, of the page's name.
    private func page(_ name: String) async throws {
        server.on("/\(name)/a.txt", .text("text of \(name)"))
        try workspace.write(
            "\(name).html", "<a href=\"\(server.address("/\(name)/a.txt"))\">All of \(name)</a>")
        let sync = try await workspace.carrel("sync", "\(name).html")
        #expect(sync.status == 0, "\(sync.error)")
    }

    @Test func `a collection that has the name of its catalogue is listed with its items`() async throws {
        for name in ["web", "other"] { try await page(name) }
        let list = try await workspace.carrel("list", "web")
        #expect(list.output == "1  All of web  stored, new\n", "\(list.output)\(list.error)")
        // Without its name all that a catalogue lists is told.
        #expect(try await workspace.carrel("list").output.contains("web\n  web  web  1 item  1 stored\n"))
    }

    @Test func `what comes of several catalogues says which it is of, with its summary`() async throws {
        for name in ["web", "other"] { try await page(name) }
        let get = try await workspace.carrel("get", "--status", "stored")
        let lines = get.output.split(separator: "\n").map(String.init).sorted()
        #expect(lines.count == 2, "\(get.output)")
        #expect(
            lines.first?.hasPrefix("other: 1 unchanged") == true
                && lines.last?.hasPrefix("web: 1 unchanged") == true, "\(lines)")
        let events = try await workspace.carrel("get", "--status", "stored", "--json").objects.dropFirst()
        #expect(Set(events.map { $0["catalogName"] as? String }) == ["web", "other"])
        let one = try await workspace.carrel("get", "other/1")
        #expect(one.output.hasPrefix("1 unchanged"), "\(one.output)\(one.error)")
    }

    @Test func `a catalogue without a source is named, and the others are synced`() async throws {
        try profile(
            "[[catalogue]]\nname = \"empty\"\n", try catalog("notes"),
            "[[catalogue]]\nname = \"gone\"\nsource.path = \"nowhere.json\"\n")
        let sync = try await workspace.carrel("sync", "--json")
        #expect(sync.status == 4)
        #expect(sync.error.contains("carrel: empty: the catalogue “empty” has no source"), "\(sync.error)")
        let events = sync.objects
        #expect(events.count == sync.output.split(separator: "\n").count)
        #expect(events.dropFirst().allSatisfy { $0["catalogName"] != nil }, "\(sync.output)")
        let failed = events.filter { $0["event"] as? String == "catalogFailed" }
        #expect(failed.map { $0["catalogName"] as? String } == ["empty", "gone"])
        #expect((failed.last?["catalog"] as? String)?.hasSuffix("/nowhere.json") == true)
        #expect((failed.last?["reason"] as? String)?.contains("there is no such file") == true)
        let summary = try #require(events.first { $0["event"] as? String == "summary" })
        #expect(summary["catalogName"] as? String == "notes" && summary["downloaded"] as? Int == 1)
        #expect((summary["catalog"] as? String)?.hasSuffix("/notes.json") == true)
        #expect(try await workspace.carrel("sync", "empty").status == 3)
    }

    @Test func `a reader of events hears of a sync's end also where no catalogue could be read`() async throws
    {
        try profile(
            "[[catalogue]]\nname = \"one\"\nsource.path = \"nowhere.json\"\n",
            "[[catalogue]]\nname = \"two\"\nsource.path = \"neither.json\"\n")
        let sync = try await workspace.carrel("sync", "--json")
        #expect(sync.status == 4)
        #expect(
            sync.objects.map { $0["event"] as? String } == [
                "begin", "catalogFailed", "catalogFailed", "error",
            ])
        #expect(sync.objects.last?["status"] as? Int == 4, "\(sync.output)")
    }

    @Test func `the plan of several catalogues is applied to each of them`() async throws {
        try profile(
            try catalog("notes", "store.name = \"N-{basename}\""),
            try catalog("slides", "store.name = \"S-{basename}\""))
        let plan = try await workspace.carrel("plan", "--json")
        let file = try workspace.write("plan.jsonl", plan.output)
        let sync = try await workspace.carrel("sync", "--plan", file, "--json")
        #expect(sync.status == 0, "\(sync.error)")
        let summaries = sync.objects.filter { $0["event"] as? String == "summary" }
        #expect(Set(summaries.map { $0["catalogName"] as? String }) == ["notes", "slides"])
        #expect(summaries.allSatisfy { $0["downloaded"] as? Int == 1 })
        #expect(Set(try workspace.documents().keys) == ["N-notes.txt", "S-slides.txt"])
    }

    @Test func `the byte budget is one for all catalogues, and its own size is what is said`() async throws {
        try profile(
            "[download]\nmax-total = \"18 B\"\nmax-concurrent = 1\n", try catalog("notes"),
            try catalog("slides"))
        let sync = try await workspace.carrel("sync", "--verbose")
        #expect(try workspace.documents().count == 1)
        #expect(sync.error.contains("the byte budget of 18 B is used up"), "\(sync.error)")
    }

    @Test func `config show lists what each catalogue says of itself, with its place`() async throws {
        try profile("[plan]\nuse = \"mirror\"\n", try catalog("notes", "plan.use = \"on-demand\""))
        let shown = try await workspace.carrel("config", "show")
        let lines = shown.output.split(separator: "\n").filter { $0.hasPrefix("catalogue.") }
            .map { $0.split(separator: " ").map(String.init) }
        #expect(
            lines.map { $0[0] }.starts(with: ["catalogue.name", "catalogue.source.use"]), "\(shown.output)")
        let plan = try #require(lines.first { $0[0] == "catalogue.plan.use" })
        #expect(plan[2] == "\"on-demand\"" && plan[3].hasSuffix("carrel.toml:7:6"), "\(plan)")
        #expect(!lines.contains { $0[0].hasPrefix("catalogue.download") })
        let rows = try await workspace.carrel("config", "show", "--json").objects
        let own = rows.filter { $0["catalogue"] as? String == "notes" }
        #expect(own.count == lines.count && rows.count > own.count)
    }

    @Test func `config check and config path speak JSON`() async throws {
        try profile(try catalog("notes"))
        let valid = try await workspace.carrel("config", "check", "--json").objects
        #expect(valid.map { $0["isValid"] as? Bool } == [true])
        let paths = try await workspace.carrel("config", "path", "--json").objects
        #expect((paths.first?["files"] as? [String])?.first?.hasSuffix("carrel.toml") == true)
        #expect((paths.first?["profiles"] as? [String])?.contains("timetable") == true)
        try profile(try catalog("notes", "plan.usw = 3"), try catalog("Notes", file: "slides"))
        let check = try await workspace.carrel("config", "check", "--json")
        #expect(check.status == 3 && check.objects.count == 2, "\(check.output)")
        #expect(check.objects.map { $0["key"] as? String } == ["plan.usw", "catalogue.name"])
        #expect(check.objects.first?["suggestion"] as? String == "use")
    }

    @Test(arguments: [
        ("nots", "Did you mean the catalogue “notes”?"),
        ("timetabel", "Did you mean the profile, --profile timetable?"),
        ("places", "--profile places"),
        ("127.0.0.1:8501/x.json", "A URL begins with its scheme: did you mean http://127.0.0.1:8501/x.json?"),
        ("example.org/x", "did you mean https://example.org/x?"), ("localhost/x", "http://localhost/x?"),
        ("example.org", "did you mean https://example.org"),
        ("http:/x.org/y", "did you mean http://x.org/y?"),
        ("https//example.org/x", "did you mean https://example.org/x?"),
        ("//example.org/x", "did you mean https://example.org/x?"),
        ("missing.json", ". Check the path; relative paths start at the working directory"),
        ("zzzzzz", "No catalogue has that name either: carrel catalogues shows them"),
        ("folder/missing.json", "Check the path"), ("../up.d/x", "Check the path"),
    ])
    func `an operand that is no file has a remedy for what was probably meant`(
        operand: String, remedy: String
    ) async throws {
        try profile(try catalog("notes"))
        let result = try await workspace.carrel("sync", operand)
        #expect(result.status == 4 && result.error.contains("there is no such file"), "\(result.error)")
        #expect(result.error.contains(remedy), "\(result.error)")
    }

    @Test func `a remedy names the setting where a setting names the catalogue`() async throws {
        let setting = try await workspace.carrel("sync", "--set", "source.path=missing.json")
        #expect(setting.status == 4 && setting.error.contains("Check source.path"), "\(setting.error)")
        try workspace.write("folder/file", "")
        let operand = try await workspace.carrel("plan", "folder")
        #expect(
            operand.status == 4
                && operand.error.contains(". Change the path to that of the file that holds the catalogue"),
            "\(operand.error)")
    }
}

import CarrelTesting
import Foundation
import Testing

/// The catalogues that a library knows.
@Suite(.timeLimit(.minutes(2))) struct KnownCatalogTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    private func names() async throws -> [String?] {
        try await workspace.carrel("catalogues", "--json").objects.map { $0["catalogName"] as? String }
    }

    @Test func `what is added is looked at, remembered, and fetched by a sync without operands`() async throws
    {
        let added = try await workspace.carrel("add", course.url, "--name", "Course")
        #expect(added.status == 0, "\(added.error)")
        #expect(
            added.output.hasPrefix("added “Course”: read as module-notes, 2 collections"), "\(added.output)")
        #expect(course.server.requests.allSatisfy { !$0.path.hasSuffix(".txt") })
        #expect(try await workspace.carrel("list", "--json").objects.count == 2)
        _ = try await workspace.carrel("sync")
        #expect(try workspace.documents().count == 3)
        let again = try await workspace.carrel("add", course.url)
        #expect(
            again.status == 1 && again.error.contains("the library knows it as “Course”"), "\(again.error)")
    }

    @Test func `the name of a known catalogue is told as such, not as a missing file`() async throws {
        _ = try await workspace.carrel("add", course.url, "--name", "Course")
        let again = try await workspace.carrel("add", "Course")
        #expect(
            again.status == 1 && again.error.contains("the library knows it as “Course”; carrel set Course"),
            "\(again.error)")
        let near = try await workspace.carrel("add", "Cuorse")
        #expect(near.error.contains("Did you mean the catalogue “Course”?"), "\(near.error)")
    }

    @Test(.enabled(if: TestCertificate.isAvailable, "openssl is not installed"))
    func `files that are named with a catalogue are found from every folder`() async throws {
        _ = try await TestCertificate(in: workspace)
        try workspace.write("file", "abc\n")
        let added = try await workspace.carrel(
            "add", course.url, "--set", "download.ca-file=server.crt", "--set", "download.token=file:file")
        #expect(added.status == 0, "\(added.error)")
        let catalog = try #require(try await workspace.carrel("catalogues", "--json").objects.first)
        let (settings, folder) = (catalog["settings"] as? [String] ?? [], workspace.folder.path)
        #expect(settings.contains("download.ca-file=\(folder)/server.crt"), "\(settings)")
        #expect(settings.contains("download.token=file:\(folder)/file"), "\(settings)")
    }

    @Test func `files that are set for a catalogue are found from every folder`() async throws {
        try workspace.write("file", "abc\n")
        _ = try await workspace.carrel("add", course.url, "--name", "Course")
        let set = try await workspace.carrel(
            "set", "Course", "download.token=file:file", "download.max-concurrent=1", "--json")
        #expect(set.status == 0, "\(set.error)")
        let catalog = try #require(set.objects.first)
        let settings = catalog["settings"] as? [String] ?? []
        #expect(settings.contains("download.token=file:\(workspace.folder.path)/file"), "\(settings)")
        #expect(settings.contains("download.max-concurrent=1"), "\(settings)")
        // They are trusted as they are kept.
        let sync = try await workspace.carrel("sync")
        #expect(sync.output.contains("3 new"), "\(sync)")
    }

    @Test(arguments: [["sync"], ["sync", "Course"]])
    func `a sync opens the profile of a known catalogue once`(command: [String]) async throws {
        let profile = workspace.folder.appending(path: "course.toml")
        try Data("[store]\nname = \"{title}.{extension}\"\n".utf8).write(to: profile)
        _ = try await workspace.carrel("add", course.url, "--name", "Course", "--config", profile.path)
        let events = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        defer { close(events) }
        #expect(inotify_add_watch(events, profile.path, UInt32(IN_OPEN | IN_CLOSE_NOWRITE)) >= 0)
        let result = try await CarrelProcess(command, in: workspace).wait()
        #expect(result.output.contains("3 new"), "\(result)")
        // It is opened and closed. An event is as long as its fields: it names nothing where a file is watched.
        var bytes = [UInt8](repeating: 0, count: 4096)
        #expect(read(events, &bytes, bytes.count) == 2 * MemoryLayout<inotify_event>.size)
    }

    @Test func `a catalogue is read with the file of its profile, whatever that is called`() async throws {
        try workspace.write("mine", "[store]\nname = \"{title}.{extension}\"\n")
        let added = try await workspace.carrel("add", course.url, "--config", "mine")
        #expect(added.status == 0, "\(added.error)")
        let synced = try await workspace.carrel("sync")
        #expect(
            synced.output.contains("3 new") && synced.output.contains("  Week 1.txt"),
            "\(synced.output)\(synced.error)")
    }

    @Test func `a known catalogue is read with its own profile, until set gives it another`() async throws {
        try workspace.write("config/carrel/later.toml", "[plan]\nuse = \"on-demand\"\n")
        _ = try await workspace.carrel("add", course.url, "--name", "c")
        let plan = ["plan", course.url, "--json", "--profile", "later"]
        let own = try await CarrelProcess(plan, in: workspace).wait()
        #expect(own.output.contains("\"action\":\"download\""), "\(own.output)\(own.error)")
        #expect(try await workspace.carrel("set", "c", "extends=later").status == 0)
        let other = try await CarrelProcess(["plan", "c", "--json"], in: workspace).wait()
        #expect(!other.output.contains("\"action\":\"download\""), "\(other.output)\(other.error)")
    }

    @Test func `the last of several values of a setting counts, and it alone is told`() async throws {
        _ = try await workspace.carrel("add", course.url, "--name", "c")
        let set = try await workspace.carrel(
            "set", "c", "plan.use=mirror", "parse.max-pages=3", "plan.use=on-demand")
        let lines = ["“c”: parse.max-pages=3 from now on", "“c”: plan.use=on-demand from now on", ""]
        #expect(set.output == lines.joined(separator: "\n"), "\(set.error)")
        let kept = try await workspace.carrel("set", "c").output
        #expect(kept.contains("plan.use=on-demand\n") && !kept.contains("mirror"), "\(kept)")
    }

    @Test func `a catalogue whose profile has moved is told where that is`() async throws {
        try workspace.write("mine.toml", "[plan]\nuse = \"on-demand\"\n")
        _ = try await workspace.carrel("add", course.url, "--config", "mine.toml", "--name", "c")
        let files = FileManager.default
        let folder = workspace.folder
        try files.moveItem(at: folder.appending(path: "mine.toml"), to: folder.appending(path: "moved.toml"))
        let lost = try await workspace.carrel("sync")
        #expect(lost.status == 3 && lost.error.contains("carrel set c extends=FILE"), "\(lost.error)")
        let wrong = try await workspace.carrel("set", "c", "extends=gone.toml")
        #expect(wrong.status == 3 && wrong.error.contains("gone.toml"), "\(wrong.error)")
        let set = try await workspace.carrel("set", "c", "extends=moved.toml")
        #expect(set.status == 0, "\(set.output)\(set.error)")
        let path = folder.appending(path: "moved.toml").path
        #expect(try await workspace.carrel("set", "c").output.contains("extends=\(path)\n"))
        #expect(try await workspace.carrel("sync", "--json").objects.last?["deferred"] as? Int == 4)
        let back = try await workspace.carrel("set", "c", "extends=")
        #expect(back.output == "“c”: it is read with the profile default from now on\n", "\(back.error)")
        #expect(try await workspace.carrel("sync", "--json").objects.last?["downloaded"] as? Int == 3)
    }

    @Test func `what is known already is renamed, not added`() async throws {
        _ = try await workspace.carrel("add", course.url, "--name", "Course")
        let again = try await workspace.carrel("add", course.url, "--name", "other")
        #expect(again.status == 1 && again.error.contains(": carrel rename Course other"), "\(again.error)")
        #expect(try await workspace.carrel("rename", "Course", "other").status == 0)
    }

    @Test(arguments: [
        ("a/b", "a-b"), ("mine", "mine-2"), (" x ", "x"), ("", "catalogue"), ("-", "catalogue"),
    ])
    func `a name that a catalogue cannot have is suggested as one that it can have`(
        name: String, suggested: String
    ) async throws {
        _ = try await workspace.carrel("add", try workspace.write("mine.json", "[]"))
        _ = try await workspace.carrel("add", course.url, "--name", "Course")
        let again = try await workspace.carrel("add", course.url, "--name", name)
        #expect(again.error.hasSuffix(": carrel rename Course \(suggested)\n"), "\(again.error)")
        #expect(try await workspace.carrel("rename", "Course", suggested).status == 0)
    }

    @Test func `commands in hints work where a name looks like an option`() async throws {
        let add = try await workspace.carrel("add", course.url, "--name", "-x")
        #expect(add.error == "fetch what it lists: carrel sync -- '-x'\n", "\(add.error)")
        let set = try await workspace.carrel("set", "--", "-x", "store.name={title}.{extension}")
        #expect(set.error.hasSuffix(": carrel move --dry-run -- '-x'\n"), "\(set.error)")
        let again = try await workspace.carrel("add", course.url, "--name", "-y")
        #expect(again.error.hasSuffix(": carrel rename -- '-x' '-y'\n"), "\(again.error)")
        for hint in [add.error, set.error, again.error] {
            let command = hint.replacing(#/^.*: /#, with: "")
            let result = try await workspace.shell(command)
            #expect(result.status == 0 || command.contains("sync"), "\(command): \(result.error)")
            #expect(!result.error.contains("unknown option"), "\(command): \(result.error)")
        }
    }

    @Test(arguments: [
        ("bogus.x=1", "bogus"), ("download.retries=many", "download.retries"),
        ("parse.use=nothing", "parse.use"),
    ])
    func `a setting that is wrong is named by its key`(setting: String, key: String) async throws {
        _ = try await workspace.carrel("add", course.url, "--name", "mods", "--set", "plan.use=on-demand")
        let set = try await workspace.carrel("set", "mods", "plan.use=mirror", setting)
        #expect(set.status == 3 && set.error.hasPrefix("\(key): "), "\(set.error)")
        #expect(!set.error.contains("“mods”:"), "\(set.error)")
    }

    @Test
    func
        `an address in the place of a setting, and a setting without its stage, are named as they were typed`()
        async throws
    {
        _ = try await workspace.carrel("add", course.url, "--name", "mods")
        let address = "http://x.example/a.json?list=1"
        let moved = try await workspace.carrel("set", "mods", address)
        let remedy =
            "\(address): expected STAGE.KEY=VALUE; to read it from there: carrel set mods 'source.url=\(address)'"
        #expect(moved.status == 2 && moved.error.contains(remedy), "\(moved.error)")
        let bare = try await workspace.carrel("set", "mods", "url=\(address)")
        #expect(
            bare.status == 3 && bare.error.contains("“url” names no stage; expected STAGE.KEY"),
            "\(bare.error)")
        let word = try await workspace.carrel("set", "mods", "a.b.c.d")
        #expect(word.status == 2 && word.error.contains("a.b.c.d: expected STAGE.KEY=VALUE"), "\(word.error)")
    }

    @Test func `what all catalogues of a library share is not set for one of them`() async throws {
        _ = try await workspace.carrel("add", course.url, "--name", "mods")
        let before = try await workspace.carrel("set", "mods").output
        for setting in [
            "preview.max-text=2 kB", "preview.pdf-text.max-pages=2", "store.versions=2", "store.path=x",
            "store.reserve=2 GiB", "queue.use=local", "map.max-zoom=3",
        ] {
            let set = try await workspace.carrel("set", "mods", setting)
            #expect(
                set.status == 2
                    && set.error.contains("all catalogues of a library share it; say it in the profile"),
                "\(setting): \(set.error)")
        }
        #expect(try await workspace.carrel("set", "mods").output == before)
    }

    @Test(arguments: ["sync", "add", "plan"])
    func `an empty name is asked for`(command: String) async throws {
        let result = try await workspace.carrel(command, "")
        #expect(
            result.status == 2 && result.error.hasPrefix("carrel: which catalogue?"),
            "\(result.error)")
    }

    @Test(arguments: ["sync", "watch", "plan", "add"])
    func `in an empty library the first step is named`(command: String) async throws {
        let result = try await workspace.carrel(command)
        #expect(result.status == 2 && result.error.contains("add one: carrel add URL"), "\(result.error)")
    }

    @Test func `what is missing to add another catalogue is named`() async throws {
        _ = try await workspace.carrel("add", course.url, "--name", "Course")
        let add = try await workspace.carrel("add")
        #expect(
            add.status == 2
                && add.error == "carrel add: which catalogue? Name its URL or its file: carrel add URL\n",
            "\(add.error)")
        try workspace.write(
            "config/carrel/mine.toml", "[[catalogue]]\nname = \"mods\"\nsource.url = \"\(course.url)\"\n")
        let listed = try await workspace.carrel("add", "--profile", "mine")
        #expect(
            listed.status == 2 && listed.error.hasSuffix("; those of the profile come with carrel sync\n"),
            "\(listed.error)")
    }

    @Test func `a library whose catalogues list nothing is told to be that`() async throws {
        _ = try await workspace.carrel("add", try workspace.write("none.json", "[]"))
        let said = [
            (["list"], "the library's catalogues list nothing: carrel catalogues"),
            (["list", "none"], "“none” lists nothing: carrel catalogues"),
            (["list", "other"], "the library's catalogues list nothing; carrel catalogues shows them"),
            (
                ["preview", "other.pdf"],
                "there is no file “other.pdf”, and the library's catalogues list nothing"
            ),
        ]
        for (arguments, sentence) in said {
            let result = try await CarrelProcess(arguments, in: workspace).wait()
            #expect(result.error.contains(sentence), "\(arguments): \(result.error)")
        }
    }

    @Test func `the first sync of a URL adds it, and the next ones do not`() async throws {
        let first = try await workspace.carrel("sync", course.url)
        #expect(first.error.contains("; from now on: carrel sync "), "\(first.error)")
        let second = try await workspace.carrel("sync", course.url)
        #expect(!second.error.contains("from now on"), "\(second.error)")
        let name = try #require(try await names().first ?? nil)
        #expect(try await names().count == 1)
        let third = try await workspace.carrel("sync", name, "--json")
        #expect(third.objects.last?["unchanged"] as? Int == 3, "\(third.output)")
        let bare = try await workspace.carrel("sync", "--json")
        #expect(bare.objects.last?["catalogName"] as? String == name, "\(bare.output)")
    }

    @Test func `values that the first sync does not keep are named, with the command that keeps them`()
        async throws
    {
        try workspace.write("key", "abc")
        let first = try await workspace.carrel(
            "sync", course.url, "--set", "store.name={title}.{extension}", "--set", "parse.use=module-notes",
            "--set", "download.retries=2", "--set", "download.token=file:key")
        let name = try #require(try await names().first ?? nil)
        #expect(
            first.error.contains(
                "store.name, download.retries, download.token counted this time only; to keep them: "
                    + "carrel set \(name) 'store.name={title}.{extension}' download.retries=2 download.token=…"
            ),
            "\(first.error)")
        #expect(!first.error.contains("parse.use"), "\(first.error)")
    }

    @Test
    func `a catalogue is read with the profile and the settings that it was added with, wherever one is`()
        async throws
    {
        try workspace.write("notes.json", course.catalog)
        try workspace.write("mine.toml", "extends = \"notes\"\n[store]\nname = \"M-{basename}\"\n")
        let added = try await workspace.carrel(
            "add", "notes.json", "--config", "mine.toml", "--set", "plan.use=on-demand")
        #expect(added.status == 0, "\(added.error)")
        let root = workspace.library.path
        let elsewhere = try Workspace()
        let environment = ["XDG_DATA_HOME": workspace.folder.appending(path: ".local/share").path]
        let sync = try await CarrelProcess(
            ["sync", "--library", root, "--json"], in: elsewhere, environment: environment
        ).wait()
        #expect(sync.status == 0, "\(sync.error)")
        #expect(sync.objects.last?["deferred"] as? Int == 4, "\(sync.output)")
        let got = try await CarrelProcess(
            ["get", "--library", root, "COMP307/1"], in: elsewhere, environment: environment
        ).wait()
        #expect(got.output.contains("new      COMP307: Week 1  M-"), "\(got.output)\(got.error)")
    }

    @Test func `what a first sync sets for itself does not stay, and what says how to read it does`()
        async throws
    {
        try workspace.write("notes.json", course.catalog)
        let sync = try await workspace.carrel(
            "sync", "notes.json", "--set", "plan.use=on-demand", "--set", "parse.use=module-notes")
        #expect(sync.status == 0, "\(sync.error)")
        let settings = try await workspace.carrel("set", "notes").output
        #expect(settings.contains("parse.use=module-notes") && !settings.contains("plan."), "\(settings)")
        #expect(try await workspace.carrel("sync", "--json").objects.last?["downloaded"] as? Int == 3)
    }

    @Test func `where trust cannot be recorded, the folder and the remedy are named`() async throws {
        let blocked = try workspace.write("blocked", "a file where a folder belongs")
        let add = try await workspace.carrel(
            "add", course.url, "--name", "course", environment: ["XDG_DATA_HOME": blocked])
        #expect(
            add.error.contains(
                "your trust in “course” could not be recorded: \(blocked)/carrel/trusted: it could not be written"
            ), "\(add.error)")
        #expect(
            add.error.contains(". Set XDG_DATA_HOME to a folder that may be written to\n"), "\(add.error)")
    }

    @Test func `whoever names a place needs nothing of what the library says`() async throws {
        let file = try workspace.write("notes.json", course.catalog)
        _ = try await workspace.carrel("sync", file)
        let stranger = ["XDG_DATA_HOME": workspace.folder.appending(path: "stranger").path]
        #expect(try await workspace.carrel("sync", environment: stranger).status == 3)
        let named = try await workspace.carrel("sync", file, "--json", environment: stranger)
        #expect(named.objects.last?["unchanged"] as? Int == 3, "\(named.output)\(named.error)")
    }

    @Test func `settings are changed, taken back, and refused where they are wrong`() async throws {
        _ = try await workspace.carrel("add", course.url, "--name", "course")
        #expect(try await workspace.carrel("set", "Course", "plan.use=on-demand").status == 0)
        #expect(try await workspace.carrel("set", "course").output.contains("plan.use=on-demand"))
        #expect(try await workspace.carrel("sync", "--json").objects.last?["deferred"] as? Int == 4)
        let wrong = try await workspace.carrel("set", "course", "plan.usw=mirror")
        #expect(wrong.status == 3 && wrong.error.contains("plan.usw"), "\(wrong.error)")
        let tab = try await workspace.carrel("set", "course", "parse.separator=\t")
        #expect(tab.status == 0, "\(tab.error)")
        let lines = try await workspace.carrel("set", "course", "parse.pattern=a\nb")
        #expect(lines.status == 2 && lines.error.contains("a value is one line of text"), "\(lines.error)")
        #expect(try await workspace.carrel("set", "course", "plan.use=").status == 0)
        #expect(!(try await workspace.carrel("set", "course").output.contains("plan.")))
        #expect(try await workspace.carrel("sync", "--json").objects.last?["downloaded"] as? Int == 3)
    }

    @Test(arguments: ["store.path=/elsewhere", "library.use=memory", "queue.use=local"])
    func `what all catalogues share is refused for one`(setting: String) async throws {
        _ = try await workspace.carrel("add", course.url, "--name", "mine")
        let set = try await workspace.carrel("set", "mine", setting)
        #expect(set.status == 2 && set.error.contains("all catalogues of a library share it"), "\(set.error)")
    }

    @Test func `a setting without which a catalogue could not be read any more cannot be taken back`()
        async throws
    {
        _ = try await workspace.carrel("add", course.url, "--name", "mine")
        let set = try await workspace.carrel("set", "mine", "source.url=")
        #expect(set.status == 3 && set.error.contains("source.url"), "\(set.error)")
        #expect(try await workspace.carrel("sync", "mine").status == 1, "it is read as before")
    }

    @Test func `a change that is refused costs no trust`() async throws {
        // A file beyond the library's folder needs trust, and who typed its path gave it.
        _ = try await workspace.carrel("add", try workspace.write("notes.json", course.catalog))
        #expect(try await workspace.carrel("set", "notes", "download.retries=many").status == 3)
        let sync = try await workspace.carrel("sync", "--json")
        #expect(sync.objects.last?["downloaded"] as? Int == 3, "\(sync.error)")
    }

    @Test func `a new name is taken everywhere, and none is given twice`() async throws {
        _ = try await workspace.carrel("add", course.url, "--name", "one")
        try workspace.write("other.json", course.catalog)
        let taken = try await workspace.carrel("add", "other.json", "--name", "One")
        #expect(taken.status == 1 && taken.error.contains("another catalogue"), "\(taken.error)")
        let wrong = try await workspace.carrel("add", "other.json", "--name", "a/b")
        #expect(wrong.status == 2 && wrong.error.contains("without a slash"), "\(wrong.error)")
        _ = try await workspace.carrel("add", "other.json", "--name", "two")
        let again = try await workspace.carrel("rename", "two", "ONE")
        #expect(again.status == 1 && again.error == taken.error.replacing("“One”", with: "“ONE”"))
        #expect(try await workspace.carrel("rename", "two", "a/b").status == 2)
        #expect(try await workspace.carrel("rename", "two", "three").output == "“two” is now “three”\n")
        #expect(try await names() == ["one", "three"])
        #expect(try await workspace.carrel("list", "three").output.hasPrefix("three\n"))
        #expect(try await workspace.carrel("rename", "nosuch", "x").status == 1)
    }

    @Test func `an address in another dress, or one that redirects, is the same catalogue`() async throws {
        let page = "<a href=\"\(course.server.address("/COMP307/week1.txt"))\">Week 1</a>"
        for path in ["/notes", "/notes/", "/notes/index.html"] {
            course.server.on(path, .document(page, entityTag: "\"p\"", mediaType: "text/html"))
        }
        course.server.on("/old", .redirect(to: course.server.address("/notes/")))
        for path in ["/notes/", "/notes", "/notes/index.html", "/notes/#week-2", "/old"] {
            let sync = try await workspace.carrel("sync", course.server.address(path), "--json")
            #expect(sync.status == 0, "\(path): \(sync.error)")
        }
        #expect(try await names().count == 1)
        #expect(try await workspace.carrel("list", "--json").objects.count == 1)
        #expect(try workspace.documents().count == 1)
    }

    @Test func `what somebody else's library says needs trust, and one catalogue does not stop the others`()
        async throws
    {
        _ = try await workspace.carrel("add", course.url, "--name", "good")
        try workspace.write("other.json", course.catalog)
        _ = try await workspace.carrel(
            "add", "other.json", "--name", "bad", "--set",
            "download.password=command:touch \(workspace.folder.path)/ran",
            "--set", "download.user=me")
        let stranger = ["XDG_DATA_HOME": workspace.folder.appending(path: "stranger").path]
        let sync = try await workspace.carrel("sync", environment: stranger)
        #expect(sync.status == 3, "\(sync.error)")
        #expect(sync.error.contains("carrel config trust bad"), "\(sync.error)")
        #expect(try workspace.documents().count == 3)
        #expect(!FileManager.default.fileExists(atPath: workspace.folder.appending(path: "ran").path))
        let trusted = try await workspace.carrel("config", "trust", "bad", environment: stranger)
        #expect(
            trusted.status == 0 && trusted.output.contains("may run"), "\(trusted.output)\(trusted.error)")
        let after = try await workspace.carrel("plan", "bad", environment: stranger)
        #expect(!after.error.contains("not trusted"), "\(after.error)")
    }

    @Test func `the profile of the folder goes before what the library knows`() async throws {
        _ = try await workspace.carrel("add", course.url, "--name", "known")
        try workspace.write("notes.json", course.catalog)
        try workspace.write("carrel.toml", "[[catalogue]]\nname = \"listed\"\nsource.path = \"notes.json\"\n")
        let sync = try await workspace.carrel("sync", "--json")
        #expect(sync.objects.last?["catalogName"] as? String == "listed", "\(sync.output)\(sync.error)")
        let known = try await workspace.carrel("sync", "known", "--json")
        #expect(known.objects.last?["catalogName"] as? String == "known", "\(known.output)\(known.error)")
    }
}

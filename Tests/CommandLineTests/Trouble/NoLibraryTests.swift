import CarrelTesting
import Foundation
import Testing

/// Where no library is yet, and hints about the one that a command was given.
@Suite(.timeLimit(.minutes(1))) struct NoLibraryTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: workspace.folder.appending(path: path).path)
    }

    @Test(arguments: ["sync", "add"])
    func `a catalogue that cannot be read leaves no library behind`(command: String) async throws {
        course.server.on("/feed.json", .content(#"{"version": "https://jsonfeed.org/version/1.1"}"#))
        let places = [
            course.server.address("/nothing"), course.server.address("/feed.json"), "nowhere.json",
            "http://127.0.0.1:1/list.html",
        ]
        for place in places {
            let own = try await workspace.carrel(command, place)
            #expect(own.status == 4, "\(own.error)")
            #expect(!exists("Carrel"), "\(place)")
        }
        let nested = try await workspace.carrel(command, places[0], "--library", "new/folders/L")
        #expect(nested.status == 4 && !exists("new"), "\(nested.error)")
        // What was there stays.
        try workspace.write("mine/note.txt", "mine")
        let mine = try await workspace.carrel(command, places[0], "--library", "mine")
        #expect(mine.status == 4 && exists("mine/note.txt"), "\(mine.error)")
        #expect(!exists("mine/.carrel"))
    }

    @Test func `several catalogues that cannot be read leave no library, and one that can begins it`()
        async throws
    {
        let none = try await workspace.carrel("sync", course.server.address("/nothing"), "nowhere.json")
        #expect(none.status == 4 && !exists("Carrel"), "\(none.error)")
        let one = try await workspace.carrel("sync", course.server.address("/nothing"), course.url)
        #expect(one.status == 4 && exists("Carrel/COMP304-week1.txt"), "\(one.error)")
    }

    @Test func `commands in hints name the profile's file that was given`() async throws {
        let profile = try workspace.write("mine.toml", "[download]\nretries = 0\n")
        let add = try await workspace.carrel("add", course.url, "--name", "notes", "--config", profile)
        #expect(add.error.hasSuffix(": carrel sync --config \(profile) notes\n"), "\(add.error)")
        course.server.on("/COMP307/gone.pdf", .status(404))
        let sync = try await workspace.carrel("sync", "notes", "--config", profile)
        #expect(
            sync.output.contains("(carrel list --config \(profile) --status failed)"),
            "\(sync.output)\(sync.error)")
    }

    @Test(arguments: ["a:b", "http:x", "plain"])
    func `commands in hints name the library, whatever a catalogue is called`(name: String) async throws {
        let list = try workspace.write("\(name).txt", course.server.address("/notes.pdf") + "\n")
        let add = try await workspace.carrel("add", list, "--library", "L")
        #expect(add.error == "fetch what it lists: carrel sync --library L \(name)\n", "\(add.error)")
    }

    @Test(arguments: ["get x", "remove x", "set x plan.use=mirror", "rename x y", "quarantine accept 1"])
    func `a command about what is there begins no library in a folder that is named`(
        command: String
    ) async throws {
        let words = command.split(separator: " ").map(String.init) + ["--library", "Typo"]
        let result = try await CarrelProcess(words, in: workspace).wait()
        #expect(result.status == 5, "\(result.output)\(result.error)")
        #expect(
            result.error.contains("there is no library in Typo. Begin one there with: carrel add"),
            "\(result.error)")
        #expect(!exists("Typo"))
    }

    @Test(arguments: [
        "get x", "remove x", "set x plan.use=mirror", "rename x y", "quarantine accept 1",
        "quarantine discard --all", "restore x --version 1", "verify --repair",
    ])
    func `a command about what is there begins no library in a folder of other files`(
        command: String
    ) async throws {
        try workspace.write("mine/note.txt", "mine")
        // As a process leaves it that was killed before it had begun the records.
        let unfinished = workspace.folder.appending(path: "unfinished/.carrel")
        try FileManager.default.createDirectory(at: unfinished, withIntermediateDirectories: true)
        let places: [(String, [String])] = [
            ("mine", ["--library", "mine"]), ("unfinished", ["--library", "unfinished"]),
            (workspace.library.path, []),
        ]
        for (folder, option) in places {
            let words = command.split(separator: " ").map(String.init) + option
            let result = try await CarrelProcess(words, in: workspace).wait()
            #expect(result.status == 5, "\(folder): \(result.output)\(result.error)")
            #expect(
                result.error.contains("there is no library in \(folder). Begin one there with: carrel add"),
                "\(result.error)")
        }
        #expect(!exists("mine/.carrel") && !exists("unfinished/.carrel/library.sqlite") && !exists("Carrel"))
    }

    @Test(arguments: ["mine", "new"])
    func `an import without a catalogue leaves no library behind`(library: String) async throws {
        try workspace.write("mine/note.txt", "mine")
        try workspace.write("files/a.txt", "a")
        let result = try await workspace.carrel("import", "files", "--library", library)
        #expect(result.status == 2 && result.error.contains("there is no catalogue yet"), "\(result.error)")
        #expect(exists("mine/note.txt") && !exists("mine/.carrel") && !exists("new"))
    }

    @Test func `what is to be ignored is refused where no library would remember it`() async throws {
        try workspace.write("mine/note.txt", "mine")
        let ignore = try await workspace.carrel("ignore", "*.zip", "--library", "mine")
        #expect(ignore.status == 5 && ignore.output.isEmpty, "\(ignore.output)")
        #expect(
            ignore.error.contains("there is no library yet. Begin one with carrel add"), "\(ignore.error)")
        let list = try await workspace.carrel("ignore", "--library", "mine")
        #expect(list.status == 0 && list.error.contains("nothing is ignored"), "\(list.error)")
        #expect(!exists("mine/.carrel"))
    }

    @Test(arguments: [["search", "knots"], ["index"], ["verify"], ["export", "bagit", "bag"]])
    func `what needs a library says once that none is there, and how to begin one`(
        words: [String]
    ) async throws {
        let result = try await CarrelProcess(words, in: workspace).wait()
        #expect(result.status == 5, "\(result.error)")
        #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
        #expect(
            result.error.hasSuffix("there is no library yet. Begin one with carrel add URL\n"),
            "\(result.error)")
    }

    @Test(.enabled(if: PlainRights.canBeHad, "taking rights from root needs setpriv"))
    func `a library that cannot be looked at is not said to be missing`() async throws {
        _ = try await workspace.carrel("sync", course.url, "--library", "closed/L")
        let result = try await workspace.shell(
            """
            chmod 000 closed
            \(PlainRights.words) carrel list --library closed/L 2>&1 && status=0 || status=$?
            chmod 755 closed
            exit $status
            """)
        #expect(result.status == 5 && result.output.contains("Permission denied"), "\(result)")
        #expect(!result.output.contains("there is no library"), "\(result)")
    }

    @Test func `of a library that remembers nothing no later command is promised`() async throws {
        let memory = ["--set", "library.use=memory"]
        for command in ["sync", "add"] {
            let result = try await CarrelProcess([command, course.url] + memory, in: workspace).wait()
            #expect(result.status == 0 || command == "sync", "\(result.error)")
            #expect(
                !result.error.contains("from now on") && !result.error.contains("carrel sync"),
                "\(result.error)")
        }
    }

    @Test(arguments: [
        ("other.json", #"{"kind": "playlist", "tracks": [{"id": "1", "name": "T"}]}"#),
        ("table.csv", "Titel,Adresse\nKnots,http://school.example/knots.pdf\n"),
    ])
    func `of what a mapping may read it is said how to get one`(name: String, content: String) async throws {
        let file = try workspace.write(name, content)
        let sync = try await workspace.carrel("sync", file)
        #expect(
            sync.status == 4 && sync.error.contains("the content is of no known kind; known are"),
            "\(sync.error)")
        #expect(sync.error.contains("carrel map suggest \(file)"), "\(sync.error)")
        let suggested = try await workspace.carrel("map", "suggest", file)
        #expect(suggested.status == 0, "\(suggested.error)")
    }

    @Test func `a text with addresses behind other words is told where addresses stand`() async throws {
        let list = try workspace.write("list.txt", "- http://school.example/a.pdf\n- and so on\n")
        let sync = try await workspace.carrel("sync", list)
        #expect(
            sync.status == 4 && sync.error.contains("In a list of addresses each line begins with one"),
            "\(sync.error)")
    }

    @Test func `of a document in the place of a catalogue it is said how to fetch it`() async throws {
        let pdf = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"
        course.server.on("/knots", .content(pdf))
        let sync = try await workspace.carrel("sync", course.server.address("/knots"))
        #expect(sync.status == 4, "\(sync.error)")
        #expect(
            sync.error.contains(
                "this is a document (application/pdf), not a catalogue that lists documents. "
                    + "To fetch single documents, put their addresses into a text file, one a line: "
                    + "carrel sync FILE"), "\(sync.error)")
        let file = try workspace.write("knots.pdf", pdf)
        let local = try await workspace.carrel("sync", file)
        #expect(local.error.contains("carrel preview \(file)"), "\(local.error)")
    }

    @Test func `what is neither a file nor an item is told to be neither`() async throws {
        let preview = try await workspace.carrel("preview", "nosuch.pdf")
        #expect(preview.status == 1, "\(preview.error)")
        #expect(
            preview.error.hasPrefix(
                "carrel preview: there is no file “nosuch.pdf”, and the library is empty"),
            "\(preview.error)")
    }

    @Test func `what is neither a file nor an item of the library is told to be neither`() async throws {
        _ = try await workspace.carrel("add", course.url)
        let preview = try await workspace.carrel("preview", "nosuch.pdf")
        #expect(
            preview.status == 1
                && preview.error.hasPrefix(
                    "carrel preview: there is no file “nosuch.pdf”, and there is no item “nosuch.pdf”"),
            "\(preview.error)")
        let item = try await workspace.carrel("preview", "NoSuch")
        #expect(item.error.hasPrefix("carrel: there is no item “NoSuch”"), "\(item.error)")
    }

    @Test func `where there is nothing to preview at a URL no setting is blamed`() async throws {
        let preview = try await workspace.carrel("preview", course.server.address("/nothing.txt"))
        #expect(preview.error.contains("404 Not Found. Check the URL"), "\(preview.error)")
    }

    @Test func `a preview of an address names that, and not a copy that is gone by then`() async throws {
        course.server.on("/broken.pdf", .content("%PDF-1.4\nbroken"))
        let (wrong, right) = (
            course.server.address("/broken.pdf"), course.server.address("/COMP304/week1.txt")
        )
        let broken = try await workspace.carrel("preview", wrong)
        #expect(broken.status == 1 && broken.error.hasPrefix("carrel: \(wrong): "), "\(broken.error)")
        let shown = try await workspace.carrel("preview", right, "--json")
        #expect(shown.objects.first?["path"] as? String == right, "\(shown.output)")
    }

    @Test func `a command that a message names is about the library of the command`() async throws {
        let library = ["--library", "my lib"]
        func carrel(_ arguments: String...) async throws -> CarrelProcess.Result {
            try await CarrelProcess(arguments + library, in: workspace).wait()
        }
        let add = try await carrel("add", course.url, "--name", "c")
        #expect(add.error == "fetch what it lists: carrel sync --library 'my lib' c\n", "\(add.error)")
        let sync = try await carrel("sync", "c")
        #expect(
            sync.output.contains("1 failed (carrel list --library 'my lib' --status failed)"),
            "\(sync.output)")
        let get = try await carrel("get", "COMP307")
        #expect(get.status == 1)
        let find = try await carrel("get", "COMP309/1")
        #expect(find.error.hasPrefix("carrel: there is no item"), "\(find.error)")
        #expect(find.error.contains("carrel list --library 'my lib' shows what there is"), "\(find.error)")
        let again = try await carrel("add", course.url)
        #expect(again.error.hasPrefix("carrel add: the library"), "\(again.error)")
        #expect(again.error.contains("; carrel set --library 'my lib' c KEY=VALUE"), "\(again.error)")
        try Data(repeating: 7, count: 100_000).write(
            to: workspace.folder.appending(path: "my lib/.carrel/library.sqlite"))
        let damaged = try await carrel("list")
        #expect(
            damaged.error.contains("and run carrel sync --library 'my lib', which goes on"),
            "\(damaged.error)")
    }

    @Test func `a command that a message about the quarantine names is about its library`() async throws {
        let accept = try await CarrelProcess(
            ["quarantine", "accept", "--library", "my lib"], in: workspace
        ).wait()
        #expect(accept.error.contains("carrel quarantine list --library 'my lib' shows"), "\(accept.error)")
    }

    @Test func `commands in hints name the profile that leads to the library`() async throws {
        try workspace.write("config/carrel/sea.toml", "[store]\npath = \"~/Sea\"\n")
        let option = ["--profile", "sea"]
        func carrel(_ arguments: String...) async throws -> CarrelProcess.Result {
            try await CarrelProcess(arguments + option, in: workspace).wait()
        }
        let none = try await carrel("list")
        #expect(none.error.contains("carrel add --profile sea URL"), "\(none.error)")
        let add = try await carrel("add", course.url, "--name", "c")
        #expect(add.error == "fetch what it lists: carrel sync --profile sea c\n", "\(add.error)")
        let sync = try await carrel("sync", "c")
        #expect(
            sync.output.contains("1 failed (carrel list --profile sea --status failed)"), "\(sync.output)")
        let why = try await carrel("why", "COMP307/2")
        #expect(why.error.contains("try it now: carrel get --profile sea "), "\(why.error)")
        let set = try await carrel("set", "c", "store.name={title}.{extension}")
        #expect(set.error.contains("carrel move --profile sea --dry-run c"), "\(set.error)")
        let both = try await carrel("list", "--library", "Typo")
        #expect(both.error.contains("with: carrel add --library Typo URL"), "\(both.error)")
    }

    @Test func `a profile of the library that is used without it is not in hints`() async throws {
        try workspace.write(
            "config/carrel/mine.toml", "[store]\nname = \"{title}.{extension}\"\nversions = 2\n")
        for profile in ["offline", "mine"] {
            let list = try await workspace.carrel("list", "--profile", profile)
            #expect(list.error.contains("add a catalogue: carrel add URL"), "\(list.error)")
        }
    }
}

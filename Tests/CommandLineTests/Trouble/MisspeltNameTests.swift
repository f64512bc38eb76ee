import Foundation
import Testing

/// Names that are nearly right.
@Suite(.timeLimit(.minutes(1))) struct MisspeltNameTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test func `a library that is not there is an error, and no empty one`() async throws {
        let list = try await workspace.carrel("list", "--library", "Typo")
        #expect(list.status == 5, "\(list.error)")
        #expect(
            list.error.contains(
                "there is no library in Typo. Begin one there with: carrel add --library Typo URL"))
        #expect(!FileManager.default.fileExists(atPath: workspace.folder.appending(path: "Typo").path))
        let own = try await workspace.carrel("list")
        #expect(
            own.status == 0 && own.error.contains("is empty; add a catalogue: carrel add URL"), "\(own.error)"
        )
    }

    @Test(arguments: [
        ("https://example.org/notes", "It is a URL"),
        ("s3://notes/2026", "with use = \"s3\" and bucket = \"notes\" in its [store]: docs/ManyMachines.md"),
        ("file:///tmp/Notes", "Leave out the scheme: --library /tmp/Notes"),
    ])
    func `a URL is no folder of a library, and none is made for it`(place: String, said: String) async throws
    {
        let add = try await workspace.carrel("add", "notes.json", "--library", place)
        #expect(add.status == 2 && add.error.contains("expected a folder"), "\(add.error)")
        #expect(add.error.contains(said), "\(add.error)")
        let set = try await workspace.carrel("sync", "notes.json", "--set", "store.path=\(place)")
        #expect(set.status == 2 && set.error.contains("store.path=\(place)"), "\(set.error)")
        try workspace.write("config/carrel/mine.toml", "[store]\npath = \"\(place)\"\n")
        let profile = try await workspace.carrel("sync", "notes.json", "--profile", "mine")
        #expect(profile.status == 3 && profile.error.contains("a folder and no URL"), "\(profile.error)")
        let copy = try await workspace.carrel("library", "copy", "default", place)
        #expect(copy.status == 2 && copy.error.contains("expected a folder"), "\(copy.error)")
        let names = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)
        #expect(!names.contains { $0.hasSuffix(":") }, "\(names)")
    }

    @Test(arguments: ["$HOME/Notes", "~ada/Notes"])
    func `a folder in words that only a shell replaces is refused, and not made`(place: String) async throws {
        try workspace.write("config/carrel/mine.toml", "[store]\npath = \"\(place)\"\n")
        let profile = try await workspace.carrel("sync", "notes.json", "--profile", "mine")
        #expect(profile.status == 3, "\(profile.error)")
        #expect(profile.error.contains("only ~ is replaced, by your home folder"), "\(profile.error)")
    }

    @Test(arguments: [
        ("CARREL_DOWNLOD_RETRIES", "did you mean “CARREL_DOWNLOAD_RETRIES”?"),
        ("CARREL_LIBARY_USE", "did you mean “CARREL_LIBRARY_USE”?"), ("CARREL_NONSENSE", "unknown variable"),
        ("CARREL_DOWNLOAD_RETREIS", "did you mean “retries”?"),
    ])
    func `a variable that no setting has is an error, with the nearest name`(name: String, said: String)
        async throws
    {
        let check = try await workspace.carrel("config", "check", environment: [name: "1"])
        #expect(check.status == 3, "\(check.output)")
        #expect(check.error.contains(name) && check.error.contains(said), "\(check.error)")
    }

    @Test(arguments: [
        (["rename", "course"], "carrel rename: the new name is missing\n"),
        (["rename"], "carrel rename: which catalogue?\n"),
        (["export", "opml"], "carrel export: the destination is missing\n"),
        (["--profile", "nope"], "carrel: which command? Options follow it: carrel COMMAND --profile\n"),
        (["--wait", "sync"], "carrel: which command? Options follow it: carrel COMMAND --wait\n"),
        (["ls"], "carrel: there is no command “ls”; did you mean “list”?\n"),
        (["Update"], "carrel: there is no command “Update”; did you mean “sync”?\n"),
        (["stop"], "carrel: there is no command “stop”; Ctrl-C ends a sync"),
        (["rm", "1"], "carrel: there is no command “rm”; carrel ignore ITEM, then carrel prune --ignored"),
        (["mark", "red", "1"], "carrel mark: “red”: expected read or unread, then ITEM … or --all\n"),
        (
            ["quarantine", "acept", "1"],
            "carrel quarantine: “acept”: expected list, accept ITEM … or discard ITEM …\n"
        ),
        (
            ["sync", "--plan", "nothing.jsonl"],
            "carrel sync: --plan nothing.jsonl: there is no such file. Name a file that carrel plan --json printed"
        ),
        (["https://example.org/"], "carrel: which command? A URL follows it: carrel sync URL\n"),
        (
            ["sync", "--user", "me"],
            "carrel sync: unknown option --user; did you mean “--set download.user=VALUE”?\n"
        ),
        (
            ["sync", "--proxy=http://localhost:1"],
            "carrel sync: unknown option --proxy; did you mean “--set download.proxy=VALUE”?\n"
        ),
        (["--verison"], "carrel: unknown option --verison; did you mean “--version”?\n"),
        (["--libary=x", "list"], "carrel: unknown option --libary; did you mean “--library”?\n"),
        (
            ["serve", "--port", "80"],
            "carrel serve: unknown option --port; did you mean “--listen HOST:PORT”?\n"
        ),
        (["completions", "bash", "zsh"], "carrel completions: name one shell: bash, zsh or fish\n"),
    ])
    func `what is missing on a command line, or in the wrong place, is named`(
        arguments: [String], said: String
    ) async throws {
        let result = try await CarrelProcess(arguments, in: workspace).wait()
        #expect(result.status == 2 && result.error.hasPrefix(said), "\(result.error)")
    }

    @Test(arguments: ["sync", "add", "plan", "preview"])
    func `the URL of a file is answered with its path`(command: String) async throws {
        let file = try workspace.write("my notes.json", "[]")
        let url = "file://" + file.replacing(" ", with: "%20")
        let result = try await workspace.carrel(command, url)
        #expect(result.status == 4, "\(result.error)")
        #expect(
            result.error.contains("\(url): a file is named by its path, not by a URL: '\(file)'"),
            "\(result.error)")
    }

    @Test(arguments: [nil, "[source]\npath = \"notes.json\"\n"] as [String?])
    func `a name that is neither a file nor a catalogue is told as both, also where there is no other name`(
        profile: String?
    ) async throws {
        if let profile { try workspace.write("carrel.toml", profile) }
        let result = try await workspace.carrel("sync", "nothing")
        #expect(
            result.status == 4 && result.error.contains("nothing: there is no such file. "), "\(result.error)"
        )
        let other =
            profile == nil
            ? "There is no catalogue yet either: carrel add URL"
            : "No catalogue has that name either: carrel catalogues shows them"
        #expect(result.error.contains(other), "\(result.error)")
        #expect(!result.error.contains("file://"), "\(result.error)")
        let near = try await workspace.carrel("sync", "timetabel")
        #expect(near.error.contains("Did you mean the profile, --profile timetable?"), "\(near.error)")
    }

    @Test(arguments: [
        ("coures", "plan"), ("course.htm", "sync"), ("course.htm", "list"), ("coures", "remove"),
    ])
    func `a profile's own catalogue without a name is found by the end of its place`(
        text: String, command: String
    ) async throws {
        let file = try workspace.write("course.html", "<html><a href='a.pdf'>A</a></html>")
        try workspace.write(
            "carrel.toml", "[source]\npath = \"course.html\"\n[parse]\nuse = \"html-links\"\n")
        _ = try await workspace.carrel("sync", "--quiet")
        let result = try await workspace.carrel(command, text)
        #expect(result.status != 0 && result.error.lowercased().contains("did you mean"), "\(result.error)")
        #expect(result.error.contains(file), "\(result.error)")
    }

    @Test func `a setting without its stage is told with it`() async throws {
        let bare = try await workspace.carrel("config", "check", "--set", "retries=2")
        #expect(bare.status == 3 && bare.error.contains("“retries” names no stage"), "\(bare.error)")
        #expect(bare.error.hasSuffix("; did you mean “download.retries”?\n"), "\(bare.error)")
    }

    @Test func `what commands of after are told, and the viewer, are no settings`() async throws {
        let environment = ["CARREL_OPENER": "cat -n", "CARREL_EVENT": "stored", "CARREL_EVENT_FILE": "x"]
        #expect(try await workspace.carrel("config", "check", environment: environment).status == 0)
    }
}

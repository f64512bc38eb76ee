import CarrelTesting
import Foundation
import Testing

/// Catalogues by a mapping, from the profile to the library.
@Suite(.timeLimit(.minutes(2))) struct MapCommandTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        for number in 1...9 { server.on("/files/\(number).txt", .text("text \(number)")) }
        try workspace.write(
            "carrel.toml",
            """
            [source]
            url = "\(server.address("/list.json"))"
            [parse]
            use = "map"
            format = "json"
            [parse.collections]
            at = "$.courses[*]"
            id = "code"
            [parse.items]
            at = "notes[*]"
            title = "heading"
            url = { at = "file", template = "/files/{value}.txt" }
            [parse.items.details]
            Lecturer = "by"
            [parse.pages]
            parameter = "page"
            """)
    }

    /// Serves a page with notes of these numbers in two courses.
    private func serve(_ numbers: Int..., page: Int = 1, hasLecturers: Bool = true) {
        func course(_ code: String, _ numbers: [Int]) -> String {
            let by = hasLecturers ? #", "by": "Dr Tide""# : ""
            let notes = numbers.map { #"{"heading": "Note \#($0)", "file": \#($0)\#(by)}"# }
            return #"{"code": "\#(code)", "notes": [\#(notes.joined(separator: ","))]}"#
        }
        let courses = [
            course("odd", numbers.filter { $0 % 2 == 1 }), course("even", numbers.filter { $0 % 2 == 0 }),
        ]
        let text = "{\"courses\": [\(courses.joined(separator: ","))]}"
        server.on(
            page == 1 ? "/list.json" : "/list.json?page=\(page)",
            .document(text, entityTag: "\"\(UUID())\"", mediaType: "application/json"))
    }

    private func run(_ arguments: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(arguments, in: workspace).wait()
    }

    @Test func `where the mapping is missing, what proposes one names the catalogue`() async throws {
        serve(1)
        let address = server.address("/list.json")
        let sync = try await Workspace().carrel("sync", address, "--set", "parse.use=map")
        #expect(sync.status == 4, "\(sync)")
        #expect(sync.error.contains("carrel map suggest \(address)"), "\(sync)")
    }

    @Test func `a catalogue of the library goes by its name, and is read with its own mapping`() async throws
    {
        serve(1, 2)
        let address = server.address("/list.json")
        let other = try Workspace()
        try other.write(
            "school.toml",
            """
            [parse]
            use = "map"
            format = "json"
            [parse.items]
            at = "$.courses[*].notes[*]"
            title = "heading"
            """)
        let added = try await other.carrel("add", address, "--config", "school.toml", "--name", "school")
        #expect(added.status == 0, "\(added.error)")
        let tried = try await other.carrel("map", "test", "school")
        #expect(tried.status == 0 && tried.output.contains("items.title"), "\(tried)")
        let proposed = try await other.carrel("map", "suggest", "school")
        #expect(proposed.output.contains("url = \"\(address)\""), "\(proposed)")
        let mistyped = try await other.carrel("map", "test", "shcool")
        #expect(mistyped.error.contains("Did you mean the catalogue “school”?"), "\(mistyped)")
    }

    @Test func `a page of TOML reads a site of several pages that nothing else knows`() async throws {
        serve(1, 2, 3)
        serve(3, 4, 5, page: 2)
        serve(page: 3)
        let result = try await run("sync", "--json")
        #expect(result.status == 0, "\(result.output)\(result.error)")
        #expect(result.objects.last?["new"] as? Int == 5, "\(result.output)")
        let collections = try await run("list").output
        #expect(collections.contains("odd") && collections.contains("3 items"), "\(collections)")
        let shown = try await run("show", "even/2").output
        #expect(shown.contains("Note 4") && shown.contains("Lecturer: Dr Tide"), "\(shown)")
        #expect(try workspace.documents().count == 5)
    }

    @Test func `what is new on a further page is found though the first page did not change`() async throws {
        try workspace.write(
            "carrel.toml",
            """
            [source]
            url = "\(server.address("/notes.json"))"
            [parse]
            use = "map"
            format = "json"
            [parse.items]
            at = "$.notes[*]"
            title = "heading"
            url = { at = "file", template = "/files/{value}.txt" }
            [parse.pages]
            next = "$.next"
            """)
        func serve(_ path: String, _ numbers: [Int], next: String?) {
            let notes = numbers.map { #"{"heading": "Note \#($0)", "file": \#($0)}"# }.joined(separator: ",")
            let next = next.map { #", "next": "\#($0)""# } ?? ""
            let text = #"{"notes": [\#(notes)]\#(next)}"#
            server.on(path, .document(text, entityTag: "\"\(numbers)\"", mediaType: "application/json"))
        }
        serve("/notes.json", [1, 2], next: "/notes-2.json")
        serve("/notes-2.json", [3], next: nil)
        #expect(try await run("sync", "--json").objects.last?["new"] as? Int == 3)
        serve("/notes-2.json", [3, 4], next: nil)
        #expect(try await run("sync", "--json").objects.last?["new"] as? Int == 1)
        // As where the site calls the next page otherwise by now: only the same once more is the end.
        serve("/notes.json", [2, 1], next: nil)
        let doubted = try await run("sync", "--json")
        #expect(doubted.objects.last?["orphaned"] as? Int == 0, "\(doubted.output)")
        #expect(doubted.output.contains("leads to a further page any longer"), "\(doubted.output)")
        #expect(try await run("sync", "--json").objects.last?["orphaned"] as? Int == 2)
    }

    @Test func `a list behind a collection may be empty, and such a one is none of the collections`()
        async throws
    {
        try workspace.write(
            "carrel.toml",
            """
            [source]
            url = "\(server.address("/list.json"))"
            [parse]
            use = "map"
            format = "json"
            [parse.collections]
            at = "$.data.courses[*]"
            id = "code"
            further = { template = "/{code}.json" }
            [parse.items]
            at = "notes[*]"
            title = "heading"
            [parse.further]
            at = "$.data[*]"
            title = "heading"
            url = { at = "file", template = "/files/{value}.txt" }
            """)
        func serve(_ path: String, _ text: String) {
            server.on(path, .document(text, entityTag: "\"\(UUID())\"", mediaType: "application/json"))
        }
        serve("/list.json", #"{"data": {"courses": [{"code": "a"}, {"code": "b"}]}}"#)
        serve("/a.json", #"{"data": [{"heading": "Note 1", "file": 1}]}"#)
        serve("/b.json", #"{"data": []}"#)
        #expect(try await run("sync").status == 0)
        #expect(try await run("get", "a").status == 0)
        #expect(try workspace.documents().count == 1)
        let empty = try await run("get", "b")
        #expect(!empty.error.contains("list of collections"), "\(empty.error)")
        let tried = try await run("map", "test", server.address("/b.json"))
        #expect(tried.status == 0 && !tried.error.contains("matches nothing"), "\(tried.error)")
        serve("/a.json", #"{"data": []}"#)
        let synced = try await run("sync")
        #expect(synced.status == 0, "\(synced.error)")
        serve("/list.json", #"{"data": []}"#)
        let refused = try await run("sync")
        #expect(refused.status == 4 && refused.error.contains("matches nothing"), "\(refused.error)")
        #expect(try await run("map", "test").status == 1)
        let listed = try await run("list", "--json").objects.compactMap { $0["collection"] as? String }
        #expect(listed.contains("b"), "\(listed)")
    }

    @Test func `pages without an end are read up to the limit, which is said`() async throws {
        for page in 1...5 { serve(page, page + 1, page: page) }
        let result = try await run("sync", "--set", "parse.max-pages=3")
        #expect(result.error.contains("more than 3 pages (parse.max-pages)"), "\(result.error)")
        #expect(try workspace.documents().count == 4)
    }

    @Test func `pages that list too many items together are refused`() async throws {
        serve(1, 2)
        serve(3, 4, page: 2)
        serve(page: 3)
        let refused = try await run("sync", "--set", "parse.max-items=3")
        #expect(refused.status != 0 && refused.error.contains("lists more than 3 items"), "\(refused.error)")
        #expect(
            try await run("sync", "--json", "--set", "parse.max-items=4").objects.last?["new"] as? Int == 4)
    }

    @Test func `while pages are beyond the limit no document is called no longer listed`() async throws {
        serve(1, 2)
        serve(3, 4, page: 2)
        serve(page: 3)
        #expect(try await run("sync", "--json").objects.last?["new"] as? Int == 4)
        serve(1, 2)
        let limited = try await run("sync", "--json", "--set", "parse.max-pages=1")
        #expect(limited.output.contains("(parse.max-pages)"), "\(limited.output)")
        #expect(limited.objects.last?["orphaned"] as? Int == 0, "\(limited.output)")
        let listed = try await run("list", "even")
        #expect(listed.output.contains("Note 4"), "\(listed.output)")
        #expect(!listed.output.contains("no longer listed"), "\(listed.output)")
        serve(1, 2)
        serve(3, page: 2)
        let whole = try await run("sync", "--json", "--set", "parse.max-pages=20")
        #expect(whole.objects.last?["orphaned"] as? Int == 1, "\(whole.output)")
    }

    @Test func `a fact that no item has any longer is reported once`() async throws {
        serve(1, 2)
        serve(page: 2)
        #expect(try await !run("sync").error.contains("any longer"))
        serve(1, 2, hasLecturers: false)
        let changed = try await run("sync")
        #expect(changed.error.contains("no item has “Lecturer” any longer; 2 had it"), "\(changed.error)")
        serve(1, 2, hasLecturers: false)
        #expect(try await !run("sync").error.contains("any longer"))
    }

    @Test func `a login page in the place of the list changes nothing in the library`() async throws {
        serve(1, 2)
        serve(page: 2)
        _ = try await run("sync")
        server.on(
            "/list.json",
            .content(
                "<!DOCTYPE html><html><form>Sign in</form>",
                fields: [("Content-Type", "text/html")]))
        let result = try await run("sync")
        #expect(result.status == 4, "\(result.error)")
        #expect(
            result.error.contains("an HTML page instead of JSON. It may be a login page"), "\(result.error)")
        #expect(try await run("list", "odd").output.contains("Note 1"))
    }

    @Test func `map test shows what each field matches and misses, and reads nothing else`() async throws {
        serve(1, 2, 4, hasLecturers: false)
        let result = try await run("map", "test")
        #expect(result.status == 1, "\(result.output)\(result.error)")
        #expect(result.output.contains("items.title             matches 3 of 3"), "\(result.output)")
        #expect(result.output.contains("items.details.Lecturer  matches nothing"), "\(result.output)")
        #expect(
            result.output.contains("even (even): 2 items") && result.output.contains("Note 4"),
            "\(result.output)")
        #expect(
            result.output.contains("next page: \(server.address("/list.json?page=2"))"), "\(result.output)")
        #expect(!FileManager.default.fileExists(atPath: workspace.library.path))
        let rows = try await run("map", "test", "--json").objects
        #expect(
            rows.contains { $0["field"] as? String == "items.url" && $0["matched"] as? Int == 3 }, "\(rows)")
    }

    @Test func `map test shows the fields also where nothing is found`() async throws {
        serve(1, 2)
        let profile = try workspace.text("carrel.toml")
        try workspace.write("lost.toml", profile.replacing("$.courses[*]", with: "$.nosuch[*]"))
        let result = try await run("map", "test", "--config", "lost.toml")
        #expect(result.status == 1, "\(result.output)\(result.error)")
        #expect(result.output.contains("collections.at          matches nothing"), "\(result.output)")
        #expect(result.output.contains("items.title             matches nothing"), "\(result.output)")
        #expect(result.error.contains("collections.at, “$.nosuch[*]”, matches nothing"), "\(result.error)")
        #expect(!result.error.contains("carrel map test"), "\(result.error)")
        // A sync still refuses it, so that a login page does not empty the library.
        let synced = try await run("sync", "--config", "lost.toml")
        #expect(
            synced.status == 4 && synced.error.contains("carrel map test --config lost.toml"),
            "\(synced.error)")
        let wrong = try await run("map", "tset", "--config", "lost.toml")
        #expect(wrong.error.contains("usage: carrel map test|suggest ["), "\(wrong.error)")
    }

    @Test func `a mistake in a mapping is said with its line, column and what is known there`() async throws {
        try workspace.write(
            "bad.toml",
            "[parse]\nuse = \"map\"\nformat = \"xml\"\n[parse.items]\nat = \"//a[\"\ntitel = \".\"\n")
        let first = try await run("config", "check", "--config", "bad.toml")
        #expect(first.status == 3 && first.error.contains("bad.toml:5:"), "\(first.error)")
        #expect(first.error.contains("is not XPath: column"), "\(first.error)")
        try workspace.write(
            "bad.toml",
            "[parse]\nuse = \"map\"\nformat = \"xml\"\n[parse.items]\nat = \"//a\"\ntitel = \".\"\n")
        let second = try await run("config", "check", "--config", "bad.toml")
        #expect(
            second.error.contains("bad.toml:6:") && second.error.contains("did you mean “title”?"),
            "\(second.error)")
    }

    @Test func `all mistakes in a mapping are said in one run, each with its line`() async throws {
        try workspace.write(
            "bad.toml",
            """
            [parse]
            use = "map"
            format = "json"
            title = "$.["
            [parse.collections]
            att = "$.courses[*]"
            id = ["code", "$.["]
            [parse.items]
            titel = "heading"
            at = "$.["
            url = { at = "$.[", mach = "x", match = "(" }
            [parse.items.details]
            Lecturer = "^.by"
            Kind = { at = "kind", lookup = { lec = 3 } }
            [parse.further]
            url = "file"
            [parse.pages]
            first = "one"
            """)
        let result = try await run("config", "check", "--config", "bad.toml")
        #expect(result.status == 3)
        let lines = result.error.split(separator: "\n")
        let numbers = lines.compactMap { line in
            line.firstMatch(of: /bad\.toml:([0-9]+):/).flatMap { Int($0.1) }
        }
        // The last table of items lacks “at”, and no parameter is named for the pages.
        #expect(numbers == [4, 6, 7, 9, 10, 11, 11, 11, 13, 14, 15, 17, 18], "\(result.error)")
        for part in ["did you mean “at”?", "did you mean “match”?", "needs “within”", "expected a text"] {
            #expect(lines.filter { $0.contains(part) }.count == 1, "\(part) in \(result.error)")
        }
        let all = try await run("config", "check", "--config", "bad.toml", "--json")
        #expect(all.objects.count == numbers.count, "\(all.output)")
    }

    @Test(arguments: [("courses", 3, 2), ("papers", 3, 3), ("lectures", 2, 2), ("lights", 2, 2)])
    func `each sample of a mapping matches everything, and its documents are there`(
        name: String, listed: Int, stored: Int
    ) async throws {
        let samples = Project.folder.appending(path: "Config/Samples")
        let proxy = try CarrelProcess(
            ["delay-proxy", "--quiet", "--listen", "127.0.0.1:0", "--delay", "0s", "--root", samples.path],
            in: workspace)
        defer { proxy.send(SIGTERM) }
        let address = try await proxy.listeningAddress()
        let profile = try String(contentsOf: samples.appending(path: "mapping/\(name).toml"), encoding: .utf8)
        try workspace.write("sample.toml", profile.replacing("http://127.0.0.1:8327/", with: address))
        let tested = try await run("map", "test", "--config", "sample.toml")
        #expect(tested.status == 0, "\(tested.output)\(tested.error)")
        let synced = try await run("sync", "--config", "sample.toml", "--json")
        #expect(synced.objects.last?["listed"] as? Int == listed, "\(synced.output)\(synced.error)")
        #expect(synced.objects.last?["problems"] as? Int ?? 0 == 0, "\(synced.output)")
        #expect(try workspace.documents().count == stored)
    }

    @Test(arguments: [
        (["map"], "which of test, suggest?"), (["map", "x"], "expected test or suggest"),
        (["map", "suggest"], "needs a path, a URL or the name of a catalogue"),
        (["map", "test", "--limit", "x"], "expected a number"),
    ])
    func `what is not understood exits with 2 and the reason`(arguments: [String], part: String) async throws
    {
        let result = try await CarrelProcess(arguments, in: workspace).wait()
        #expect(result.status == 2 && result.error.contains(part), "\(result.error)")
    }

    @Test func `without a mapping, or without a list, it says what to do`() async throws {
        try workspace.write("none.toml", "")
        try workspace.write("a.json", "{\"a\": 1}")
        let test = try await run("map", "test", "--config", "none.toml", "a.json")
        #expect(test.status == 3 && test.error.contains("parse.use = \"map\""), "\(test.error)")
        let suggestion = try await run("map", "suggest", "--config", "none.toml", "a.json")
        #expect(
            suggestion.status == 4 && suggestion.error.contains("docs/Mapping.md"), "\(suggestion.error)")
    }
}

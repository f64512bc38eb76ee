import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct LibraryCommandTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
    }

    /// A library with everything in it that the course has.
    private func sync() async throws { _ = try await workspace.carrel("sync", course.url) }

    @Test func `list shows collections, and a collection's items with their status`() async throws {
        try await sync()
        #expect(
            try await workspace.carrel("list").output == """
                  COMP304  Reasoning     3 items  2 stored
                  COMP307  Distribution  2 items  1 stored

                """)
        #expect(
            try await workspace.carrel("list", "comp307").output == """
                1  Week 1  stored, new
                2  Lost    failed: 404 Not Found

                """)
        let rows = try await workspace.carrel("list", "COMP304", "--json").objects
        #expect(rows.map { $0["status"] as? String } == ["stored", "stored", "notAvailable"])
        #expect(rows[0]["path"] as? String == workspace.library.path + "/COMP304-week1.txt")
        #expect(rows[0]["number"] as? Int == 1)
    }

    @Test func `show is of the first collection until one is selected`() async throws {
        try await sync()
        let first = try await workspace.carrel("show").output
        #expect(first.hasPrefix("COMP304 Reasoning\nLecturer: Dr Example\n"))
        #expect(first.contains("Items: 3 (2 stored, 1 not available yet)"))
        #expect(try await workspace.carrel("select", "COMP307").output == "selected COMP307: Distribution\n")
        #expect(try await workspace.carrel("show").output.hasPrefix("COMP307 Distribution\n"))
        #expect(try await workspace.carrel("list").output.contains("*  COMP307"))
        #expect(try await workspace.carrel("show", "304", "--json").objects.first?["stored"] as? Int == 2)
        _ = try await workspace.carrel("sync", course.url)
        #expect(try await workspace.carrel("show").output.hasPrefix("COMP307"))
    }

    @Test func `what is no longer listed is not counted among what is`() async throws {
        try await sync()
        course.server.on(
            "/notes.json",
            .document(
                Data(course.catalog.replacing(/\{"Week 1": "[^"]*\/COMP304\/[^"]*"\},/, with: "").utf8),
                entityTag: "\"d\""))
        try await sync()
        let text = try await workspace.carrel("show", "COMP304").output
        #expect(text.contains("Items: 2 (1 stored, 1 not available yet, 1 no longer listed)"), "\(text)")
        let row = try await workspace.carrel("show", "COMP304", "--json").objects.first
        #expect(row?["items"] as? Int == 2 && row?["stored"] as? Int == 1)
        let catalog = try await workspace.carrel("catalogues", "--json").objects.first
        #expect(catalog?["items"] as? Int == 4 && catalog?["stored"] as? Int == 2)
    }

    @Test(arguments: ["offline", "slow-network"])
    func `a profile without a catalogue can be used to look at the library`(profile: String) async throws {
        try await sync()
        for arguments in [
            ["list"], ["show"], ["recent"], ["verify"], ["preview", "COMP304/1"], ["get", "COMP304/1"],
        ] {
            let result = try await CarrelProcess(arguments + ["--profile", profile], in: workspace).wait()
            #expect(result.status == 0, "\(arguments): \(result.error)")
        }
        #expect(try await workspace.carrel("config", "check", "--profile", profile).status == 0)
    }

    @Test func `collections of one name in two catalogues can be told apart`() async throws {
        try await sync()
        let file = try workspace.write("notes.json", course.catalog)
        _ = try await workspace.carrel("sync", file)
        let result = try await workspace.carrel("list", "COMP304")
        #expect(result.status == 1 && result.error.contains("notes/COMP304"), "\(result.error)")
        #expect(try await workspace.carrel("get", "COMP304/1").status == 1)
        #expect(try await workspace.carrel("list", "\(course.url)#COMP304").status == 0)
        #expect(try await workspace.carrel("get", "\(course.url)#COMP304/1").status == 0)
    }

    @Test func `a collection is no item to look at, but its first one is named`() async throws {
        try await sync()
        let result = try await workspace.carrel("why", "COMP307")
        #expect(result.status == 1)
        #expect(result.error.contains("is a collection, Distribution, not an item"), "\(result.error)")
        #expect(result.error.contains("COMP307/1"), "\(result.error)")
    }

    @Test(arguments: [("/COMP307/gone.pdf", 11), ("ftp://x.example/y", 1)])
    func `of redirects that lead nowhere it is told which server answered what`(
        location: String, answers: Int
    ) async throws {
        course.server.on("/COMP307/gone.pdf", .redirect(to: location))
        try await sync()
        let result = try await workspace.carrel("why", "COMP307/2")
        #expect(result.status == 0 && !result.output.contains("no answer"), "\(result)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.filter { $0.hasSuffix("/COMP307/gone.pdf redirected") }.count == answers - 1)
        #expect(lines.contains { $0.hasPrefix("    302 Found") }, "\(result.output)")
    }

    @Test func `candidates say what tells them apart, and how many more there are`() async throws {
        let places = (0..<11).map {
            "{\"place_id\": \"P\($0)\", \"_content\": \"Springfield, State \($0), United States\"}"
        }
        let file = try workspace.write(
            "places.json",
            "{\"places\": {\"place\": [\(places.joined(separator: ","))]}, \"stat\": \"ok\"}")
        let sync = try await workspace.carrel("sync", file, "--set", "parse.use=flickr-places")
        #expect(sync.output.hasPrefix("11 collections · "), "\(sync.output)\(sync.error)")
        let error = try await workspace.carrel("list", "Springfield").error
        #expect(
            error.contains("P0 — Springfield · State 0") && error.contains("\n  … and 3 more"), "\(error)")
    }

    @Test func `verifying a library that is not there is an error`() async throws {
        let result = try await workspace.carrel("verify", "--library", "nowhere")
        #expect(result.status == 5 && result.error.contains("there is no library"))
        #expect(!FileManager.default.fileExists(atPath: workspace.folder.appending(path: "nowhere").path))
    }

    @Test func `get downloads just what is named`() async throws {
        _ = try await workspace.carrel("sync", course.url, "--set", "plan.use=on-demand")
        #expect(try workspaceDocuments().isEmpty)
        #expect(try await workspace.carrel("get", "Week 2", "COMP307/1").status == 0)
        #expect(try workspaceDocuments() == ["COMP304-week2.html", "COMP307-week1.txt"])
        #expect(try await workspace.carrel("get", "Lost").status == 1)
        #expect(try await workspace.carrel("get", "Week 3").status == 1)
    }

    private func workspaceDocuments() throws -> [String] { try workspace.documents().keys.sorted() }

    @Test func `preview shows what is inside, and downloads it first where needed`() async throws {
        _ = try await workspace.carrel("sync", course.url, "--set", "plan.use=on-demand")
        let page = try await workspace.carrel("preview", "Week 2")
        #expect(page.status == 0, "\(page.error)")
        #expect(page.output.hasPrefix("Week two\ntext/html"))
        #expect(page.output.contains("Graphs have nodes and edges.") && !page.output.contains("Home"))
        let json = try #require(
            try await workspace.carrel("preview", "COMP304/1", "--format", "json").objects.first)
        #expect(
            json["text"] as? String == CourseServer.text.trimmingCharacters(in: .newlines)
                || json["text"] as? String == CourseServer.text)
        #expect(json["mediaType"] as? String == "text/plain")
        let html = try await workspace.carrel("preview", "COMP304/1", "--format", "html").output
        #expect(html.hasPrefix("<!DOCTYPE html>") && html.contains("modal logic"))
        #expect(try await workspace.carrel("recent").output.split(separator: "\n").count == 2)
    }

    @Test func `a file that cannot be shown does not keep the others from being shown`() async throws {
        let good = try workspace.write("good.md", "# Good\n\ntext\n")
        let folder = workspace.folder.appending(path: "folder")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let shown = try await workspace.carrel("preview", folder.path, good)
        #expect(shown.status == 1 && shown.output.contains("Good"), "\(shown.output)")
        #expect(shown.error.contains("is a folder; name a file in it"))
        #expect(try await workspace.carrel("preview", folder.path).status == 1)
    }

    @Test func `a page that a document does not have is told to be that`() async throws {
        try workspace.write(
            "slides.py",
            """
            import zipfile
            name = "urn:oasis:names:tc:opendocument:xmlns:%s:1.0"
            with zipfile.ZipFile("slides.odp", "w") as slides:
                slides.writestr("mimetype", "application/vnd.oasis.opendocument.presentation")
                slides.writestr("content.xml", "<o:document-content xmlns:o='%s' xmlns:d='%s' xmlns:t='%s'>" % (
                    name % "office", name % "drawing", name % "text")
                    + "<o:body><o:presentation><d:page><d:frame><d:text-box><t:p>Tides</t:p></d:text-box></d:frame>"
                    + "</d:page></o:presentation></o:body></o:document-content>")
            """)
        let made = try await workspace.shell("python3 slides.py")
        #expect(made.status == 0, "\(made.error)")
        let first = try await workspace.carrel("preview", "slides.odp", "--pages", "1")
        #expect(first.status == 0 && first.output.contains("Tides"), "\(first.output)\(first.error)")
        let ninth = try await workspace.carrel("preview", "slides.odp", "--pages", "9-")
        #expect(
            ninth.status == 1
                && ninth.error == "carrel preview: slides.odp: it has 1 slide, so there is no slide 9\n",
            "\(ninth.output)\(ninth.error)")
    }

    @Test func `preview takes any file, and goes by its content`() async throws {
        let file = try workspace.write("really-a-page.pdf", CourseServer.page)
        let result = try await workspace.carrel("preview", file)
        #expect(result.output.hasPrefix("Week two\ntext/html"), "\(result.error)")
        let binary = try workspace.write("x.bin", "\u{0}\u{1}\u{2}\u{0}\u{0}")
        let refused = try await workspace.carrel("preview", binary)
        #expect(refused.status == 1 && refused.error.contains("no previewer is configured"))
    }

    @Test func `recent lists what was viewed, newest first, each once`() async throws {
        try await sync()
        for item in ["COMP304/1", "COMP304/2", "COMP304/1"] {
            _ = try await workspace.carrel("preview", item)
        }
        let rows = try await workspace.carrel("recent", "--json").objects
        #expect(rows.map { $0["title"] as? String } == ["Week 1", "Week 2"])
    }

    @Test func `open hands the stored file to the viewer`() async throws {
        try await sync()
        let viewer = try workspace.writeScript("viewer", "echo \"$1\" > \"$HOME/opened\"\n")
        let result = try await workspace.carrel("open", "COMP304/1", environment: ["CARREL_OPENER": viewer])
        #expect(result.status == 0, "\(result.error)")
        let opened = try workspace.text("opened")
        #expect(opened == workspace.library.path + "/COMP304-week1.txt\n")
        #expect(try await workspace.carrel("recent").output.contains("Week 1"))
    }

    @Test func `a database of no bytes is replaced by its copy, as one that is gone`() async throws {
        _ = try await workspace.carrel("sync", course.url)
        let list = try await workspace.carrel("list").output
        let database = workspace.library.appending(path: ".carrel/library.sqlite")
        try Data().write(to: database)
        #expect(try await workspace.carrel("list").output == list)
        try Data().write(to: database)
        #expect(try await workspace.carrel("sync").output.contains("unchanged"))
        #expect(try await workspace.carrel("list").output == list)
    }

    @Test func `a damaged database costs one answer a document, once it is moved away`() async throws {
        try await sync()
        let path = workspace.library.path + "/.carrel/library.sqlite"
        try Data(repeating: 7, count: 100_000).write(to: URL(filePath: path))
        let damaged = try await workspace.carrel("sync", course.url)
        #expect(damaged.status == 5, "\(damaged.error)")
        #expect(
            damaged.error.contains("mv \(path) \(path).damaged, and run carrel sync"), "\(damaged.error)")
        try FileManager.default.moveItem(atPath: path, toPath: path + ".damaged")
        let sync = try await workspace.carrel("sync", "--json")
        let summary = try #require(sync.objects.last)
        #expect(summary["unchanged"] as? Int == 3 && summary["bytes"] as? Int == 0, "\(sync.output)")
        #expect(try await workspace.carrel("verify").output == "3 intact\n")
    }

    @Test func `verify finds what is damaged, missing and foreign, and repair has it fetched anew`()
        async throws
    {
        try await sync()
        #expect(try await workspace.carrel("verify").output == "3 intact\n")
        try damage(
            workspace.library.appending(path: "COMP304-week1.txt"),
            with: Data(String(CourseServer.text.reversed()).utf8))
        try FileManager.default.removeItem(at: workspace.library.appending(path: "COMP304-week2.html"))
        try workspace.write("Carrel/mine.txt", "my own")
        let found = try await workspace.carrel("verify")
        #expect(found.status == 1 && found.error.contains("missing is fetched again by carrel sync, or"))
        #expect(found.output.contains("damaged COMP304-week1.txt  the content differs"))
        #expect(found.output.contains("missing COMP304-week2.html"))
        #expect(found.output.contains("stray mine.txt"))
        let states = try await workspace.carrel("verify", "--json").objects.map { $0["state"] as? String }
        #expect(states == ["damaged", "missing", "intact", "stray"])
        #expect(try await workspace.carrel("verify", "--repair").status == 1)
        try await sync()
        #expect(try await workspace.carrel("verify", "--quiet").status == 0)
        #expect(try workspace.documents()["COMP304-week1.txt"] == Data(CourseServer.text.utf8))
        #expect(try workspace.documents()["mine.txt"] == Data("my own".utf8))
        // The change may have been meant: what was set aside stays until somebody discards it.
        let aside = try #require(
            try await workspace.carrel("quarantine", "list").output.split(separator: "\n").last)
        let path = aside.trimmingCharacters(in: .whitespaces)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(String(CourseServer.text.reversed()).utf8))
    }

    @Test func `nothing that comes from a catalogue acts on the terminal`() async throws {
        let escape = "\\u001b]0;owned\\u0007\\u001b[31m"
        let notes =
            "[{\"moduleCode\":\"C\(escape)1\",\"moduleTitle\":\"T\(escape)\",\"moduleLecturer\":\"L\(escape)\",\"moduleNotes\":[{\"N\(escape)\":\"\(course.server.address("/COMP304/week1.txt"))\"},{\"M\(escape)\":\"\(course.server.address("/COMP307/gone.pdf"))\"}]}]"
        let file = try workspace.write("notes.json", notes)
        for arguments in [
            ["plan", file], ["sync", "-v", file], ["list"], ["list", "C"], ["show"], ["select", "C"],
            ["preview", "1"], ["get", "2"], ["recent"],
            ["verify", "-v"], ["list", "nothing\u{1B}[31m"],
        ] {
            let result = try await CarrelProcess(arguments, in: workspace).wait()
            #expect(
                !(result.output + result.error).unicodeScalars.contains { $0.value == 0x1B || $0.value == 7 },
                "\(arguments)")
        }
    }

    @Test func `status says in one line what a library holds that one machine works on`() async throws {
        let none = try await workspace.carrel("status")
        #expect(none.status == 0 && none.output.hasPrefix("there is no catalogue yet"), "\(none.error)")
        _ = try await workspace.carrel("sync", "--quiet", course.url)
        let status = try await workspace.carrel("status")
        #expect(status.status == 0, "\(status.error)")
        let holds = "1 catalogue, 5 items, 3 stored, 3 new (carrel catalogues, carrel list)"
        #expect(status.output == holds + ", 1 failed (carrel list --status failed)\n", "\(status.output)")
        let row = try #require(try await workspace.carrel("status", "--json").objects.first)
        #expect(row["kind"] as? String == "library" && row["stored"] as? Int == 3, "\(row)")
        #expect(row["failed"] as? Int == 1 && row["quarantined"] as? Int == 0, "\(row)")

        try FileManager.default.removeItem(at: workspace.library.appending(path: "COMP304-week2.html"))
        let lost = try await workspace.carrel("status")
        #expect(lost.output.contains("2 stored, 3 new"), "\(lost.output)")
        #expect(lost.output.hasSuffix(", 1 missing (carrel verify)\n"), "\(lost.output)")
    }
}

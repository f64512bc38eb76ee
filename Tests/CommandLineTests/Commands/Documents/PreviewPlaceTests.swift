import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PreviewPlaceTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test func `a document on standard input is shown as its content says`() async throws {
        try workspace.write("tides", "<!DOCTYPE html><title>Tides</title><p>Twice a day.")
        let preview = try await workspace.shell("cat tides | carrel preview - --json")
        let shown = try #require(preview.objects.first)
        #expect(shown["mediaType"] as? String == "text/html", "\(preview)")
        #expect(shown["path"] as? String == "standard input")
        #expect((shown["text"] as? String)?.contains("Twice a day.") == true)
        // A file of that name is named by its path.
        try workspace.write("-", "Once a day.")
        let input = try await workspace.carrel("preview", "-", input: "Twice a day.")
        #expect(input.status == 0 && input.output.contains("Twice a day."), "\(input)")
        let file = try await workspace.carrel("preview", "./-", input: "Twice a day.")
        #expect(file.status == 0 && file.output.contains("Once a day."), "\(file)")
    }

    @Test(arguments: ["/dev/stdin < tides", "/dev/fd/0 < tides", "<(cat tides)"])
    func `standard input by another name and a pipe of the shell are read, too`(input: String) async throws {
        try workspace.write("tides", "<!DOCTYPE html><title>Tides</title><p>Twice a day.")
        let preview = try await workspace.shell("carrel preview \(input)")
        #expect(preview.status == 0 && preview.output.contains("Twice a day."), "\(preview)")
    }

    @Test func `of a long text it is said how much of it is shown, or that its end is`() async throws {
        let lines = (1...6000).map { "line \($0) of the log" }
        let text = lines.joined(separator: "\n")
        for format in ["text", "markdown"] {
            let cut = try await workspace.carrel("preview", "-", "--format", format, input: text)
            let size = /The text goes on in the document; shown: 6\d\.\d KiB of 122 KiB\./
            #expect(cut.output.contains(size), "\(cut.output.suffix(200))")
            #expect(!cut.output.contains("Left out"))
        }
        let ends = try await workspace.carrel("preview", "-", "--set", "preview.max-text=4KiB", input: text)
        #expect(ends.output.contains("line 6000 of the log\n\nParts of the text are left out; shown: 3."))
        #expect(!ends.output.contains("goes on"), "\(ends.output.suffix(200))")
    }

    @Test func `what is larger on standard input than documents may be is refused`() async throws {
        let preview = try await workspace.carrel(
            "preview", "-", "--set", "download.max-size=1KiB",
            input: String(repeating: "Twice a day. ", count: 100))
        #expect(preview.status == 1 && preview.output.isEmpty, "\(preview)")
        #expect(
            preview.error.hasPrefix("carrel preview: standard input: it is larger than 1 KiB. Save it"),
            "\(preview.error)")
    }

    @Test func `a folder on standard input is refused, and not to be saved to a file`() async throws {
        let preview = try await workspace.shell("carrel preview - < / 2>&1")
        #expect(preview.output == "carrel preview: standard input: Is a directory\n", "\(preview)")
    }

    @Test func `where nothing temporary can be written it is said, with the variable that says where`()
        async throws
    {
        let preview = try await workspace.carrel(
            "preview", "-", environment: ["TMPDIR": "/nonexistent"], input: "Twice a day.")
        #expect(preview.status == 1 && preview.output.isEmpty, "\(preview)")
        let place = "carrel preview: standard input: /nonexistent: no temporary folder"
        #expect(preview.error.hasPrefix(place), "\(preview.error)")
        let remedy = "No such file or directory. TMPDIR names the folder of temporary files\n"
        #expect(preview.error.hasSuffix(remedy), "\(preview.error)")
    }

    @Test func `of a page that a server sends in the place of a document it is said that it is one`()
        async throws
    {
        let server = try LoopbackServer()
        let page = Data("<!DOCTYPE html><title>Please log in</title><p>Who are you?".utf8)
        for path in ["/a.pdf", "/login/index.php"] {
            server.on(path, .content(page, fields: [("Content-Type", "text/html")]))
        }
        server.on("/b", .redirect(to: "/login/index.php"))
        let named = ["/a.pdf": "an HTML page instead of a PDF document", "/b": "a login page of 127.0.0.1"]
        for (path, what) in named {
            let url = server.address(path)
            let preview = try await workspace.carrel("preview", url)
            #expect(preview.status == 0 && preview.output.contains("Who are you?"), "\(preview)")
            #expect(preview.error.hasPrefix("warning: \(url): the server sent \(what)"), "\(preview.error)")
            #expect(preview.error.contains("If it asks who you are, set download.token"), "\(preview.error)")
        }
        // A page at an address that promises nothing else is what was asked for.
        let login = try await workspace.carrel("preview", server.address("/login/index.php"))
        #expect(login.status == 0 && login.error.isEmpty, "\(login.error)")
    }

    @Test func `a host without a scheme is asked about where nothing has that name`() async throws {
        let said =
            "carrel preview: there is neither a file nor an item “example.org/a.pdf”; "
            + "did you mean https://example.org/a.pdf?\n"
        let empty = try await workspace.carrel("preview", "example.org/a.pdf")
        #expect(empty.status == 1 && empty.error == said, "\(empty.error)")
        let notes = try workspace.writeNotes([("Week 1", "https://127.0.0.1:1/one.pdf")])
        _ = try await workspace.carrel("add", notes)
        let filled = try await workspace.carrel("preview", "example.org/a.pdf")
        #expect(filled.status == 1 && filled.error == said, "\(filled.error)")
        try workspace.write("example.org/a.pdf", "not a PDF document")
        let file = try await workspace.carrel("preview", "example.org/a.pdf")
        #expect(!file.error.contains("did you mean"), "\(file.error)")
    }
}

import CarrelBasics
import CarrelTesting
import Foundation
import Testing

private let python = "/usr/bin/python3"

/// `/opds` of `carrel serve`, as a reading app sees it.
@Suite(
    .timeLimit(.minutes(2)),
    .enabled(if: FileManager.default.isExecutableFile(atPath: python), "needs python3"))
struct OPDSTests {
    /// Follows every link: what it read, and what was wrong.
    private func read(_ page: ServeFixture, _ words: String) async throws -> (told: String, wrong: String) {
        let script = Project.folder.appending(path: "scripts/check-opds").path
        let result = try await ProcessToolRunner().run(
            ToolInvocation(
                python, ["-B", script, page.address, words], timeout: .seconds(60), outputLimit: 1 << 20))
        return (String(decoding: result.output, as: UTF8.self), result.errorText)
    }

    @Test func `every feed is as Atom and OPDS want it, and every document is what its entry says`()
        async throws
    {
        let page = try await ServeFixture()
        let (told, wrong) = try await read(page, "modal logic")
        #expect(wrong.isEmpty, "\(wrong)")
        // The start, new, recent, the catalogue, its two collections and the search; what is not stored is not offered.
        #expect(told == "7 feeds, 3 documents, 1 found\n")
        let feed = try await page.get("/opds/collection?collection=COMP307")
        #expect(feed.text.contains("Week 1") && !feed.text.contains("Lost"))
    }

    @Test func `long feeds have pages, and ids and addresses stay`() async throws {
        let workspace = try Workspace()
        let notes = (1...120).map { "{\"Note \($0)\": \"http://127.0.0.1:1/\($0).txt\"}" }.joined(
            separator: ",")
        try workspace.write(
            "site/notes.json",
            "[{\"moduleCode\":\"BIG\",\"moduleTitle\":\"Many\",\"moduleNotes\":[\(notes)]}]")
        for number in 1...120 { try workspace.write("site/\(number).txt", "Text \(number)\n") }
        let server = try CarrelProcess(
            ["delay-proxy", "--quiet", "--listen", "127.0.0.1:0", "--root", workspace.folder.path + "/site"],
            in: workspace)
        let address = try await server.listeningAddress()
        let own = notes.replacing("http://127.0.0.1:1/", with: address)
        try workspace.write(
            "site/notes.json", "[{\"moduleCode\":\"BIG\",\"moduleTitle\":\"Many\",\"moduleNotes\":[\(own)]}]")
        let page = try await ServeFixture(
            in: workspace, profile: "[source]\nuse = \"http\"\nurl = \"\(address)notes.json\"\n")
        let (told, wrong) = try await read(page, "text")
        #expect(wrong.isEmpty, "\(wrong)")
        // Three pages each of new, recent, the collection and the search; the start and the catalogue.
        #expect(told == "14 feeds, 120 documents, 120 found\n")
        let before = try await page.get("/opds/new")
        #expect(try await page.get("/opds/new").text == before.text)
        server.send(SIGTERM)
    }

    @Test func `items that a token alone tells apart have ids of their own, which stay`()
        async throws
    {
        let page = try await ServeFixture(syncs: false)
        let address = page.course.server.address("/h/d.txt")
        let catalog = """
            [{"moduleCode":"KEYS","moduleTitle":"T","moduleNotes":\
            [{"One":"\(address)?token=1"},{"Two":"\(address)?token=2"}]}]
            """
        page.course.server.on("/notes.json", .document(catalog, mediaType: "application/json"))
        var found: [Set<String>] = []
        for text in ["before", "after it"] {
            let tag = "\"\(text)\""
            page.course.server.on("/h/d.txt", .text(text, tag: tag))
            let sync = try await page.workspace.carrel("sync", page.course.url)
            #expect(sync.status == 0, "\(sync.output)\(sync.error)")
            let feed = try await page.get("/opds/collection?collection=KEYS")
            found.append(Set(feed.text.matches(of: #/<entry><id>([^<]*)</id>/#).map { String($0.1) }))
        }
        #expect(found[0].count == 2 && found[0] == found[1], "\(found)")
    }

    @Test func `titles that are markup, commands or nothing stay text`() async throws {
        let page = try await ServeFixture(syncs: false)
        let titles = [
            "]]><script>alert(1)</script>", "&amp;&lt;!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>",
            "\\u0000\\u0007",
            "\\ufffe\\uffff\\ud83d\\udcd6", "\\u202eevil", "\\\" href='javascript:x", "<?xml version='1.0'?>",
            "--><!--",
        ]
        var notes: [String] = []
        for (index, title) in titles.enumerated() {
            page.course.server.on("/h/\(index).txt", .document("Hostile \(index)", mediaType: "text/plain"))
            notes.append("{\"\(title)\": \"\(page.course.server.address("/h/\(index).txt"))\"}")
        }
        let catalog =
            "[{\"moduleCode\":\"<&>'\\\"\",\"moduleTitle\":\"\(titles[0])\",\"moduleNotes\":[\(notes.joined(separator: ","))]}]"
        page.course.server.on("/notes.json", .document(catalog, mediaType: "application/json"))
        _ = try await page.workspace.carrel("sync", "--quiet", page.course.url)
        let (told, wrong) = try await read(page, "hostile")
        #expect(wrong.isEmpty, "\(wrong)")
        let stored = try page.workspace.documents().count
        #expect(told.contains("\(stored) documents, \(stored) found"), "\(told)")
        #expect(stored >= 6)
        for path in ["/opds/search?query=%3Cscript%3E%00%EF%BF%BE", "/opds/collection?collection=%3C%26"] {
            let feed = try await page.get(path)
            #expect(!feed.text.contains("<script>"), "\(feed.text)")
        }
    }

    /// The status of an answer and what it asks for; URLSession would want to ask a person for a password.
    private func ask(_ page: ServeFixture, _ path: String, _ authorization: String? = nil) async throws
        -> String
    {
        let script = """
            import sys, urllib.request, urllib.error
            request = urllib.request.Request(sys.argv[1], headers=dict(Authorization=sys.argv[2]) if sys.argv[2] else {})
            try: answer = urllib.request.urlopen(request, timeout=30)
            except urllib.error.HTTPError as error: answer = error
            print(answer.status, answer.headers.get("WWW-Authenticate", ""))
            """
        let result = try await ProcessToolRunner().run(
            ToolInvocation(
                python, ["-c", script, page.address + path, authorization ?? ""], timeout: .seconds(30),
                outputLimit: 1 << 20))
        return String(decoding: result.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test func `a token is asked for and taken as reading apps give it, and changes nothing`() async throws {
        let page = try await ServeFixture("--token", "four words")
        #expect(try await ask(page, "/opds") == "401 Basic realm=\"Carrel\", charset=\"UTF-8\"")
        let own = "Basic " + Data("anybody:four words".utf8).base64EncodedString()
        #expect(try await ask(page, "/opds", own) == "200")
        for wrong in ["Basic", "Basic x", "Basic \(Data("a:b".utf8).base64EncodedString())", "Basic ////"] {
            #expect(try await ask(page, "/opds", wrong).hasPrefix("401"), "\(wrong)")
        }
        // Browsers send such a field on their own.
        #expect(try await page.send("/api/mark", "{}", ["Authorization": own]).status == 401)
    }

    @Test func `what there is not is a problem`() async throws {
        let page = try await ServeFixture()
        for (path, status) in [
            ("/opds/nothing", 404), ("/opds/collection", 400), ("/opds/collection?collection=NONE", 404),
            ("/opds/catalogue", 400), ("/opds/catalogue?catalog=none", 404), ("/opds/new?cursor=x", 400),
            ("/opds/search", 400),
            ("/opds/document?item=COMP307/2", 404), ("/opds/document?item=/etc/passwd", 404),
        ] {
            #expect(try await page.get(path).status == status, "\(path)")
        }
        #expect(try await page.send("/opds", "{}", [:]).status == 405)
    }
}

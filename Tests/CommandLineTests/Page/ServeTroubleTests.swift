import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelTesting
import Foundation
import Testing

/// `carrel serve` while its library is away, or its disk is full: it says which, and goes on when it is over.
@Suite(.timeLimit(.minutes(2)))
struct ServeTroubleTests {
    @Test func `a library that was taken away is named, nothing is begun in its place, and it comes back`()
        async throws
    {
        let page = try await ServeFixture()
        let (library, away) = (page.workspace.library, page.workspace.folder.appending(path: "away"))
        let collection = try #require(try await page.get("/").values("href").first { $0.contains("COMP307") })
        let lost = try #require(
            try await page.get(collection).values("href").filter { $0.contains("item=") }.last)
        let what = String(lost.split(separator: "?")[1])
        let token = try #require(try await page.get("/").values("content").dropFirst(2).first)
        let events = try EventReader(page.address + "/events?since=0")
        _ = try await events.first("event: trouble\ndata: {}")
        page.course.server.on(
            "/COMP307/gone.pdf", .document("%PDF-1.4\n%%EOF\n", mediaType: "application/pdf"))
        try FileManager.default.moveItem(at: library, to: away)
        let said = try await events.first("event: trouble")
        #expect(
            said.contains(
                "The library is no longer in \(library.path). Mount its disk, or put the folder back"))
        for path in ["/", collection, lost, "/new", "/search?words=modal", "/week"] {
            let answer = try await page.get(path)
            #expect(answer.status == 503 && answer.text.contains("no longer in \(library.path)"), "\(path)")
            // The browser asks again by itself.
            #expect(answer.fields["Refresh"] == "3")
        }
        for action in ["get", "sync", "mark-read", "ignore", "add"] {
            let form = ["what": what, "address": page.course.url + "?2"]
            let answer = try await page.post("/\(action)", form, token: token)
            #expect(answer.status == 409 && answer.text.contains("no longer in \(library.path)"), "\(action)")
        }
        #expect(try await page.get("/", ["Accept-Language": "de"]).text.contains("ist nicht mehr in"))
        let program = try await page.get("/api/items")
        #expect(program.status == 503 && program.text.contains("the library is no longer there"))
        #expect(!FileManager.default.fileExists(atPath: library.path))
        // An empty folder in its place, as a disk leaves behind that was unmounted, is no library either.
        try FileManager.default.createDirectory(at: library, withIntermediateDirectories: false)
        #expect(try await page.get("/").status == 503)
        #expect(try FileManager.default.contentsOfDirectory(atPath: library.path).isEmpty)
        try FileManager.default.removeItem(at: library)
        try FileManager.default.moveItem(at: away, to: library)
        _ = try await events.first("event: trouble\ndata: {}")
        _ = try await events.first("event: library")
        events.end()
        #expect(try await page.get(lost).status == 200)
        #expect(try await page.post("/get", ["what": what]).status == 303)
        _ = try await page.get(lost) {
            $0.text.contains(/<article class="item" data-key="\w+" data-status="(new|stored)"/)
        }
    }

    @Test func `a library that is another one when it comes back is shown as it is then`() async throws {
        let page = try await ServeFixture()
        let (library, away) = (page.workspace.library, page.workspace.folder.appending(path: "away"))
        #expect(try await page.get("/").text.contains("Reasoning"))
        try FileManager.default.moveItem(at: library, to: away)
        #expect(try await page.get("/").status == 503)
        // As a disk that was unmounted and mounted again: the same files, none of which is open any longer.
        try FileManager.default.copyItem(at: away, to: library)
        try FileManager.default.removeItem(at: away)
        let list = try await page.get("/")
        #expect(list.status == 200 && list.text.contains("Reasoning"))
        let week1 = try #require(list.values("href").first { $0.contains("item=") })
        let what = String(week1.split(separator: "?")[1])
        #expect(try await page.post("/mark-unread", ["what": what]).status == 303)
        let listed = try await page.workspace.carrel("list", "--status", "new")
        #expect(listed.output.contains("Week 1"))
    }

    @Test func `what was under way when the library was taken away keeps no page busy once it is back`()
        async throws
    {
        let page = try await ServeFixture()
        let (library, away) = (page.workspace.library, page.workspace.folder.appending(path: "away"))
        let gate = Gate()
        defer { gate.open() }
        page.course.server.on(
            "/COMP304/week1.txt", .held(by: gate, "changed", after: 3, fields: [("ETag", "\"9\"")]))
        let events = try EventReader(page.address + "/events?since=0")
        #expect(try await page.post("/sync", [:]).status == 303)
        _ = try await events.first(#""active":1"#)
        try FileManager.default.moveItem(at: library, to: away)
        #expect(try await page.get("/").status == 503)
        try FileManager.default.moveItem(at: away, to: library)
        #expect(try await page.get("/").status == 200)
        _ = try await events.first(#""active":0"#)
        events.end()
    }

    @Test func `a file in the quarantine that nobody knows is shown, and can be discarded`() async throws {
        let page = try await ServeFixture()
        let token = QuarantinedDocument.newToken(for: "stray.pdf")
        let stray = page.workspace.library.appending(path: ".carrel/quarantine/\(token)")
        try FileManager.default.createDirectory(
            at: stray.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("what is it?".utf8).write(to: stray)
        _ = try await page.workspace.carrel("verify", "--repair")
        let quarantine = try await page.get("/quarantine")
        #expect(quarantine.text.contains("stray.pdf"), "\(quarantine.text)")
        #expect(quarantine.text.contains("/discard") && !quarantine.text.contains("/accept"))
        let what = try #require(quarantine.values("value").first { $0.hasPrefix("file=") })
        #expect(try await page.post("/discard", ["what": what]).status == 303)
        #expect(!(try await page.get("/quarantine").text.contains("stray.pdf")))
        #expect(!FileManager.default.fileExists(atPath: stray.path))
    }

    /// Holds many connections of one network, and asks from another one.
    private static let crowd = """
        import http.client, socket, sys
        port, held = int(sys.argv[1]), []
        for _ in range(200):
            try:
                held.append(socket.create_connection(("127.0.0.1", port)))
                held[-1].send(b"GET /x")
            except ConnectionError: pass
        other = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=("127.0.0.2", 0))
        other.request("GET", "/api/status")
        print(other.getresponse().status)
        """

    @Test(arguments: ["-n", "-Sn"])
    func `whoever holds many connections keeps no other network out, however few files may be open`(
        limit: String
    ) async throws {
        let workspace = try Workspace()
        let process = try CarrelProcess(
            ["serve", "--listen", "127.0.0.1:0"], in: workspace,
            starter: ["/bin/bash", "-c", "ulimit \(limit) 128; exec \"$@\"", "bash"])
        defer { process.send(SIGTERM) }
        let address = try await process.listeningAddress()
        let port = try #require(URL(string: address)?.port)
        let result = try await ProcessToolRunner().run(
            ToolInvocation(
                "/usr/bin/python3", ["-c", Self.crowd, "\(port)"], timeout: .seconds(60),
                outputLimit: 1 << 16))
        #expect(String(decoding: result.output, as: UTF8.self) == "200\n", "\(result.errorText)")
    }

    @Test func `what could not be taken back can be asked for again, until it is done`() async throws {
        let page = try await ServeFixture()
        let marked = try await page.post("/mark-read", [:])
        let undo = try #require(marked.fields["Location"]?.split(separator: "?").last)
        let what = ["what": String(undo)]
        let records = page.workspace.library.appending(path: ".carrel/library.sqlite").path
        func change(_ statement: String) async throws {
            let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute(sys.argv[2])"
            let run = try await page.workspace.shell(
                "python3 -c '\(script)' '\(records)' \"\(statement)\"")
            #expect(run.status == 0, "\(run.error)")
        }
        try await change(
            "CREATE TRIGGER held BEFORE UPDATE OF read_sha256 ON item BEGIN SELECT RAISE(ABORT, 'held'); END")
        let refused = try await page.post("/undo", what)
        #expect(refused.status == 409, "\(refused.text)")
        try await change("DROP TRIGGER held")
        #expect(try await page.post("/undo", what).status == 303)
        #expect(try await page.post("/undo", what).status == 404)
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small disk needs privileges"))
    func `a full disk is named, what is there is shown, and after space was freed it is tried again`()
        async throws
    {
        let workspace = try Workspace()
        let disk = try SmallDisk(at: workspace.library, kibibytes: 8192)
        let course = try CourseServer()
        let page = try await ServeFixture(
            in: workspace, profile: "[source]\nuse = \"http\"\nurl = \"\(course.url)\"\n", course: course)
        let collection = try #require(try await page.get("/").values("href").first { $0.contains("COMP307") })
        let items = try await page.get(collection).values("href").filter { $0.contains("item=") }
        let (stored, lost) = (try #require(items.first), try #require(items.last))
        let what = String(lost.split(separator: "?")[1])
        course.server.on("/COMP307/gone.pdf", .document("%PDF-1.4\n%%EOF\n", mediaType: "application/pdf"))
        let events = try EventReader(page.address + "/events?since=0")
        _ = try await events.first("event: trouble")
        // The first search makes the index, which takes space.
        #expect(try await page.get("/search?words=week").status == 200)
        // Everything that is left.
        let filler = disk.path + "/filler"
        _ = try await workspace.shell("dd if=/dev/zero of='\(filler)' bs=4096 status=none || true")
        #expect(disk.free == 0)
        let answer = try await page.post("/get", ["what": what])
        #expect(answer.status == 303 || answer.text.contains("no space left"), "\(answer.text)")
        if answer.status == 303 {
            #expect(try await events.first("event: message").contains("no space left"))
        }
        let marked = try await page.post("/mark-unread", ["what": String(stored.split(separator: "?")[1])])
        // The records may have a little room of their own.
        #expect(marked.status == 303 || marked.text.contains("no space left"), "\(marked.text)")
        // Looking goes on, also at what was never looked at before.
        let detail = try await page.get(stored)
        #expect(detail.status == 200 && detail.text.contains("Another first week"))
        for path in [
            "/", collection, lost, "/new", "/search?words=week", "/quarantine", "/api/items", "/opds",
        ] {
            #expect(try await page.get(path).status == 200, "\(path)")
        }
        try FileManager.default.removeItem(atPath: filler)
        #expect(try await page.post("/get", ["what": what]).status == 303)
        _ = try await page.get(lost) {
            $0.text.contains(/<article class="item" data-key="\w+" data-status="(new|stored)"/)
        }
        events.end()
    }

    @Test func `a browser that cannot be opened is a warning with the page's address`() async throws {
        let workspace = try Workspace()
        let process = try CarrelProcess(
            ["serve", "--listen", "127.0.0.1:0", "--open"], in: workspace,
            environment: ["CARREL_OPENER": "no-such-viewer"])
        let address = try await process.listeningAddress()
        while !process.errorSoFar.contains("\n") { try await Task.sleep(for: .milliseconds(5)) }
        process.send(SIGINT)
        let error = try await process.wait().error
        #expect(error.hasPrefix("warning: there is no program no-such-viewer"), "\(error)")
        #expect(error.contains(address), "\(error)")
        withExtendedLifetime(workspace) {}
    }
}

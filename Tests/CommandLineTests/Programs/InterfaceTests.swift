import CarrelBasics
import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// `/api` of `carrel serve`, as another program sees it.
@Suite(.timeLimit(.minutes(2)))
struct InterfaceTests {
    private func rows(_ answer: ServeFixture.Answer, _ name: String) throws -> [[String: Any]] {
        #expect(answer.status == 200 && answer.fields["Content-Type"] == "application/json", "\(answer.text)")
        return try #require(try object(answer)[name] as? [[String: Any]])
    }

    @Test(.enabled(if: JSONSchema.canBeRead, "needs python3-jsonschema"))
    func `every path answers as docs/openapi.json says`() async throws {
        let page = try await ServeFixture()
        let script = Project.folder.appending(path: "scripts/check-openapi").path
        let result = try await ProcessToolRunner().run(
            ToolInvocation(
                "/usr/bin/python3", ["-B", script, page.address], timeout: .seconds(60), outputLimit: 1 << 20)
        )
        #expect(result.status == 0, "\(result.errorText)")
        let told = String(decoding: result.output, as: UTF8.self)
        #expect(told.hasPrefix("26 paths"), "\(told)")
        // Each was answered with what was asked for, and not only with a described problem.
        for part in told.split(separator: ",") where !part.contains("accept") && !part.contains("discard") {
            #expect(part.contains(": 20"), "\(part)")
        }
    }

    @Test func `rows are those of the command line, and lists have pages`() async throws {
        let page = try await ServeFixture()
        let listed = try await page.workspace.carrel("list", "COMP304", "--json").objects
        let items = try rows(try await page.get("/api/items?collection=COMP304"), "items")
        #expect(
            items.map { "\($0.sorted { $0.key < $1.key })" }
                == listed.map { "\($0.sorted { $0.key < $1.key })" })
        var (titles, path): ([String], String?) = ([], "/api/items?limit=2")
        while let next = path {
            let answer = try await page.get(next)
            titles += try rows(answer, "items").compactMap { $0["title"] as? String }
            path = (try object(answer)["next"] as? String).map { "/api/items?limit=2&cursor=\($0)" }
        }
        #expect(titles == ["Week 1", "Week 2", "Week 3", "Week 1", "Lost"])
        let failed = try rows(try await page.get("/api/items?status=failed"), "items")
        #expect(failed.first?["reason"] as? String == "404 Not Found")
        let document = try await page.get("/api/document?item=COMP304/1", ["Range": "bytes=2-6"])
        #expect(document.status == 206 && document.text == "plain")
        #expect(try object(try await page.get("/api/status"))["stored"] as? Int == 3)
        #expect(try await page.get("/api/openapi.json").text.contains("\"openapi\": \"3.1.0\""))
    }

    @Test func `what is ignored is the item that was named, also where another catalogue has its document`()
        async throws
    {
        let page = try await ServeFixture()
        let link = page.course.server.address("/COMP304/week1.txt")
        page.course.server.on(
            "/links.html",
            .document("<title>L</title><a href=\"\(link)\">Shared</a>", mediaType: "text/html"))
        let added = try await page.workspace.carrel(
            "add", page.course.server.address("/links.html"), "--name", "links")
        #expect(added.status == 0, "\(added.error)")
        _ = try await page.workspace.carrel("sync", "links")
        let token = try #require(try object(try await page.get("/api/token"))["token"] as? String)
        let answer = try await page.send("/api/ignore", #"{"item":"Shared"}"#, ["X-Carrel-Token": token])
        #expect(answer.status == 204, "\(answer.text)")
        let ignored = try await page.workspace.carrel("ignore").output
        #expect(ignored.contains("links") && !ignored.contains("COMP304"), "\(ignored)")
    }

    @Test func `what an item got is set aside as its own, also where another catalogue has stored it since`()
        async throws
    {
        let page = try await ServeFixture()
        let (server, carrel) = (page.course.server, page.workspace)
        for (name, title) in [("one", "First"), ("two", "Second")] {
            let link = "<a href=\"\(server.address("/shared.pdf"))\">\(title)</a>"
            server.on("/\(name).html", .document(link, mediaType: "text/html"))
        }
        let (wrong, right) = (Data("<!DOCTYPE html><p>Sign in</p>".utf8), Data("%PDF-1.4\n%%EOF\n".utf8))
        for (name, content) in [("one", wrong), ("two", right)] {
            server.on("/shared.pdf", .document(content, mediaType: "application/pdf"))
            let address = server.address("/\(name).html")
            #expect(try await carrel.carrel("add", address, "--name", name).status == 0)
            _ = try await carrel.carrel("sync", name)
        }
        #expect(try await carrel.carrel("quarantine", "--json").objects.count == 1)
        let token = try #require(try object(try await page.get("/api/token"))["token"] as? String)
        let answer = try await page.send("/api/discard", #"{"item":"First"}"#, ["X-Carrel-Token": token])
        #expect(answer.status == 204, "\(answer.text)")
        #expect(try await carrel.carrel("quarantine", "--json").objects.isEmpty)
    }

    @Test func `a document whose file is gone counts as stored nowhere`() async throws {
        let page = try await ServeFixture()
        let files = try page.workspace.documents()
        let file = try #require(files.keys.first { $0.contains("week1") && $0.contains("COMP304") })
        try FileManager.default.removeItem(at: page.workspace.library.appending(path: file))
        #expect(try object(try await page.get("/api/status"))["stored"] as? Int == 2)
        let shown = try await page.workspace.carrel("show", "COMP304", "--json").objects
        #expect(shown.first?["stored"] as? Int == 1, "\(shown)")
        let list = try #require(try await page.get("/").values("href").first { $0.contains("COMP304") })
        #expect(try await !page.get(list + "&status=stored").text.contains("<bdi>Week 1"))
        #expect(try await page.get(list + "&status=missing").text.contains("<bdi>Week 1"))
    }

    @Test(arguments: ["preview", "versions", "document"])
    func `only what can be fetched is offered to be fetched first`(what: String) async throws {
        let page = try await ServeFixture()
        let gone = try object(try await page.get("/api/\(what)?item=COMP307%2F2"))["detail"] as? String
        #expect(gone?.hasSuffix("Fetch it first: /api/get") == true, "\(gone ?? "")")
        let later = try object(try await page.get("/api/\(what)?item=COMP304%2F3"))["detail"] as? String
        #expect(later == "Week 3: it is not stored (not available yet)")
    }

    @Test func `a library that another process begins is there at once`() async throws {
        let page = try await ServeFixture(syncs: false)
        #expect(try object(try await page.get("/api/status"))["items"] as? Int == 0)
        _ = try await page.workspace.carrel("sync", "--quiet", page.course.url)
        #expect(try object(try await page.get("/api/status"))["stored"] as? Int == 3)
    }

    @Test(.enabled(if: JSONSchema.canBeRead, "needs python3-jsonschema"))
    func `events come as those of a sync do, whoever asked for what happens`() async throws {
        let page = try await ServeFixture()
        page.course.server.on(
            "/COMP307/gone.pdf", .document("%PDF-1.4\n%%EOF\n", mediaType: "application/pdf"))
        let reader = try EventReader(page.address + "/api/events")
        defer { reader.end() }
        let begin = try await reader.first("event: ")
        #expect(begin == "event: begin\ndata: {\"event\":\"begin\",\"version\":2}")
        let token = try #require(try object(try await page.get("/api/token"))["token"] as? String)
        let own = ["X-Carrel-Token": token]
        #expect(try await page.send("/api/get", #"{"item":"Lost"}"#, own).status == 202)
        let stored = try await reader.first("event: stored")
        let line = try #require(stored.split(separator: "\n").last?.dropFirst("data: ".count))
        #expect(try await JSONSchema(page.workspace).problems("event", String(line) + "\n") == nil)
        let row = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(row["title"] as? String == "Lost" && row["catalogName"] as? String == "notes", "\(line)")
        // Whoever asks only for the head does not listen.
        try TestProgram.run(
            ["curl", "--silent", "--head"] + Array(repeating: page.address + "/api/events", count: 300))
        let another = try EventReader(page.address + "/api/events")
        defer { another.end() }
        #expect(try await another.first("event: ") == begin)
        page.course.server.on("/notes.json", .status(404))
        #expect(try await page.send("/api/sync", "{}", own).status == 202)
        let failed = try await reader.first("404 Not Found")
        #expect(failed.hasPrefix("event: catalogFailed\n"), "\(failed)")
    }

    @Test func `a download that a program asked for can be ended`() async throws {
        let page = try await ServeFixture()
        let gate = Gate()
        defer { gate.open() }
        let bytes = Data("%PDF-1.4\n%%EOF\n".utf8)
        page.course.server.on(
            "/COMP307/gone.pdf", .held(by: gate, bytes, fields: [("Content-Type", "application/pdf")]))
        let reader = try EventReader(page.address + "/api/events")
        defer { reader.end() }
        let token = try #require(try object(try await page.get("/api/token"))["token"] as? String)
        let own = ["X-Carrel-Token": token]
        let lost = #"{"item":"Lost"}"#
        #expect(try await page.send("/api/get", lost, own).status == 202)
        _ = try await reader.first("event: started")
        #expect(try await page.send("/api/cancel", lost, own).status == 204)
        _ = try await reader.first("event: parked")
        gate.open()
        // There is nothing to end any more, which is as well.
        #expect(try await page.send("/api/cancel", lost, own).status == 204)
        #expect(try await page.get("/api/item?item=Lost").text.contains(#""status":"stored""#) == false)
        #expect(try await page.send("/api/get", lost, own).status == 202)
        _ = try await reader.first("event: stored")
    }

    @Test func `what is wrong is a problem with its reason, and nothing else can be named`() async throws {
        let page = try await ServeFixture()
        for (path, status) in [
            ("/api", 404), ("/api/nothing", 404), ("/api/%2E%2E/etc/passwd", 404), ("/api/sync", 405),
            ("/api/items?limit=0", 400), ("/api/items?limit=1&limit=2", 400), ("/api/items?status=gone", 400),
            ("/api/items?cursor=x", 400), ("/api/items?cursor=1-x", 400), ("/api/items?collection=NONE", 404),
            ("/api/items?catalog=none", 404), ("/api/search", 400), ("/api/search?query=OR", 400),
            ("/api/item?item=3", 400), ("/api/item?item=Week%201", 400),
            ("/api/item?item=%2Fetc%2Fpasswd", 404),
            ("/api/document?item=..%2F..%2Fetc%2Fpasswd", 404), ("/api/document?item=COMP307/2", 404),
            ("/api/preview?item=COMP304/1&pages=x", 400), ("/api/preview?item=COMP304/3", 404),
            ("/api/item?item=\(String(repeating: "x", count: 5000))", 400),
        ] {
            let answer = try await page.get(path)
            #expect(answer.status == status, "\(path): \(answer.status) \(answer.text)")
            #expect(answer.fields["Content-Type"] == "application/problem+json")
            let problem = try object(answer)
            #expect(problem["status"] as? Int == status && (problem["detail"] as? String)?.isEmpty == false)
        }
        let other = try await page.get("/api/items", ["Origin": "http://evil.example"])
        #expect(other.status == 403 && other.fields["Content-Type"] == "application/problem+json")
        #expect(try await page.get("/api/items", ["Host": "evil.example"]).status == 421)
    }

    @Test(arguments: [
        ("DELETE", "/api/get", "POST"), ("DELETE", "/api/status", "GET, HEAD"),
        ("POST", "/api/status", "GET, HEAD"), ("DELETE", "/opds", "GET, HEAD"),
        ("DELETE", "/", "GET, HEAD, POST"),
    ])
    func `a method that a path does not take is refused with those that it takes`(
        method: String, path: String, allowed: String
    ) async throws {
        let page = try await ServeFixture(syncs: false)
        let answer = try await page.workspace.shell("curl -s -i -X \(method) '\(page.address)\(path)'")
        #expect(answer.output.contains(" 405 "), "\(answer)")
        #expect(answer.output.contains("Allow: \(allowed)\r\n"), "\(answer)")
    }

    @Test(arguments: ["-X POST", "-H 'Transfer-Encoding: chunked' -d '{}'"])
    func `content of a length that is not told is refused as that`(options: String) async throws {
        let page = try await ServeFixture(syncs: false)
        let answer = try await page.workspace.shell("curl -s \(options) '\(page.address)/api/get'")
        #expect(
            answer.output.contains(#""status":411"#)
                && answer.output.contains("must say how long its content is"), "\(answer)")
    }

    @Test func `changes take the token that only a program can read`() async throws {
        let page = try await ServeFixture()
        page.course.server.on(
            "/COMP307/gone.pdf", .document("%PDF-1.4\n%%EOF\n", mediaType: "application/pdf"))
        let lost = #"{"item":"Lost"}"#
        for token in [nil, "", "wrong"] {
            let answer = try await page.send("/api/get", lost, token.map { ["X-Carrel-Token": $0] } ?? [:])
            #expect(answer.status == 403, "\(answer.text)")
        }
        let token = try #require(try object(try await page.get("/api/token"))["token"] as? String)
        let own = ["X-Carrel-Token": token]
        #expect(
            try await page.send("/api/get", lost, own.merging(["Origin": "http://evil.example"]) { $1 })
                .status == 403)
        for wrong in [
            "[]", "{", #"{"item":7}"#, #"{"path":"/etc"}"#, "{}", #"{"item":"Lost","item":"Lost"}"#,
        ] {
            #expect(try await page.send("/api/get", wrong, own).status == 400, "\(wrong)")
        }
        #expect(try await page.send("/api/get", lost, own).status == 202)
        _ = try await page.get("/api/item?item=Lost") { $0.text.contains(#""status":"stored""#) }
        let mark = #"{"item":"Lost","read":true}"#
        #expect(try await page.send("/api/mark", mark, own).status == 204)
        #expect(try await page.get("/api/new").text.contains("Lost") == false)
        #expect(try await page.send("/api/discard", lost, own).status == 404)
        for address in ["/etc/passwd", "file:///etc/passwd", "notes.json"] {
            #expect(try await page.send("/api/add", #"{"address":"\#(address)"}"#, own).status == 400)
        }
        let added = try await page.send(
            "/api/add", #"{"address":"\#(page.course.server.address("/notes.json?2"))","name":"more"}"#, own)
        let name = try object(added)["catalogName"] as? String
        #expect(added.status == 201 && name == "more", "\(added.text)")
        #expect(try await page.send("/api/sync", #"{"catalog":"more"}"#, own).status == 202)
    }

    @Test func `with a token of a person a program bears it, and needs no other`() async throws {
        let page = try await ServeFixture("--token", "four words to know")
        let refused = try await page.get("/api/items")
        #expect(
            refused.status == 401
                && refused.fields["Www-Authenticate"] ?? refused.fields["WWW-Authenticate"] == "Bearer")
        #expect(try await page.get("/api/items", ["Authorization": "Bearer wrong"]).status == 401)
        let own = ["Authorization": "Bearer four words to know"]
        #expect(try await page.get("/api/items", own).status == 200)
        #expect(try await page.send("/api/mark", "{}", own).status == 204)
        #expect(try await page.send("/api/mark", "{}", ["X-Carrel-Token": "x"]).status == 401)
    }

    @Test(.enabled(if: JSONSchema.canBeRead, "needs python3-jsonschema"))
    func `an error that comes after the reply says what was asked for`() async throws {
        let page = try await ServeFixture()
        let gate = Gate()
        defer { gate.open() }
        let document = Data("%PDF-1.4\n%%EOF\n".utf8)
        page.course.server.on(
            "/COMP307/gone.pdf",
            .content(document, fields: [("Content-Type", "application/pdf")]).behind(gate))
        let reader = try EventReader(page.address + "/api/events")
        defer { reader.end() }
        _ = try await reader.first("event: begin")
        let token = try #require(try object(try await page.get("/api/token"))["token"] as? String)
        let asked = page.course.server.script.requests(for: "/COMP307/gone.pdf").count
        let reply = try await page.send("/api/get", #"{"item":"Lost"}"#, ["X-Carrel-Token": token])
        #expect(reply.status == 202)
        _ = try await page.course.server.requests(atLeast: asked + 1, for: "/COMP307/gone.pdf")
        let away = page.workspace.folder.appending(path: "away")
        try FileManager.default.moveItem(at: page.workspace.library, to: away)
        gate.open()
        let failed = try await reader.first("event: error")
        let line = String(try #require(failed.split(separator: "\n").last?.dropFirst("data: ".count)))
        #expect(try await JSONSchema(page.workspace).problems("event", line + "\n") == nil)
        let row = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(row["request"] as? String == "get" && row["status"] as? Int == 5, "\(line)")
        #expect(row["collection"] as? String == "COMP307", "\(line)")
        #expect((row["reason"] as? String)?.contains("the library is no longer there") == true, "\(line)")
        #expect(!FileManager.default.fileExists(atPath: page.workspace.library.path))
    }
}

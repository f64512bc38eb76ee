import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// What the page and the interface for programs answer: to addresses, marks, fresh browsers and requests for documents.
@Suite(.timeLimit(.minutes(2)))
struct ServeAnswersTests {
    @Test(arguments: [
        "", "/etc/passwd", "notes.json", "file:///etc/passwd", "-", "ftp://x.example/", "http://",
        "https:///x",
    ])
    func `only a web server can be named in the form that adds a catalogue`(address: String) async throws {
        let page = try await ServeFixture(syncs: false)
        try page.workspace.write("notes.json", page.course.catalog)
        for path in ["/look", "/add"] {
            let answer = try await page.post(path, ["address": address])
            #expect(answer.status == 422, "\(answer.status)")
            #expect(answer.text.contains("begins with http:// or https://"), "\(answer.text)")
            #expect(!answer.text.contains("carrel "), "\(answer.text)")
        }
        let looked = try await page.post("/look", ["address": " \(page.course.url)\n"])
        #expect(looked.status == 200, "what was pasted with white space is meant without it")
    }

    @Test func `that a pattern still covers an item is said, and its own mark is taken back`() async throws {
        let page = try await ServeFixture()
        for text in ["COMP307/2", "*Los*"] {
            #expect(try await page.workspace.carrel("ignore", text).status == 0)
        }
        let token = try await page.get("/api/token").text.split(separator: "\"")[3]
        let body = #"{"collection":"COMP307","item":"Lost","ignored":false}"#
        let answer = try await page.send("/api/ignore", body, ["X-Carrel-Token": String(token)])
        #expect(answer.status == 409 && answer.text.contains("“*Los*”"), "\(answer.text)")
        let list = try #require(try await page.get("/").values("href").first { $0.contains("COMP307") })
        let lost = try #require(try await page.get(list).values("href").last { $0.contains("item=") })
        let refused = try await page.post("/unignore", ["what": String(lost.split(separator: "?")[1])])
        #expect(refused.status == 409 && refused.text.contains("“*Los*”"), "\(refused.text)")
        #expect(try await page.workspace.carrel("unignore", "*Los*").status == 0)
        #expect(try await page.workspace.carrel("ignore").output.isEmpty)
    }

    @Test func `a collection is marked as read alone`() async throws {
        let page = try await ServeFixture()
        let token = try await page.get("/api/token").text.split(separator: "\"")[3]
        let own = ["X-Carrel-Token": String(token)]
        #expect(try await page.send("/api/mark", #"{"collection":"NONE"}"#, own).status == 404)
        #expect(try await page.send("/api/mark", #"{"read":false}"#, own).status == 400)
        #expect(
            try await page.send("/api/mark", #"{"read":false,"collection":"COMP304"}"#, own).status == 400)
        #expect(try await page.send("/api/mark", #"{"collection":"COMP304"}"#, own).status == 204)
        let news = try await page.get("/api/new").text
        #expect(news.contains("COMP307") && !news.contains("COMP304"), "\(news)")
    }

    @Test func `the first collection that a browser opens is the one that it leaves`() async throws {
        let page = try await ServeFixture()
        let gate = Gate()
        defer { gate.open() }
        page.course.server.on("/COMP307/gone.pdf", .held(by: gate, "gone"))
        let known = try await page.workspace.carrel("catalogues", "--json").objects
        let name = try #require(known.first?["catalogName"] as? String)
        let first = try await page.get("/?catalogue=\(name)&collection=COMP307")
        let item = try #require(first.values("href").last { $0.contains("item=") })
        let what = ["what": String(item.split(separator: "?")[1])]
        let token = first.values("content").dropFirst(2).first
        #expect(try await page.post("/get", what, token: token).status == 303)
        _ = try await page.course.server.requests(atLeast: 2, for: "/COMP307/gone.pdf")
        _ = try await page.get("/?catalogue=\(name)&collection=COMP304")
        let status = try await page.get("/api/status") { $0.text.contains(#""underWay":0"#) }
        #expect(status.status == 200)
    }

    @Test
    func `looking marks nothing as read and selects nothing for the command line, until a script says so`()
        async throws
    {
        let page = try await ServeFixture()
        let carrel = page.workspace
        #expect(try await carrel.carrel("select", "COMP304").status == 0)
        let list = try #require(try await page.get("/").values("href").first { $0.contains("COMP307") })
        let item = try #require(try await page.get(list).values("href").first { $0.contains("item=") })
        let news = try await carrel.carrel("new", "--json").output
        #expect(news.contains("COMP307/week1.txt"), "\(news)")
        for path in [item, item + "&part=detail&look=1"] {
            #expect(try await page.get(path).text.contains("Another first week"))
        }
        #expect(try await carrel.carrel("new", "--json").output == news)
        let selected = try await carrel.carrel("show").output
        #expect(selected.contains("Reasoning") && !selected.contains("Distribution"), "\(selected)")
        // The browser itself comes back to where it was.
        #expect(try await page.get("/").text.contains("<title>Distribution · Carrel</title>"))
        let what = ["what": String(item.split(separator: "?")[1])]
        #expect(try await page.post("/seen", what, token: "x").status == 403)
        #expect(try await page.post("/seen", what).status == 303)
        #expect(!(try await carrel.carrel("new", "--json").output.contains("COMP307/week1.txt")))
    }

    @Test func `an address that names what is gone says so, and shows nothing else in its place`()
        async throws
    {
        let page = try await ServeFixture()
        let known = try await page.workspace.carrel("catalogues", "--json").objects
        let name = try #require(known.first?["catalogName"] as? String)
        for (query, english, german) in [
            ("catalogue=nope", "The library has no catalogue “nope”", "keinen Katalog „nope“"),
            ("catalogue=http://x.example/?token=T0", "no catalogue “http://x.example/?token=…", "?token=…"),
            (
                "catalogue=\(name)&collection=NONE", "The catalogue has no collection “NONE”",
                "keine Sammlung „NONE“"
            ),
            ("catalogue=\(name)&collection=COMP307&item=x", "has no such item", "keinen solchen Eintrag"),
        ] {
            for (language, sentence) in [("en", english), ("de", german)] {
                let answer = try await page.get("/?\(query)", ["Accept-Language": language])
                #expect(answer.status == 404 && answer.text.contains(sentence), "\(query): \(answer.text)")
            }
            let isListed = query.contains("COMP307")
            let answer = try await page.get("/?\(query)")
            #expect(answer.text.contains("<bdi>Lost") == isListed, "\(query)")
        }
        for query in ["catalogue=\(name)", "catalogue=\(name)&collection=", "collection=NONE"] {
            #expect(try await page.get("/?\(query)").status == 200, "\(query)")
        }
    }

    @Test func `an address of a catalogue alone shows a collection of it`() async throws {
        let (page, other) = (try await ServeFixture(), try CourseServer())
        let known = try await page.workspace.carrel("catalogues", "--json").objects
        let name = try #require(known.first?["catalogName"] as? String)
        #expect(try await page.post("/add", ["address": other.url, "name": "other"]).status == 303)
        _ = try await page.get("/?catalogue=\(name)&collection=COMP307")
        let others = try await page.get("/?catalogue=other").values("value")
        #expect(others.contains("other") && !others.contains(name), "\(others)")
        _ = try await page.get("/?catalogue=other&collection=COMP307")
        let chosen = try await page.get("/?catalogue=other").values("value")
        #expect(chosen.contains("other") && chosen.contains("COMP307"), "\(chosen)")
    }

    @Test func `a list that is to begin outside itself begins at the end that is nearer`() async throws {
        let page = try await ServeFixture()
        let known = try await page.workspace.carrel("catalogues", "--json").objects
        let name = try #require(known.first?["catalogName"] as? String)
        let list = "catalogue=\(name)&collection=COMP307"
        for place in [Int.min, -100, -1, 2, 100, .max] {
            let whole = try await page.get("/?\(list)&from=\(place)")
            #expect(whole.status == 200 && whole.text.contains("<bdi>Lost"), "\(place): \(whole.text)")
            let rows = try await page.get("/rows?\(list)&from=\(place)")
            #expect(rows.status == 200 && rows.values("data-total") == ["2"], "\(place): \(rows.text)")
            #expect(rows.text.contains("<bdi>Lost") == (place < 2), "\(place): \(rows.text)")
        }
        let found = try await page.get("/search?words=modal&from=\(Int.min)")
        #expect(found.status == 200 && found.text.contains("class=\"snippet\""), "\(found.text)")
    }

    @Test func `a document makes no requests, and what a condition or a range misses is a problem`()
        async throws
    {
        let page = try await ServeFixture()
        let document = "/api/document?item=COMP304/2"
        let whole = try await page.get(document)
        let policy = try #require(whole.fields["Content-Security-Policy"])
        #expect(!policy.contains("'self';") && !policy.contains("media-src"), "\(policy)")
        for (fields, status) in [(["If-Match": "\"x\""], 412), (["Range": "bytes=900000-"], 416)] {
            let answer = try await page.get(document, fields)
            #expect(answer.status == status)
            #expect(answer.fields["Content-Type"] == "application/problem+json")
            #expect((status == 416) == (answer.fields["Content-Range"]?.hasPrefix("bytes */") == true))
        }
    }

    @Test(
        arguments: ["serve", "delay-proxy"], ["lib.example:8332", "http://x", "a b", "", "*.example", "."])
    func `a further name that no request can have is refused`(command: String, name: String) async throws {
        let result = try await Workspace().carrel(command, "--listen", "127.0.0.1:0", "--host", name)
        #expect(result.status == 2 && result.error.contains("expected a name alone"), "\(result.error)")
    }

    @Test(arguments: [" ", "\u{7}", "a\tb", ""])
    func `a token that nobody could type or send is refused`(token: String) async throws {
        let result = try await Workspace().carrel("serve", "--listen", "127.0.0.1:0", "--token", token)
        #expect(result.status == 2 && result.error.contains("--token"), "\(result.error)")
    }

    @Test(arguments: ["serve", "delay-proxy"])
    func `with --json the address comes as an object`(command: String) async throws {
        let workspace = try Workspace()
        let process = try CarrelProcess([command, "--listen", "127.0.0.1:0", "--json"], in: workspace)
        while !process.outputSoFar.contains("\n") { try await Task.sleep(for: .milliseconds(5)) }
        process.send(SIGTERM)
        let result = try await process.wait()
        let object = try #require(result.objects.first)
        #expect(object["event"] as? String == "serving")
        #expect((object["url"] as? String)?.hasPrefix("http://127.0.0.1:") == true, "\(result.output)")
        guard JSONSchema.canBeRead else { return }
        let problems = try await JSONSchema(workspace).problems("event", result.output)
        #expect(problems == nil, "\(problems ?? "")")
    }
}

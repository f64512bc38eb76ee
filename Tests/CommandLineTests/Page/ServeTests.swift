import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// `carrel serve`, as a browser without scripts sees it.
@Suite(.timeLimit(.minutes(2)))
struct ServeTests {
    @Test(arguments: Carrier.allCases)
    func `collections, items and documents are pages with links`(carrier: Carrier) async throws {
        let page = try await ServeFixture(over: carrier)
        let start = try await page.get("/")
        #expect(start.status == 200)
        #expect(start.text.contains("<bdi>Reasoning</bdi>") && start.text.contains("<bdi>Distribution</bdi>"))
        let items = start.values("href").filter { $0.contains("item=") }
        #expect(items.count == 3)
        let item = try #require(items.first)
        let detail = try await page.get(item)
        #expect(detail.text.contains("A plain text about modal logic."))
        #expect(detail.text.contains("<title>Week 1 · Reasoning · Carrel</title>"))
        let document = try #require(detail.values("href").first { $0.hasPrefix("/document") })
        let file = try await page.get(document)
        #expect(file.text == CourseServer.text)
        #expect(file.fields["Content-Disposition"]?.hasPrefix("attachment") == true)
        let part = try await page.get(document, ["Range": "bytes=2-6"])
        #expect(part.status == 206 && part.text == "plain")
        let ended = try await page.stop()
        #expect(ended.error.isEmpty)
    }

    @Test(arguments: Carrier.allCases)
    func `an item is fetched, marked, ignored and tried again by its buttons`(carrier: Carrier) async throws {
        let page = try await ServeFixture(over: carrier)
        let collection = try #require(try await page.get("/").values("href").first { $0.contains("COMP307") })
        let list = try await page.get(collection)
        #expect(list.text.contains("data-status=\"failed\""))
        let lost = try #require(list.values("href").filter { $0.contains("item=") }.last)
        let what = String(lost.split(separator: "?")[1])
        #expect(try await page.get(lost).text.contains("404 Not Found"))
        page.course.server.on(
            "/COMP307/gone.pdf", .document("%PDF-1.4\n%%EOF\n", mediaType: "application/pdf"))
        let answer = try await page.post("/get", ["what": what])
        #expect(answer.status == 303 && answer.fields["Location"] == "/?" + what)
        _ = try await page.get(lost) {
            $0.text.contains(/<article class="item" data-key="\w+" data-status="(new|stored)"/)
        }
        _ = try await page.post("/mark-unread", ["what": what])
        #expect(try await page.get("/new").text.contains("<bdi>Lost"))
        _ = try await page.post("/mark-read", ["what": what])
        #expect(try await page.get("/new").text.contains("<bdi>Lost") == false)
        let rest = try await page.get(collection + "&status=missing")
        #expect(rest.text.contains("No item matches the filter."))
    }

    @Test(arguments: Carrier.allCases)
    func `a catalogue is added by its address, and what it lists is synced`(carrier: Carrier) async throws {
        let page = try await ServeFixture(syncs: false, over: carrier)
        #expect(try await page.get("/").text.contains("This library is empty."))
        let refused = try await page.post("/add", ["address": page.course.server.address("/nothing")])
        #expect(refused.status == 409 && refused.text.contains("404"))
        let added = try await page.post("/add", ["address": page.course.url, "name": "course"])
        #expect(added.status == 303)
        let location = try #require(added.fields["Location"])
        #expect(location.contains("catalogue=course"))
        #expect(try await page.get(location).text.contains("data-status=\"available\""))
        #expect(try await page.post("/sync", ["what": "catalogue=course"]).status == 303)
        _ = try await page.get(location) { $0.text.components(separatedBy: "data-status=\"new\"").count > 2 }
        #expect(try await page.workspace.carrel("catalogues").output.contains("course"))
    }

    @Test func `what was trusted of a catalogue goes when the page renames or removes it`() async throws {
        let page = try await ServeFixture(syncs: false)
        let records = page.workspace.folder.path + "/.local/share/carrel/trusted/profiles"
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: records) }
        _ = try await page.post("/add", ["address": page.course.url, "name": "course"])
        #expect(try names().count == 1)
        _ = try await page.post("/settings", ["what": "catalogue=course", "name": "notes"])
        #expect(try names().count == 1 && names()[0].contains("notes"))
        _ = try await page.post("/remove", ["what": "catalogue=notes"])
        #expect(try names().isEmpty)
    }

    @Test
    func `a look at an address says what is there and adds nothing`() async throws {
        let page = try await ServeFixture(syncs: false)
        let refused = try await page.post("/look", ["address": page.course.server.address("/nothing")])
        #expect(refused.status == 409 && refused.text.contains("404"))
        // What has no scheme comes back with it, to be sent as it is.
        let bare = page.course.url.replacing("http://", with: "")
        let short = try await page.post("/look", ["address": bare])
        #expect(short.status == 422 && short.values("value").contains(page.course.url), "\(short.text)")
        let look = try await page.post("/look", ["address": page.course.url])
        #expect(look.status == 200 && look.text.contains("Add this catalogue?"))
        #expect(look.text.contains("<dt>Read as</dt><dd><bdi>module-notes</bdi></dd>"))
        #expect(look.values("value").contains(page.course.url) && look.values("action").contains("/add"))
        // Not even a folder is begun for what nobody wanted yet.
        let folder = page.workspace.folder.appending(path: "Carrel")
        #expect(!FileManager.default.fileExists(atPath: folder.path))

        _ = try await page.post("/add", ["address": page.course.url, "name": "course"])
        let records = try await page.workspace.carrel("catalogues", "--json").output
        let again = try await page.post("/look", ["address": page.course.url, "name": "other"])
        #expect(
            again.text.contains("The library has it already:") && again.text.contains("<bdi>course</bdi>"))
        #expect(try await page.workspace.carrel("catalogues", "--json").output == records)
        // It changes nothing, but asks a server: no page of another site may have it do so.
        let before = page.course.server.requests.count
        let foreign = try await page.post("/look", ["address": page.course.url], token: "x")
        #expect(foreign.status == 403 && foreign.values("value").contains(page.course.url))
        #expect(page.course.server.requests.count == before)
    }

    @Test func `while a sync is on a catalogue is renamed and another one added, and both can be used`()
        async throws
    {
        let page = try await ServeFixture()
        #expect(try await page.post("/mark-read", [:]).status == 303)
        let (gate, other) = (Gate(), try CourseServer())
        page.course.server.on("/COMP304/week1.txt", Self.held(by: gate))
        let events = try EventReader(page.address + "/events?since=0")
        #expect(try await page.post("/sync", [:]).status == 303)
        _ = try await page.course.server.requests(atLeast: 2, for: "/COMP304/week1.txt")

        let items = try await page.get("/api/items").text
        #expect(items.contains(#""status":"downloading""#), "\(items)")
        let known = try await page.workspace.carrel("catalogues", "--json").objects
        let name = try #require(known.first?["catalogName"] as? String)
        let renamed = try await page.post("/settings", ["what": "catalogue=\(name)", "name": "notes"])
        #expect(renamed.status == 303, "\(renamed.text)")
        let added = try await page.post("/add", ["address": other.url, "name": "other"])
        #expect(added.status == 303, "\(added.text)")
        #expect(try await page.post("/sync", ["what": "catalogue=other"]).status == 303)
        _ = try await page.get(try #require(added.fields["Location"])) {
            $0.text.components(separatedBy: "data-status=\"new\"").count > 2
        }
        gate.open()
        _ = try await events.first(#""status":"updated""#)
        events.end()
    }

    @Test func `all catalogues are synced, also those that only a profile names`() async throws {
        let (course, other) = (try CourseServer(), try CourseServer())
        let profile = [("one", course.url), ("two", other.url)].map { name, url in
            "[[catalogue]]\nname = \"\(name)\"\nsource.use = \"http\"\nsource.url = \"\(url)\"\n"
        }
        let page = try await ServeFixture(in: Workspace(), profile: profile.joined(), course: course)
        let events = try EventReader(page.address + "/api/events")
        defer { events.end() }
        _ = try await events.first("event: begin")
        other.server.on("/COMP304/week1.txt", .document("another week", mediaType: "text/plain"))
        #expect(try await page.post("/sync", [:]).status == 303)
        let updated = try await events.first("event: updated")
        #expect(updated.contains(#""catalogName":"two""#), "\(updated)")
        #expect(try await page.get("/api/items?catalog=TWO").status == 200)
        #expect(try await page.get("/?catalogue=TWO&collection=COMP304").text.contains("Week 1"))
    }

    @Test func `while one catalogue is being added another one is, and each gets its name`() async throws {
        let page = try await ServeFixture(syncs: false)
        let (gate, other) = (Gate(), try CourseServer())
        let link = page.course.server.address("/COMP304/week1.txt")
        let catalog = Data("<title>Slow</title><a href=\"\(link)\">Notes</a>".utf8)
        page.course.server.on(
            "/slow.html", .held(by: gate, catalog, fields: [("Content-Type", "text/html")]))
        async let slow = page.post(
            "/add", ["address": page.course.server.address("/slow.html"), "name": "slow"])
        _ = try await page.course.server.requests(atLeast: 1, for: "/slow.html")
        let added = try await page.post("/add", ["address": other.url, "name": "other"])
        #expect(added.status == 303, "\(added.text)")
        gate.open()
        let answer = try await slow
        #expect(answer.status == 303, "\(answer.text)")
        let known = try await page.workspace.carrel("catalogues", "--json").objects
        #expect(Set(known.compactMap { $0["catalogName"] as? String }) == ["slow", "other"], "\(known)")
        let location = try #require(answer.fields["Location"])
        #expect(try await page.get(location).text.contains("Notes"))
    }

    /// A document of which only the beginning comes until a gate opens.
    private static func held(by gate: Gate) -> Reply {
        .held(by: gate, "changed", after: 3, fields: [("ETag", "\"9\"")])
    }

    @Test func `a stored document whose update is cancelled stays what it was`() async throws {
        let page = try await ServeFixture()
        let gate = Gate()
        defer { gate.open() }
        page.course.server.on("/COMP304/week1.txt", Self.held(by: gate))
        let lists = try await page.get("/").values("href").filter { $0.contains("collection=") }
        let list = try await page.get(try #require(lists.first { $0.contains("COMP304") }))
        let item = try #require(list.values("href").first { $0.contains("item=") })
        let what = ["what": String(item.split(separator: "?")[1])]
        let events = try EventReader(page.address + "/events?since=0")
        #expect(try await page.post("/get", what).status == 303)
        _ = try await events.first(#""status":"downloading""#)
        #expect(try await page.post("/cancel", what).status == 303)
        var after = try await events.first(#""status":""#)
        while after.contains("downloading") { after = try await events.first(#""status":""#) }
        #expect(after.contains(#""status":"new""#), "\(after)")
        events.end()
    }

    @Test func `what a sync fetches goes on, and whoever cancels it is told so`() async throws {
        let page = try await ServeFixture()
        let (server, path, gate) = (page.course.server, "/COMP304/week1.txt", Gate())
        defer { gate.open() }
        server.on(path, Self.held(by: gate))
        let lists = try await page.get("/").values("href").filter { $0.contains("collection=") }
        let list = try await page.get(try #require(lists.first { $0.contains("COMP304") }))
        let item = try #require(list.values("href").first { $0.contains("item=") })
        let before = server.requests(for: path).count
        #expect(try await page.post("/sync", [:]).status == 303)
        _ = try await server.requests(atLeast: before + 1, for: path)
        let answer = try await page.post("/cancel", ["what": String(item.split(separator: "?")[1])])
        #expect(answer.status == 409 && answer.text.contains("it goes on"), "\(answer.text)")
    }

    @Test func `an entry that repeats another one is cancelled like it was asked for`() async throws {
        let page = try await ServeFixture(syncs: false)
        let (server, gate) = (page.course.server, Gate())
        defer { gate.open() }
        server.on("/slow.txt", Self.held(by: gate))
        let link = server.address("/slow.txt")
        let links = "<title>L</title><a href=\"\(link)\">First</a> <a href=\"\(link)\">Second</a>"
        server.on("/links.html", .document(links, mediaType: "text/html"))
        let added = try await page.workspace.carrel("add", server.address("/links.html"), "--name", "links")
        #expect(added.status == 0, "\(added.error)")
        let lists = try await page.get("/").values("href").filter { $0.contains("collection=") }
        let list = try await page.get(try #require(lists.first))
        let items = list.values("href").filter { $0.contains("item=") }
        let second = try #require(items.last, "\(items)")
        #expect(Set(items).count == 2)
        let what = ["what": String(second.split(separator: "?")[1])]
        let events = try EventReader(page.address + "/events?since=0")
        #expect(try await page.post("/get", what).status == 303)
        _ = try await server.requests(atLeast: 1, for: "/slow.txt")
        _ = try await events.first(#""status":"downloading""#)
        #expect(try await page.post("/cancel", what).status == 303)
        var after = try await events.first(#""status":""#)
        while after.contains("downloading") { after = try await events.first(#""status":""#) }
        // Something may have come before it was cancelled.
        let isPaused = after.contains(#""status":"paused""#)
        #expect(isPaused || after.contains(#""status":"available""#), "\(after)")
        events.end()
    }

    @Test func `a list that a tab only draws anew cancels nothing of another tab`() async throws {
        let page = try await ServeFixture()
        #expect(try await page.post("/mark-read", [:]).status == 303)
        let gate = Gate()
        page.course.server.on("/COMP304/week1.txt", Self.held(by: gate))
        let lists = try await page.get("/").values("href").filter { $0.contains("collection=") }
        let (mine, other) = (
            try #require(lists.first { $0.contains("COMP304") }),
            try #require(lists.first { $0.contains("COMP307") })
        )
        let list = try await page.get(mine)
        let item = try #require(list.values("href").first { $0.contains("item=") })
        let events = try EventReader(page.address + "/events?since=0")
        #expect(try await page.post("/get", ["what": String(item.split(separator: "?")[1])]).status == 303)
        _ = try await page.course.server.requests(atLeast: 2, for: "/COMP304/week1.txt")
        #expect(try await page.get(other + "&part=list&again=1").text.contains("Lost"))
        gate.open()
        _ = try await events.first(#""status":"updated""#)
        events.end()
    }

    @Test func `a page is told the states of what was stored before it began to listen`() async throws {
        let page = try await ServeFixture()
        // Nothing changes any more: what is told is what a page that is older than the documents does not know.
        let events = try EventReader(page.address + "/events?since=0")
        let status = try await events.first("event: status")
        #expect(status.contains(#""status":"new""#))
        _ = try await events.first("event: library")
        events.end()
    }

    @Test(arguments: Carrier.allCases)
    func `what another process does shows at once, and everybody is told`(carrier: Carrier) async throws {
        let page = try await ServeFixture(over: carrier)
        let events = try EventReader(page.address + "/events?since=0", trusting: page.certificate)
        _ = try await events.first("event: library")
        page.course.server.on("/COMP304/week1.txt", .text("Changed", tag: "\"9\""))
        _ = try await page.workspace.carrel("sync", "--quiet", page.course.url)
        let status = try await events.first("event: status")
        #expect(status.contains(#""status":"updated""#) || status.contains(#""status":"new""#))
        events.end()
    }

    @Test(arguments: [
        (["Host": "evil.example"], 421), (["Origin": "https://evil.example"], 403),
        (["Sec-Fetch-Site": "cross-site"], 403),
    ])
    func `pages of other sites get nothing`(fields: [String: String], status: Int) async throws {
        let page = try await ServeFixture()
        #expect(try await page.get("/", fields).status == status)
        #expect(try await page.post("/sync", [:], token: "x", fields).status == status)
    }

    @Test func `a link of another site leads to a page that shows nothing and has the way on`() async throws {
        let page = try await ServeFixture()
        let refusal = "Pages of other sites are not answered\n"
        var link = ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"]
        link["Sec-Fetch-Site"] = "cross-site"
        let door = try await page.get("/search?words=modal", link)
        #expect(door.status == 403)
        #expect(door.values("href").contains("/search?words=modal"))
        #expect(!door.text.contains("COMP304") && !door.text.contains("data-number"))
        #expect(door.fields["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
        // No address leads to another server.
        let astray = try await page.get("//evil.example/a", link)
        #expect(astray.status == 403 && !astray.text.contains("evil.example"))
        let program = try await page.get("/api/catalogues", link)
        #expect(program.status == 403 && program.text.hasPrefix("{"))
        #expect(try await page.post("/sync", [:], token: "x", link).text == refusal)
        link["Sec-Fetch-Dest"] = "iframe"
        #expect(try await page.get("/", link).text == refusal)
        link["Sec-Fetch-Site"] = "same-origin"
        #expect(try await page.get("/search?words=modal", link).status == 200)
    }

    @Test(arguments: Carrier.allCases)
    func `nothing is changed without the token of a page`(carrier: Carrier) async throws {
        let page = try await ServeFixture(over: carrier)
        let before = page.course.server.requests.count
        for token in ["", "x", String(repeating: "a", count: 26)] {
            #expect(try await page.post("/sync", [:], token: token).status == 403)
        }
        #expect(page.course.server.requests.count == before)
        #expect(try await page.post("/nonsense", [:]).status == 404)
    }

    @Test func `a server that only shows the library lets nobody change or fetch anything`() async throws {
        let page = try await ServeFixture("--read-only")
        let item = try #require(try await page.get("/").values("href").first { $0.contains("item=") })
        let shown = try await page.get(item)
        #expect(
            shown.text.contains("A plain text about modal logic.") && shown.text.contains(" data-read-only"))
        let before = page.course.server.requests.count
        let what = String(item.split(separator: "?")[1])
        for action in ["get", "sync", "remove", "ignore", "mark-read", "verify"] {
            let answer = try await page.post("/\(action)", ["what": what, "files": "with"])
            #expect(answer.status == 403 && answer.text.contains("only shows the library"), "\(action)")
        }
        #expect(try await page.post("/add", ["address": page.course.url]).status == 403)
        let token = try #require(shown.values("content").dropFirst(2).first)
        let program = try await page.send("/api/sync", "{}", ["X-Carrel-Token": token])
        #expect(program.status == 403 && program.text.contains("--read-only"), "\(program.text)")
        // To look does no harm, and nobody is told otherwise.
        #expect(try await page.post("/seen", ["what": what]).status == 303)
        #expect(page.course.server.requests.count == before)
        #expect(try page.workspace.documents().count == 3)
    }

    @Test
    func `a server for others asks for its token`() async throws {
        let workspace = try Workspace()
        let refused = try await workspace.carrel("serve", "--listen", "0.0.0.0:0")
        #expect(refused.status == 2 && refused.error.contains("--token TOKEN or --htpasswd FILE"))
        let page = try await ServeFixture("--token", "open sesame")
        #expect(try await page.get("/").status == 401)
        #expect(try await page.get("/events").status == 401)
        #expect(try await page.post("/sync", [:], token: "x").status == 403)
        #expect(try await page.post("/enter", ["password": "wrong"], token: "").status == 403)
        #expect(try await page.post("/enter", ["password": "open sesame"], token: "").status == 303)
        #expect(try await page.get("/").status == 200)
    }

    @Test
    func `hostile titles stay text, and documents get an origin of their own`() async throws {
        let page = try await ServeFixture(syncs: false)
        let title = #"<script>alert(1)</script>\" onmouseover=\"alert(2)"#
        page.course.server.on(
            "/evil.json",
            .document(
                Data(
                    """
                    [{"moduleCode": "<b>X</b>", "moduleTitle": "\(title)", "moduleURL": "javascript:alert(3)",
                      "moduleNotes": [{"\(title)": "\(page.course.server.address("/COMP304/week2.html"))"}]}]
                    """.utf8), mediaType: "application/json"))
        let added = try await page.post("/add", ["address": page.course.server.address("/evil.json")])
        let list = try await page.get(try #require(added.fields["Location"]))
        #expect(!list.text.contains("<script>alert") && !list.text.contains("<b>X"))
        #expect(!list.values("href").contains { $0.hasPrefix("javascript:") })
        let item = try #require(list.values("href").first { $0.contains("item=") })
        _ = try await page.post("/get", ["what": String(item.split(separator: "?")[1])])
        let detail = try await page.get(item) { $0.text.contains("<iframe") }
        #expect(!detail.text.contains("<script>alert"))
        #expect(detail.fields["Content-Security-Policy"]?.contains("script-src 'self'") == true)
        let frame = try #require(detail.values("src").first { $0.hasPrefix("/document") })
        let document = try await page.get(frame)
        #expect(document.fields["Content-Security-Policy"]?.hasPrefix("sandbox;") == true)
    }

    @Test
    func `the page speaks German to whoever asks for it`() async throws {
        let page = try await ServeFixture()
        #expect(try await page.get("/", ["Accept-Language": "de-CH"]).text.contains("Einträge"))
        #expect(try await page.get("/?language=de").text.contains("<html lang=\"de\""))
        #expect(try await page.get("/").text.contains("<html lang=\"de\""))
    }
}

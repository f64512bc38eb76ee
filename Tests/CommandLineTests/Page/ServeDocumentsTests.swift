import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// Documents, hits and sentences as a browser gets them.
@Suite(.timeLimit(.minutes(2)))
struct ServeDocumentsTests {
    private static let hasVips = (try? TestProgram.run("vipsthumbnail", "--version")) != nil

    @Test func `text comes in the encoding that it is in`() async throws {
        let page = try await ServeFixture(syncs: false)
        let accents = Data("<meta charset=\"iso-8859-2\"><p>P".utf8) + [0xF8] + Data("ednáška".utf8)
        let server = page.course.server
        server.on("/COMP304/week2.html", .document(accents, mediaType: "text/html"))
        server.on("/COMP304/week1.txt", .document(Data("caf".utf8) + [0xE9, 0x0A], mediaType: "text/plain"))
        server.on("/COMP307/week1.txt", .document("Привет", mediaType: "text/plain; charset=iso-8859-1"))
        _ = try await page.workspace.carrel("sync", "--quiet", page.course.url)
        for (item, type) in [
            ("COMP304/2", "text/html; charset=iso-8859-2"), ("COMP304/1", "text/plain; charset=windows-1252"),
            ("COMP307/1", "text/plain; charset=utf-8"),
        ] {
            let answer = try await page.get("/api/document?item=\(item)")
            #expect(answer.fields["Content-Type"] == type, "\(item): \(answer.fields)")
        }
    }

    @Test func `many hits come in pages, with their number`() async throws {
        let page = try await ServeFixture(syncs: false)
        let server = page.course.server
        let notes = (0..<120).map { number -> String in
            server.on("/n\(number).txt", .document("modal logic \(number)", mediaType: "text/plain"))
            return #"{"Week \#(number)": "\#(server.address("/n\(number).txt"))"}"#
        }
        let catalog =
            #"[{"moduleCode": "MANY", "moduleTitle": "Many", "moduleNotes": [\#(notes.joined(separator: ","))]}]"#
        server.on("/notes.json", .document(catalog, mediaType: "application/json"))
        _ = try await page.workspace.carrel("sync", "--quiet", page.course.url)
        let first = try await page.get("/search?words=modal")
        #expect(first.text.contains("<p>120 documents</p>"), "\(first.text)")
        #expect(first.text.components(separatedBy: "class=\"snippet\"").count == 101)
        let next = try #require(first.values("href").first { $0.contains("from=100") })
        let second = try await page.get(next)
        #expect(second.text.components(separatedBy: "class=\"snippet\"").count == 21)
        #expect(second.values("rel").contains("prev") && !second.values("rel").contains("next"))
    }

    @Test func `the page and its feeds hold no token of an address, and lead to its document`() async throws {
        let page = try await ServeFixture(syncs: false)
        let (server, secret) = (page.course.server, "s3cr3tOfTheURL")
        let targets = ["/a.txt?token=\(secret)0", "/b.txt?key=\(secret)1", "/b.txt?key=\(secret)2"]
        let texts = ["Text of 0", "Text of 1", "Text of 2"]
        let notes = zip(targets, texts).map { target, text -> String in
            server.on(target, .document(Data(text.utf8), mediaType: "text/plain"))
            return #"{"\#(server.address(target))": "\#(server.address(target))"}"#
        }
        let catalog =
            #"[{"moduleCode": "C", "moduleTitle": "T", "moduleNotes": [\#(notes.joined(separator: ","))]}]"#
        let list = "/notes.json?token=\(secret)3"
        server.on(list, .document(catalog, mediaType: "application/json"))
        _ = try await page.workspace.carrel("sync", "--quiet", server.address(list))

        let (shown, feed) = (try await page.get("/"), try await page.get("/opds/recent"))
        let items = shown.values("href").filter { $0.contains("item=") }
        let documents = feed.values("href").filter { $0.hasPrefix("/opds/document") }
        #expect(items.count == 3 && documents.count == 3)
        #expect(!shown.text.contains(secret) && !feed.text.contains(secret), "\(shown.text)\(feed.text)")
        for (item, text) in zip(items, texts) {
            let detail = try await page.get(item).text
            #expect(detail.contains(text) && !detail.contains(secret), "\(detail)")
        }
        var read: [String] = []
        for document in documents { read.append(try await page.get(document).text) }
        #expect(read.sorted() == texts)
        let links = try await page.get("/opds").values("href").filter { $0.hasPrefix("/opds/catalogue") }
        let link = try #require(links.first)
        let collections = try await page.get(link)
        #expect(collections.status == 200 && !collections.text.contains(secret), "\(collections.text)")
    }

    @Test func `a document without a picture has a sheet of paper among pictures`() async throws {
        let page = try await ServeFixture()
        let list = try await page.get("/").values("href").first { $0.contains("COMP307") }
        let items = try await page.get(try #require(list)).values("href").filter { $0.contains("item=") }
        let what = try #require(items.first?.split(separator: "?").last)
        _ = try await page.post("/seen", ["what": String(what)])
        let picture = try #require(try await page.get("/recent").values("data-picture").first)
        let answer = try await page.get(picture)
        #expect(answer.status == 200 && answer.fields["Content-Type"]?.hasPrefix("image/") == true)
    }

    @Test(.enabled(if: hasVips, "needs vipsthumbnail of libvips-tools"))
    func `a picture is asked for each time it is shown, and is of what the file holds now`() async throws {
        let page = try await ServeFixture(syncs: false)
        let pictures = try [
            "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mM4wcCAFTEMLQkAu+UyAWbVCP0AAAAASUVORK5CYII=",
            "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEElEQVR42mNgYDiBAw0pCQBX5TIB8AD+TQAAAABJRU5ErkJggg==",
        ].map { pixels in try #require(Data(base64Encoded: pixels)) }
        page.course.server.on("/COMP304/week1.txt", .document(pictures[0], mediaType: "image/png"))
        _ = try await page.workspace.carrel("sync", "--quiet", page.course.url)
        let list = try #require(try await page.get("/").values("href").first { $0.contains("COMP304") })
        let item = try #require(try await page.get(list).values("href").first { $0.contains("item=") })
        let picture = "/picture?\(item.split(separator: "?")[1])"
        let first = try await page.get(picture)
        #expect(first.status == 200 && first.fields["Cache-Control"] == "private, no-cache")
        let tag = try #require(first.fields["ETag"] ?? first.fields["Etag"])
        // Each is another address to a client that keeps answers.
        #expect(try await page.get(picture + "&n=1", ["If-None-Match": tag]).status == 304)
        let file = try #require(try page.workspace.documents().first { $0.value == pictures[0] }?.key)
        try pictures[1].write(to: page.workspace.library.appending(path: file))
        let edited = try await page.get(picture + "&n=2", ["If-None-Match": tag])
        #expect(edited.status == 200 && edited.text != first.text)
    }

    @Test func `a document that somebody renamed is had by its new name, wherever it is asked for`()
        async throws
    {
        let page = try await ServeFixture()
        let item = try #require(try await page.get("/").values("href").first { $0.contains("item=") })
        let detail = try await page.get(item)
        let document = try #require(detail.values("href").first { $0.hasPrefix("/document") })
        let text = Data(CourseServer.text.utf8)
        let file = try #require(try page.workspace.documents().first { $0.value == text }?.key)
        let library = page.workspace.library
        try FileManager.default.moveItem(
            at: library.appending(path: file), to: library.appending(path: "Mine.txt"))
        for path in [document, "/api/document?item=COMP304/1", "/opds/document?item=COMP304/1"] {
            let answer = try await page.get(path)
            #expect(answer.status == 200 && answer.text == CourseServer.text, "\(path): \(answer.text)")
            #expect(answer.fields["Content-Disposition"]?.contains("\"Mine.txt\"") == true, "\(path)")
        }
    }

    @Test func `without scripts a page says why nothing can be fetched, once`() async throws {
        let page = try await ServeFixture()
        page.course.server.on("/notes.json", .status(404))
        #expect(try await page.post("/sync", [:]).status == 303)
        let told = try await page.get("/") { $0.text.contains("class=\"message error\"") }
        #expect(told.text.contains("404"), "\(told.text)")
        #expect(!(try await page.get("/").text.contains("class=\"message error\"")))
        let gate = Gate()
        defer { gate.open() }
        page.course.server.on("/notes.json", .held(by: gate, "[]"))
        let before = page.course.server.requests.count { $0.target == "/notes.json" }
        let other = try CarrelProcess(["sync"], in: page.workspace)
        defer { other.send(SIGTERM) }
        _ = try await page.course.server.requests(atLeast: before + 1, for: "/notes.json")
        let list = try #require(try await page.get("/").values("href").first { $0.contains("COMP307") })
        let lost = try #require(try await page.get(list).values("href").last { $0.contains("item=") })
        for form in [("/get", ["what": String(lost.split(separator: "?")[1])]), ("/sync", [:])] {
            let answer = try await page.post(form.0, form.1)
            #expect(answer.status == 409 && answer.text.contains("process"), "\(answer.text)")
        }
    }

    @Test func `what is set aside is said to be that, and counted apart from what failed`() async throws {
        let page = try await ServeFixture(syncs: false)
        page.course.server.on(
            "/COMP307/gone.pdf", .document("<html><title>Sign in</title>", mediaType: "text/html"))
        _ = try await page.workspace.carrel("sync", "--quiet", page.course.url)
        #expect(try await page.post("/mark-read", [:]).status == 303)
        let list = try #require(try await page.get("/").values("href").first { $0.contains("COMP307") })
        let lost = try #require(try await page.get(list).values("href").last { $0.contains("item=") })
        let shown = try await page.get(lost)
        #expect(
            shown.text.contains(
                "<span class=\"count failed\"><span class=\"unbroken\">1 set aside</span></span>"),
            "\(shown.text)")
        #expect(shown.text.contains("is set aside until you accept or discard it"))
        #expect(!shown.text.contains("has not been fetched yet"))
    }
}

import CarrelBasics
import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// Sitemaps, lists of catalogues and lists of addresses, from the command line to the library.
@Suite(.timeLimit(.minutes(2))) struct ListCommandTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        for number in 1...4 { server.on("/\(number).txt", .text("text \(number)")) }
    }

    private func serve(_ text: String, at path: String, isStable: Bool = false) {
        let tag = isStable ? nil : "\"\(UUID())\""
        server.on(path, .document(text, entityTag: tag ?? "\"one\"", mediaType: "text/xml"))
    }

    private func map(_ numbers: Int..., changed: String = "") -> String {
        let entries = numbers.map { "<url><loc>/\($0).txt</loc>\(changed)</url>" }
        return "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\(entries.joined())</urlset>"
    }

    private func index(_ names: String..., changed: String = "") -> String {
        let entries = names.map { "<sitemap><loc>\($0)</loc>\(changed)</sitemap>" }
        return "<sitemapindex>\(entries.joined())</sitemapindex>"
    }

    private func sync(_ path: String, _ options: String...) async throws -> CarrelProcess.Result {
        try await CarrelProcess(["sync", "--json"] + options + [server.address(path)], in: workspace).wait()
    }

    /// A text packed by gzip.
    private func packed(_ text: String) async throws -> Data {
        try workspace.write("text", text)
        let file = workspace.folder.appending(path: "text").path
        let gzip = ToolInvocation("gzip", ["-c", file], timeout: .seconds(20), outputLimit: 1 << 20)
        return try await ProcessToolRunner().run(gzip).output
    }

    private func collections() async throws -> String { try await workspace.carrel("list").output }

    // MARK: Sitemaps

    @Test func `the sitemaps of an index are read, packed or not, each as a collection`() async throws {
        serve(index("one.xml", "two.xml.gz"), at: "/sitemap.xml")
        serve(map(1, 2), at: "/one.xml")
        let packed = try await packed(map(3))
        server.on("/two.xml.gz", .document(packed, mediaType: "application/gzip"))
        let result = try await sync("/sitemap.xml")
        #expect(result.objects.last?["new"] as? Int == 3, "\(result.output)\(result.error)")
        let listed = try await collections()
        #expect(listed.contains("one") && listed.contains("two"), "\(listed)")
    }

    @Test func `an index in a circle ends, and one without end stops at the limit`() async throws {
        serve(index("sitemap.xml", "b.xml"), at: "/sitemap.xml")
        serve(index("sitemap.xml", "c.xml"), at: "/b.xml")
        serve(map(1), at: "/c.xml")
        let circle = try await sync("/sitemap.xml")
        #expect(circle.objects.last?["new"] as? Int == 1, "\(circle.output)")
        #expect(circle.output.contains("the index lists itself"), "\(circle.output)")
        serve(index("m1.xml", "m2.xml", "m3.xml"), at: "/many.xml")
        for number in 1...3 { serve(map(number), at: "/m\(number).xml") }
        let many = try await sync("/many.xml", "--set", "parse.max-pages=3")
        #expect(many.objects.last?["listed"] as? Int == 2, "\(many.output)")
        #expect(many.output.contains("more than 3 pages (parse.max-pages)"), "\(many.output)")
    }

    @Test func `what has not changed since is neither read nor asked for again`() async throws {
        let old = "<lastmod>2020-01-01</lastmod>"
        serve(index("a.xml", changed: old), at: "/sitemap.xml")
        serve(map(1, 2, changed: old), at: "/a.xml")
        #expect(try await sync("/sitemap.xml").objects.last?["new"] as? Int == 2)
        serve(index("a.xml", changed: old) + " ", at: "/sitemap.xml")
        let again = try await sync("/sitemap.xml")
        #expect(again.objects.last?["listed"] as? Int == 2, "\(again.output)")
        for path in ["/a.xml", "/1.txt", "/2.txt"] {
            #expect(server.script.requests(for: path).count == 1, "\(path)")
        }
        // A change that it tells is looked for, in the sitemap and in the document.
        let new = "<lastmod>2999-01-01</lastmod>"
        serve(index("a.xml", changed: new), at: "/sitemap.xml")
        serve(map(1, changed: new) + " ", at: "/a.xml")
        _ = try await sync("/sitemap.xml")
        #expect(server.script.requests(for: "/a.xml").count == 2)
        #expect(server.script.requests(for: "/1.txt").count == 2)
    }

    @Test func `what has another date is read and asked for, however old that is`() async throws {
        serve(index("a.xml", changed: "<lastmod>2020-01-03</lastmod>"), at: "/sitemap.xml")
        serve(map(1, 2, changed: "<lastmod>2020-01-03</lastmod>"), at: "/a.xml")
        #expect(try await sync("/sitemap.xml").objects.last?["new"] as? Int == 2)
        serve(index("a.xml", changed: "<lastmod>2020-01-04</lastmod>"), at: "/sitemap.xml")
        serve(map(1, 2, 3, changed: "<lastmod>2020-01-02</lastmod>"), at: "/a.xml")
        server.on("/1.txt", .text("another text", tag: "\"2\""))
        let again = try await sync("/sitemap.xml")
        #expect(again.objects.last?["new"] as? Int == 1, "\(again.output)")
        #expect(again.objects.last?["updated"] as? Int == 1, "\(again.output)")
        #expect(server.script.requests(for: "/2.txt").last?.fields["If-None-Match"] != nil)
        #expect(try await sync("/sitemap.xml").objects.last?["listed"] as? Int == 3)
        #expect(["/a.xml", "/2.txt", "/3.txt"].map { server.script.requests(for: $0).count } == [2, 2, 1])
    }

    @Test func `a sitemap whose date is not over is read again, though its index is the same`() async throws {
        let today = "<lastmod>\(Date().formatted(.iso8601.year().month().day()))</lastmod>"
        serve(index("a.xml", changed: today), at: "/sitemap.xml", isStable: true)
        serve(map(1), at: "/a.xml")
        #expect(try await sync("/sitemap.xml").objects.last?["new"] as? Int == 1)
        serve(map(1, 2), at: "/a.xml")
        let again = try await sync("/sitemap.xml")
        #expect(again.objects.last?["new"] as? Int == 1, "\(again.output)")
    }

    @Test func `a sitemap with an entry that cannot be listed is read again, whatever its date`() async throws
    {
        serve(index("a.xml", changed: "<lastmod>2020-01-01</lastmod>"), at: "/sitemap.xml")
        serve(map(1, 2), at: "/a.xml")
        #expect(try await sync("/sitemap.xml").objects.last?["new"] as? Int == 2)
        let unusable = "<url><changefreq>daily</changefreq></url></urlset>"
        serve(map(1).replacing("</urlset>", with: unusable), at: "/a.xml")
        for _ in 0..<2 {
            serve(index("a.xml", changed: "<lastmod>2020-01-02</lastmod>"), at: "/sitemap.xml")
            let result = try await sync("/sitemap.xml")
            #expect(result.output.contains("an entry without an address"), "\(result.output)")
            #expect(result.objects.last?["orphaned"] as? Int == 0, "\(result.output)")
        }
    }

    @Test func `what stands in for a sitemap that did not come is not taken for it the next time`()
        async throws
    {
        let old = "<lastmod>2020-01-01</lastmod>"
        serve(index("a.xml", changed: old), at: "/sitemap.xml")
        serve(map(1, 2, changed: old), at: "/a.xml")
        #expect(try await sync("/sitemap.xml").objects.last?["new"] as? Int == 2)
        server.on("/a.xml", .status(500))
        let narrow = ["--set", "parse.pattern=/1[.]txt", "--set", "download.retries=0"]
        _ = try await sync("/sitemap.xml", narrow[0], narrow[1], narrow[2], narrow[3])
        serve(map(1, 2, changed: old), at: "/a.xml")
        let again = try await sync("/sitemap.xml", narrow[0], narrow[1])
        #expect(again.objects.last?["listed"] as? Int == 1, "\(again.output)")
    }

    @Test func `a setting that chooses other entries takes effect at once, whatever the index says`()
        async throws
    {
        let old = "<lastmod>2020-01-01</lastmod>"
        serve(index("a.xml", changed: old), at: "/sitemap.xml")
        serve(map(1, 2, changed: old), at: "/a.xml")
        let narrow = try await sync("/sitemap.xml", "--set", "parse.pattern=/1[.]txt")
        #expect(narrow.objects.last?["listed"] as? Int == 1, "\(narrow.output)")
        let wide = try await sync("/sitemap.xml", "--set", "parse.pattern=/[12][.]txt")
        #expect(wide.objects.last?["listed"] as? Int == 2, "\(wide.output)")
    }

    @Test func `two sitemaps of one name in different folders are both read again`() async throws {
        let old = "<lastmod>2020-01-01</lastmod>"
        serve(index("en/posts.xml", "de/posts.xml", changed: old), at: "/sitemap.xml")
        serve(map(1), at: "/en/posts.xml")
        serve(map(2, 3), at: "/de/posts.xml")
        #expect(try await sync("/sitemap.xml").objects.last?["new"] as? Int == 3)
        serve(index("en/posts.xml", "de/posts.xml", changed: old) + " ", at: "/sitemap.xml")
        serve(map(2), at: "/de/posts.xml")
        let again = try await sync("/sitemap.xml")
        #expect(again.objects.last?["listed"] as? Int == 2, "\(again.output)")
        #expect(again.objects.last?["orphaned"] as? Int == 1, "\(again.output)")
    }

    @Test func `a sitemap that cannot be read is reported, and what it listed stays listed`() async throws {
        serve(index("a.xml", "b.xml"), at: "/sitemap.xml")
        serve(map(1), at: "/a.xml")
        serve(map(2), at: "/b.xml")
        #expect(try await sync("/sitemap.xml").objects.last?["new"] as? Int == 2)
        serve(index("a.xml", "b.xml") + " ", at: "/sitemap.xml")
        server.on("/b.xml", .status(500))
        let result = try await sync("/sitemap.xml", "--set", "download.retries=0")
        #expect(result.output.contains("500"), "\(result.output)")
        #expect(result.objects.last?["orphaned"] as? Int == 0, "\(result.output)")
        #expect(try await collections().contains("b"))
    }

    @Test func `a sitemap on another server is not read`() async throws {
        serve(index("http://127.0.0.1:9/x.xml", "a.xml"), at: "/sitemap.xml")
        serve(map(1), at: "/a.xml")
        let result = try await sync("/sitemap.xml")
        #expect(result.output.contains("on another server"), "\(result.output)")
        #expect(result.objects.last?["listed"] as? Int == 1)
    }

    // MARK: Lists of catalogues and of addresses

    @Test func `what stands in no folder is not listed as if it were in the folder before it`() async throws {
        let outlines =
            "<outline text='News'><outline text='A' xmlUrl='/a.xml'/></outline><outline text='B' xmlUrl='/b.xml'/>"
        serve("<opml version='2.0'><body>\(outlines)</body></opml>", at: "/all.opml")
        _ = try await sync("/all.opml")
        let lines = try await collections().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "News" && lines.count > 2 && lines[2].isEmpty, "\(lines)")
    }

    @Test(arguments: [[], ["--profile", "opml"]])
    func `a catalogue of a list is read when its collection is opened, whatever its kind`(
        options: [String]
    ) async throws {
        let list = "<opml version='2.0'><body><outline text='Log' xmlUrl='/log.xml'/></body></opml>"
        serve(list, at: "/all.opml")
        serve(
            "<rss><channel><title>L</title><item><title>One</title><enclosure url='/1.txt'/></item></channel></rss>",
            at: "/log.xml")
        let result = try await CarrelProcess(
            ["sync", "--json"] + options + [server.address("/all.opml")], in: workspace
        ).wait()
        #expect(result.status == 0 && server.script.requests(for: "/log.xml").isEmpty, "\(result.output)")
        let plan = ["plan"] + options + [server.address("/all.opml")]
        let planned = try await CarrelProcess(plan, in: workspace).wait()
        #expect(planned.output.contains("1 collection not opened yet (carrel get"), "\(planned.output)")
        let got = try await CarrelProcess(["get", "Log"] + options, in: workspace).wait()
        #expect(got.status == 0, "\(got.output)\(got.error)")
        #expect(try workspace.documents().count == 1)
        let opened = try await CarrelProcess(plan, in: workspace).wait()
        #expect(opened.output.contains("One") && !opened.output.contains("not opened"), "\(opened.output)")
    }

    @Test func `a bag's fetch.txt is fetched into its folders, and a wrong length is refused`() async throws {
        server.on(
            "/list/fetch.txt",
            .text(
                "\(server.address("/1.txt")) 6 data/a/one.txt\n\(server.address("/2.txt")) 99 data/two.txt\n")
        )
        let result = try await sync("/list/fetch.txt", "--profile", "url-list")
        #expect(result.objects.last?["new"] as? Int == 1, "\(result.output)")
        let names = try workspace.documents().keys.sorted()
        #expect(names.contains("data/a/one.txt"), "\(names)")
        #expect(result.status != 0)
    }

    @Test func `a table is a catalogue, with its collections and paths`() async throws {
        server.on(
            "/notes.csv", .text("module,title,url,file\nA,One,/1.txt,a/1.txt\nB,Two,/2.txt,../../b.txt\n"))
        let result = try await sync("/notes.csv", "--profile", "url-list")
        #expect(result.objects.last?["new"] as? Int == 2, "\(result.output)")
        #expect(Set(try workspace.documents().keys) == ["a/1.txt", "b.txt"])
    }

    // MARK: Names

    @Test func `collections that are called by numbers are named as any`() async throws {
        let rows = [(1, "1"), (2, "1"), (3, "2"), (4, "2026")].map { number, collection in
            "Item \(number),\(server.address("/\(number).txt")),\(collection)"
        }
        server.on("/wk.csv", .text((["title,url,collection"] + rows).joined(separator: "\n")))
        #expect(try await sync("/wk.csv").objects.last?["new"] as? Int == 4)
        for text in ["2026", "wk/2026"] {
            let listed = try await workspace.carrel("list", text, "--json").objects
            #expect(listed.map { $0["title"] as? String } == ["Item 4"], "\(text)")
            #expect(try await workspace.carrel("get", text).status == 0, "\(text)")
            #expect(try await workspace.carrel("show", text).output.hasPrefix("2026"), "\(text)")
        }
        #expect(try await workspace.carrel("select", "1").status == 0)
        for command in ["list", "show", "get", "why", "ignore"] {
            let refused = try await workspace.carrel(command, "2")
            #expect(refused.status == 1, "\(command): \(refused.output)")
            #expect(refused.error.contains("wk/2 — "), "\(command): \(refused.error)")
            #expect(refused.error.contains("1/2 — Item 2"), "\(command): \(refused.error)")
        }
        #expect(try await workspace.carrel("ignore", "wk/2").output == "ignored from now on: wk/2\n")
        #expect(try await workspace.carrel("unignore", "wk/2").status == 0)
    }
}

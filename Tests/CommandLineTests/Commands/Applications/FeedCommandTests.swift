import CarrelTesting
import Foundation
import Testing

/// Feeds, which list only what came last.
@Suite(.timeLimit(.minutes(2))) struct FeedCommandTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        for number in 1...4 { server.on("/\(number).txt", .text("text \(number)")) }
    }

    /// Serves a feed with these entries.
    private func serve(_ numbers: Int..., head: String = "", at path: String = "/log/feed.xml") {
        let items = numbers.map { "<item><title>Entry \($0)</title><enclosure url='/\($0).txt'/></item>" }
        let text = """
            <rss xmlns:fh="http://purl.org/syndication/history/1.0" xmlns:atom="http://www.w3.org/2005/Atom">
            <channel><title>Log</title>\(head)\(items.joined())</channel></rss>
            """
        server.on(path, .document(text, entityTag: "\"\(UUID())\"", mediaType: "application/rss+xml"))
    }

    /// Serves a feed with one entry, which has a page and this.
    private func serveEntry(_ part: String, page: String = "/p.html") {
        let entry = "<title>A</title><guid>g</guid><link>\(page)</link>\(part)"
        let text = "<rss><channel><title>Log</title><item>\(entry)</item></channel></rss>"
        server.on(
            "/log/feed.xml", .document(text, entityTag: "\"\(UUID())\"", mediaType: "application/rss+xml"))
        server.on(page, .document("<p>page \(page)</p>", mediaType: "text/html"))
    }

    private func sync(_ options: String...) async throws -> CarrelProcess.Result {
        let arguments = ["sync", "--json"] + options + [server.address("/log/feed.xml")]
        return try await CarrelProcess(arguments, in: workspace).wait()
    }

    @Test func `what of an entry is fetched can be chosen without naming the parser`() async throws {
        let entry = "<item><title>A</title><guid>g</guid><link>/p.html</link><enclosure url='/1.txt'/></item>"
        let text = "<rss><channel><title>Log</title>\(entry)</channel></rss>"
        server.on("/log/feed.xml", .document(text, mediaType: "application/rss+xml"))
        let both = try await sync("--set", "parse.documents=both")
        #expect(both.objects.last?["listed"] as? Int == 2, "\(both.output)\(both.error)")
        try workspace.write("carrel.toml", "[parse]\ndocuments = \"nonsense\"\n")
        let refused = try await sync()
        #expect(refused.status != 0, "\(refused.output)")
        #expect(
            (refused.output + refused.error).contains("parse.documents"), "\(refused.output)\(refused.error)")
    }

    @Test(arguments: ["default", "feeds"])
    func `where an enclosure cannot be used for once, its document stays and its page is not taken`(
        profile: String
    ) async throws {
        let long = "<enclosure url='\(String(repeating: "x", count: 20_000))'/>"
        serveEntry(long)
        let early = try await sync("--profile", profile)
        #expect(early.objects.last?["unavailable"] as? Int == 1, "\(early.output)")
        #expect(early.output.contains("an enclosure with the address"), "\(early.output)")
        serveEntry("<enclosure url='/1.txt'/>")
        let first = try await sync("--profile", profile)
        #expect(first.objects.last?["new"] as? Int == 1, "\(first.output)")
        serveEntry(long)
        let second = try await sync("--profile", profile)
        #expect(second.objects.last?["updated"] as? Int == 0, "\(second.output)")
        #expect(try workspace.documents().values.map { String(decoding: $0, as: UTF8.self) } == ["text 1"])
        #expect(server.script.requests(for: "/p.html").isEmpty)
    }

    @Test func `an entry keeps its document where only its page is left, unless pages are asked for`()
        async throws
    {
        serveEntry("<enclosure url='/1.txt'/>")
        #expect(try await sync().objects.last?["new"] as? Int == 1)
        let parts = ["<enclosure url='' type='text/plain'/>", "", "<enclosure url=''/>"]
        for (number, part) in parts.enumerated() {
            serveEntry(part)
            let empty = try await sync()
            #expect(empty.objects.last?["unavailable"] as? Int == 1, "\(empty.output)")
            let isTold = empty.output.contains("1 entry has only its page now")
            #expect(isTold == (number == 0), "\(empty.output)")
            #expect(server.script.requests(for: "/p.html").isEmpty, "\(empty.output)")
        }
        serveEntry("<enclosure url='/1.txt'/>")
        let again = try await sync()
        #expect(again.objects.last?["new"] as? Int == 0, "\(again.output)")
        #expect(again.objects.last?["updated"] as? Int == 0, "\(again.output)")
        _ = try await sync("--set", "parse.documents=pages")
        #expect(!server.script.requests(for: "/p.html").isEmpty)
    }

    @Test func `an entry with another feed's document keeps that where only its page is left`() async throws {
        serve(1, at: "/other.xml")
        let other = try await CarrelProcess(["sync", server.address("/other.xml")], in: workspace).wait()
        #expect(other.status == 0, "\(other.output)")
        serveEntry("<enclosure url='/1.txt'/>")
        #expect(try await sync().objects.last?["new"] as? Int == 0)
        for _ in 0..<2 {
            serveEntry("")
            let empty = try await sync()
            #expect(empty.objects.last?["unchanged"] as? Int == 1, "\(empty.output)")
            #expect(server.script.requests(for: "/p.html").isEmpty, "\(empty.output)")
        }
        #expect(server.script.requests(for: "/1.txt").count == 1)
    }

    @Test(arguments: [4, 20_000])
    func `an entry has its page where nothing came of the enclosure that it had`(length: Int) async throws {
        // The server has no such document, or the address is too long.
        serveEntry("<enclosure url='\(String(repeating: "x", count: length))'/>")
        #expect(try await sync().objects.last?["new"] as? Int == 0)
        serveEntry("")
        let later = try await sync()
        #expect(later.objects.last?["new"] as? Int == 1, "\(later.output)")
        #expect(!server.script.requests(for: "/p.html").isEmpty)
    }

    @Test func `the page of an entry that never had another document is followed where it moves`()
        async throws
    {
        for page in ["/p.html", "/q.html"] {
            serveEntry("<enclosure url=''/>", page: page)
            let result = try await sync()
            #expect(result.objects.last?["unavailable"] as? Int == 0, "\(result.output)")
            #expect(!server.script.requests(for: page).isEmpty)
        }
    }

    @Test func `what a feed no longer lists stays, and nobody calls it that`() async throws {
        serve(2, 1)
        #expect(try await sync().objects.last?["new"] as? Int == 2)
        serve(3, 2)
        let second = try await sync()
        #expect(second.objects.last?["orphaned"] as? Int == 0, "\(second.output)")
        #expect(!second.objects.contains { $0["event"] as? String == "orphaned" })
        for command in [["list"], ["list", "log"], ["show", "log"], ["plan"], ["list", "--all"]] {
            let result = try await CarrelProcess(command, in: workspace).wait()
            #expect(!result.output.contains("no longer listed"), "\(result.output)")
        }
        let listed = try await workspace.carrel("list", "log").output
        #expect(listed.contains("Entry 1  stored, new"), "\(listed)")
        #expect(try await workspace.carrel("list").output.contains("2 stored, 1 earlier"))
        let get = try await workspace.carrel("get", "Entry 1")
        let reason =
            "it is left out by its catalogue, which does not list everything; the stored document stays"
        #expect(get.status == 1 && get.error.contains(reason), "\(get.error)")
        let prune = try await workspace.carrel("prune", "--orphaned", "--dry-run")
        #expect(prune.status == 0 && !prune.output.contains("1.txt"), "\(prune.output)")
        #expect(try workspace.documents().count == 3)
    }

    @Test func `a feed that says that it is whole means it`() async throws {
        serve(2, 1, head: "<fh:complete/>")
        _ = try await sync()
        serve(2, head: "<fh:complete/>")
        #expect(try await sync().objects.last?["orphaned"] as? Int == 1)
    }

    @Test func `further pages are read with it, up to the limit, and only where the feed is`() async throws {
        serve(4, 3, head: "<atom:link rel='next' href='feed.xml?page=2'/>")
        serve(3, 2, head: "<atom:link rel='next' href='feed.xml?page=3'/>", at: "/log/feed.xml?page=2")
        serve(1, head: "<atom:link rel='next' href='http://127.0.0.1:1/x'/>", at: "/log/feed.xml?page=3")
        let limited = try await sync("--set", "parse.max-pages=2")
        #expect(limited.objects.last?["listed"] as? Int == 3, "\(limited.output)")
        #expect(limited.output.contains("more than 2 pages"), "\(limited.output)")
        // The library remembers the settings of a catalogue.
        let whole = try await sync("--set", "parse.max-pages=3")
        #expect(whole.objects.last?["listed"] as? Int == 4, "\(whole.output)")
        #expect(whole.output.contains("not read: it is a page on another server"), "\(whole.output)")
    }

    @Test func `a page that cannot be read is reported, and asked for again`() async throws {
        serve(2, head: "<atom:link rel='next' href='older.xml'/>")
        let first = try await sync()
        #expect(
            first.objects.last?["listed"] as? Int == 1 && first.output.contains("404 Not Found"),
            "\(first.output)")
        serve(1, at: "/log/older.xml")
        #expect(try await sync().objects.last?["listed"] as? Int == 2)
    }

    @Test func `what is wrong within a page is told with its address`() async throws {
        serve(2, head: "<atom:link rel='next' href='older.xml'/>")
        let cut = "<rss><channel><item><title>Entry 1</title><enclosure url='/1.txt'/></item>"
        server.on("/log/older.xml", .document(cut, mediaType: "application/rss+xml"))
        let result = try await sync()
        let places = result.objects.compactMap { $0["place"] as? String }
        let page = server.address("/log/older.xml: line 1")
        #expect(places.count == 1 && places[0].hasPrefix(page), "\(result.output)")
    }

    @Test(arguments: [
        "<ttl>60</ttl>",
        "<u:updatePeriod xmlns:u='http://purl.org/rss/1.0/modules/syndication/'>daily</u:updatePeriod>",
    ])
    func `a feed is not asked for more often than it says, also where it did not change`(head: String)
        async throws
    {
        serve(1, head: head)
        _ = try await sync()
        // The second answer is 304, and what the feed said is remembered.
        _ = try await sync()
        let requests = server.script.requests(for: "/log/feed.xml").count
        let watch = try await workspace.carrel("watch", "--once", "--every", "1s")
        #expect(watch.error.hasPrefix("nothing is due; next sync at "), "\(watch.error)")
        #expect(server.script.requests(for: "/log/feed.xml").count == requests)
    }
}

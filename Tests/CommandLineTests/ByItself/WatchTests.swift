import CarrelTesting
import Foundation
import Testing

/// What is synced by itself.
@Suite(.timeLimit(.minutes(2))) struct WatchTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
        server.on("/a.html", page("a"))
        server.on("/b.html", page("b"))
        for name in ["a", "b"] { server.on("/\(name).txt", .text("text \(name)")) }
    }

    private func page(_ name: String, fields: [(String, String)] = []) -> Reply {
        .content(
            "<h1>\(name)</h1><a href=\"/\(name).txt\">\(name)</a>",
            fields: [("Content-Type", "text/html")] + fields)
    }

    private func reads(_ name: String) -> Int { server.script.requests(for: "/\(name).html").count }

    @Test func `catalogues are read again and again until somebody ends it`() async throws {
        _ = try await workspace.carrel("sync", server.address("/a.html"))
        let watch = try CarrelProcess(["watch", "--every", "1s"], in: workspace)
        try await server.script.requests(atLeast: 3, for: "/a.html")
        // Between two readings the library is free.
        let other = try await workspace.carrel("sync", "--wait", "--quiet")
        #expect(other.status == 0, "\(other.error)")
        watch.send(SIGTERM)
        let result = try await watch.wait()
        #expect(result.status == 0 || result.status == 130, "\(result.error)")
        #expect(result.error.contains("next sync at "), "\(result.error)")
    }

    @Test func `only what is due is read, each catalogue by its own interval`() async throws {
        _ = try await workspace.carrel("add", server.address("/a.html"), "--name", "A")
        _ = try await workspace.carrel(
            "add", server.address("/b.html"), "--name", "B", "--set", "source.refresh=1s")
        // What was added was looked at, and not fetched yet.
        #expect(try await workspace.carrel("watch", "--once", "--every", "6h").status == 0)
        #expect(try workspace.documents().count == 2)
        let read = reads("a")
        let idle = try await workspace.carrel("watch", "--once", "--every", "6h", "A")
        #expect(idle.status == 0 && idle.error.hasPrefix("nothing is due; next sync at "), "\(idle.error)")
        #expect(idle.error.hasSuffix(" (A)\n"), "\(idle.error)")
        #expect(try await workspace.carrel("watch", "--once", "--quiet", "A").error.isEmpty)
        #expect(reads("a") == read, "it was brought up to date a moment ago")
        let watch = try CarrelProcess(["watch", "--json", "--every", "6h"], in: workspace)
        try await server.script.requests(atLeast: reads("b") + 3, for: "/b.html")
        watch.send(SIGTERM)
        let result = try await watch.wait()
        #expect(result.status == 130 && reads("a") == read)
        let events = result.objects.filter { $0["event"] as? String == "catalogRead" }
        #expect(
            events.count >= 2 && events.allSatisfy { $0["catalogName"] as? String == "B" },
            "it is named although no other one was due: \(result.output)")
    }

    @Test func `lines name their catalogue although no other one is due`() async throws {
        _ = try await workspace.carrel("sync", server.address("/a.html"))
        _ = try await workspace.carrel("add", server.address("/b.html"), "--name", "B")
        let once = try await workspace.carrel("watch", "--once", "--every", "6h")
        let lines = once.output.split(separator: "\n")
        #expect(lines.count == 2, "\(once.output)")
        #expect(lines.allSatisfy { $0.hasPrefix("B: ") }, "\(once.output)")
    }

    @Test func `where nothing is due the end of the run is told all the same`() async throws {
        _ = try await workspace.carrel("sync", server.address("/a.html"))
        let watch = try await workspace.carrel("watch", "--once", "--json")
        #expect(watch.status == 0, "\(watch.error)")
        #expect(watch.objects.map { $0["event"] as? String } == ["begin", "summary"])
        #expect(watch.objects.last?["listed"] as? Int == 0)
    }

    @Test func `a watch that is interrupted while nothing is due ends its events, too`() async throws {
        _ = try await workspace.carrel("sync", server.address("/a.html"))
        let watch = try CarrelProcess(["watch", "--json", "--every", "6h"], in: workspace)
        while !watch.errorSoFar.contains("next sync at ") { try await Task.sleep(for: .milliseconds(5)) }
        watch.send(SIGTERM)
        let result = try await watch.wait()
        let events = result.objects.map { $0["event"] as? String }
        #expect(result.status == 130 && events == ["begin", "summary"], "\(result.output)")
    }

    @Test func `a catalogue whose profile is gone does not keep the others from being read`() async throws {
        let profile = try workspace.write("mine.toml", "extends = \"default\"\n")
        _ = try await workspace.carrel("add", server.address("/a.html"), "--name", "A", "--config", profile)
        _ = try await workspace.carrel("add", server.address("/b.html"), "--name", "B")
        try FileManager.default.removeItem(atPath: profile)
        let once = try await workspace.carrel("watch", "--once", "--every", "6h")
        #expect(once.status == 3 && once.error.contains("carrel: A: "), "\(once.error)")
        #expect(try workspace.documents().count == 1)
        let watch = try CarrelProcess(["watch", "--every", "1s"], in: workspace)
        try await server.script.requests(atLeast: reads("b") + 2, for: "/b.html")
        watch.send(SIGTERM)
        _ = try await watch.wait()
    }

    @Test func `where no catalogue can be read, the events end with that`() async throws {
        let profile = try workspace.write("mine.toml", "extends = \"default\"\n")
        for name in ["a", "b"] {
            let address = server.address("/\(name).html")
            _ = try await workspace.carrel("add", address, "--name", name, "--config", profile)
        }
        try FileManager.default.removeItem(atPath: profile)
        let once = try await workspace.carrel("watch", "--once", "--json")
        let events = once.objects.map { $0["event"] as? String }
        #expect(once.status == 3, "\(once.error)")
        #expect(events == ["begin", "catalogFailed", "catalogFailed", "error"], "\(once.output)")
    }

    @Test func `a catalogue that cannot be read is not asked for over and over`() async throws {
        let watch = try CarrelProcess(["watch", server.address("/nothing")], in: workspace)
        try await server.script.requests(atLeast: 1, for: "/nothing")
        while !watch.errorSoFar.contains("next sync at ") { try await Task.sleep(for: .milliseconds(5)) }
        watch.send(SIGTERM)
        let result = try await watch.wait()
        #expect(result.error.matches(of: /404 Not Found/).count == 1, "\(result.error)")
        #expect(server.script.requests(for: "/nothing").count == 1)
    }

    @Test func `what is no catalogue is said again and again`() async throws {
        for _ in 0..<2 {
            let watch = try await workspace.carrel("watch", "--once", server.address("/nothing"))
            #expect(watch.status == 4 && watch.error.contains("404 Not Found"), "\(watch.error)")
        }
    }

    @Test(arguments: [
        [("Cache-Control", "private, max-age=600")],
        [("Date", "Sat, 21 Nov 2026 10:00:00 GMT"), ("Expires", "Sat, 21 Nov 2026 10:10:00 GMT")],
    ])
    func `a catalogue is not read before its server allows`(fields: [(String, String)]) async throws {
        server.on("/a.html", page("a", fields: fields))
        server.on("/b.html", page("b", fields: [("Cache-Control", "no-cache, max-age=600")]))
        for name in ["a", "b"] { _ = try await workspace.carrel("sync", server.address("/\(name).html")) }
        let watch = try CarrelProcess(["watch", "--every", "1s"], in: workspace)
        try await server.script.requests(atLeast: 3, for: "/b.html")
        watch.send(SIGTERM)
        _ = try await watch.wait()
        #expect(reads("a") == 1)
    }

    @Test func `what a server says with an unchanged catalogue counts as well`() async throws {
        func unchanged(_ name: String, for seconds: Int) -> Reply {
            .document(
                "<h1>\(name)</h1><a href=\"/\(name).txt\">\(name)</a>", entityTag: "\"1\"",
                mediaType: "text/html", fields: [("Cache-Control", "max-age=\(seconds)")])
        }
        server.on("/a.html", unchanged("a", for: 600))
        server.on("/b.html", unchanged("b", for: 600), unchanged("b", for: 1))
        // Adding one reads it, and notes no visit.
        _ = try await workspace.carrel("add", server.address("/a.html"), "--name", "A")
        for name in ["A", server.address("/b.html"), server.address("/b.html")] {
            #expect(try await workspace.carrel("sync", name).status == 0)
        }
        let (read, places) = (reads("a"), ["A", server.address("/b.html")])
        let watch = try CarrelProcess(["watch", "--every", "1s"] + places, in: workspace)
        try await server.script.requests(atLeast: 4, for: "/b.html")
        watch.send(SIGTERM)
        _ = try await watch.wait()
        #expect(reads("a") == read)
    }

    @Test func `a server that asks for patience gets it, and the watch goes on`() async throws {
        _ = try await workspace.carrel("sync", server.address("/a.html"))
        _ = try await workspace.carrel("sync", server.address("/b.html"))
        server.on("/a.html", .status(503, retryAfter: "600"))
        let watch = try CarrelProcess(["watch", "--every", "1s"], in: workspace)
        let (a, b) = (reads("a"), reads("b"))
        try await server.script.requests(atLeast: b + 3, for: "/b.html")
        watch.send(SIGTERM)
        let result = try await watch.wait()
        #expect(reads("a") <= a + 1)
        #expect(result.error.contains("the server answered 503 Service Unavailable"), "\(result.error)")
    }

    @Test func `a server gets the patience that it asks for from the first answer on`() async throws {
        server.on("/a.html", .status(503, retryAfter: "600"))
        let (a, b) = (server.address("/a.html"), server.address("/b.html"))
        let alone = try CarrelProcess(["watch", "--every", "1s", "--library", "other", a], in: workspace)
        try await server.script.requests(atLeast: 1, for: "/a.html")
        let watch = try CarrelProcess(["watch", "--every", "1s", a, b], in: workspace)
        try await server.script.requests(atLeast: 4, for: "/b.html")
        for process in [alone, watch] {
            process.send(SIGTERM)
            _ = try await process.wait()
        }
        #expect(reads("a") == 2, "each asked once")
    }

    @Test(arguments: ["0s", "often", "-1h"])
    func `a time that is none is wrong usage`(every: String) async throws {
        let watch = try await workspace.carrel("watch", "--every=\(every)")
        #expect(watch.status == 2 && watch.error.contains("such as 30m, 6h or 1d"), "\(watch.error)")
    }

    @Test func `a name that is not quite right ends the watch, as it ends a sync`() async throws {
        _ = try await workspace.carrel("add", server.address("/a.html"), "--name", "notes")
        let watch = try await workspace.carrel("watch", "note")
        #expect(watch.status == 4, "\(watch.error)")
        #expect(watch.error.contains("Did you mean the catalogue “notes”?"), "\(watch.error)")
    }

    @Test func `what can be read only once cannot be watched`() async throws {
        let list = server.address("/a.txt") + "\n"
        let watch = try await workspace.carrel("watch", "-", input: list)
        #expect(watch.status == 2 && watch.error.contains("add --once"), "\(watch.error)")
        #expect(try await workspace.carrel("watch", "--once", "-", input: list).status == 0)
    }

    @Test func `without a catalogue there is nothing to watch`() async throws {
        let watch = try await workspace.carrel("watch")
        #expect(watch.status == 2 && watch.error.contains("add one: carrel add URL"), "\(watch.error)")
    }
}

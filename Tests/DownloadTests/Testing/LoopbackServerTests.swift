import CarrelHTTP
import CarrelTesting
import CurlFetching
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LoopbackServerTests {
    private let fetcher = CurlFetcher()

    private func get(_ server: LoopbackServer, _ path: String) async throws -> CollectingSink {
        let sink = CollectingSink()
        try await fetcher.fetch(FetchRequest(url: server.url(path)), into: sink)
        return sink
    }

    @Test func `replies follow each other and the last one stays`() async throws {
        let server = try LoopbackServer()
        server.on("/", .status(503, retryAfter: "1"), .status(500), .content("ok"))
        var statuses: [Int?] = []
        for _ in 0..<4 { statuses.append(try await get(server, "/").head?.status) }
        #expect(statuses == [503, 500, 200, 200])
    }

    @Test func `a whole target wins over its path, and what is not scripted is not found`() async throws {
        let server = try LoopbackServer()
        server.on("/a", .content("path"))
        server.on("/a?x=1", .content("target"))
        #expect(try await get(server, "/a?x=1").content == Data("target".utf8))
        #expect(try await get(server, "/a?x=2").content == Data("path".utf8))
        #expect(try await get(server, "/b").head?.status == 404)
        #expect(server.requests(for: "/a").map(\.target) == ["/a?x=1", "/a?x=2"])
    }

    @Test func `stopping leaves nothing running`() async throws {
        let server = try LoopbackServer()
        server.on("/stall", .silent)
        server.on("/gate", Reply([.wait(Gate())]))
        server.on("/delay", Reply([.delay(.seconds(3600))]))
        server.on("/idle", .content(Data()))
        _ = try await get(server, "/idle")
        let tasks = ["/stall", "/gate", "/delay"].map { path in Task { try await get(server, path) } }
        for path in ["/stall", "/gate", "/delay"] { try await server.requests(atLeast: 1, for: path) }
        server.stop()
        try await server.stopped()
        #expect(server.openConnectionCount == 0)
        for task in tasks {
            await #expect(throws: FetchError.self) { _ = try await task.value }
        }
    }

    @Test func `a released server closes its connections`() async throws {
        var server: LoopbackServer? = try LoopbackServer()
        let url = try #require(server?.url("/"))
        server?.on("/", .content(Data()))
        try await fetcher.fetch(FetchRequest(url: url), into: CollectingSink())
        server = nil
        let error = await #expect(throws: FetchError.self) {
            // The port may be closed or about to be, but it answers no more.
            try await fetcher.fetch(FetchRequest(url: url), into: CollectingSink())
        }
        #expect([.unreachable, .truncated].contains(error?.code))
    }

    @Test func `a range is cut from the document`() async throws {
        let server = try LoopbackServer()
        let bytes = TestBytes.make(100)
        server.on("/", .document(bytes))
        for (range, part) in [
            ("bytes=90-", bytes[90...]), ("bytes=-10", bytes[90...]), ("bytes=0-4", bytes[..<5]),
        ] {
            let sink = CollectingSink()
            let fields = HTTPFields([("Range", range)])
            try await fetcher.fetch(FetchRequest(url: server.url("/"), fields: fields), into: sink)
            #expect(sink.head?.status == 206)
            #expect(sink.content == Data(part))
        }
    }
}

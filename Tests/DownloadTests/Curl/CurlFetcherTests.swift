import CarrelBasics
import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

@testable import CurlFetching

@Suite(.timeLimit(.minutes(1)))
struct CurlFetcherTests {
    private let server: LoopbackServer

    init() throws { server = try LoopbackServer() }

    private func get(_ path: String, with fetcher: CurlFetcher = CurlFetcher()) async throws -> CollectingSink
    {
        let sink = CollectingSink()
        try await fetcher.fetch(FetchRequest(url: server.url(path)), into: sink)
        #expect(sink.result.violations == [])
        return sink
    }

    @Test func `it names itself, unless the request does`() async throws {
        server.on("/", .content(Data()))
        let fetcher = CurlFetcher(CurlOptions(userAgent: "Test/1"))
        _ = try await get("/", with: fetcher)
        let named = HTTPFields([("user-agent", "Other/2")])
        try await fetcher.fetch(FetchRequest(url: server.url("/"), fields: named), into: CollectingSink())
        #expect(server.requests.map { $0.fields.values("User-Agent") } == [["Test/1"], ["Other/2"]])
    }

    @Test func `a pause of one response leaves the others alone`() async throws {
        server.on("/paused", .content(TestBytes.make(1_000_000)))
        server.on("/other", .content("ok"))
        let fetcher = CurlFetcher()
        let (server, sink) = (server, CollectingSink(.pause(.seconds(3600), pieces: 1)))
        let paused = Task { try await fetcher.fetch(FetchRequest(url: server.url("/paused")), into: sink) }
        try await sink.calls(atLeast: 2)
        #expect(try await get("/other", with: fetcher).content == Data("ok".utf8))
        paused.cancel()
        await #expect(throws: FetchError.self) { try await paused.value }
        #expect(sink.result.contentCalls == 1)
    }

    @Test func `the head says which address answered`() async throws {
        server.on("/", .content(Data()))
        #expect(try await get("/").head?.remoteAddress == "127.0.0.1")
    }

    @Test func `an empty request field is sent and none is left out`() async throws {
        server.on("/", .content(Data()))
        let fields = HTTPFields([("X-Empty", ""), ("Accept", "")])
        try await CurlFetcher().fetch(
            FetchRequest(url: server.url("/"), fields: fields), into: CollectingSink())
        let sent = server.requests.first?.fields
        #expect(sent?.values("X-Empty") == [""])
        #expect(sent?.values("Accept") == [""])
    }

    @Test func `however often kept connections turn out to be closed, no exchange fails`() async throws {
        let seen = Locked(Set<Int>())
        for number in 0..<20 {
            server.on(
                "/\(number)",
                Reply(for: { request in
                    let isNew = seen.withLock { $0.insert(request.connection).inserted }
                    return isNew
                        ? [
                            .head(status: 200, fields: HTTPFields([("Content-Length", "2")])),
                            .bytes(Data("ok".utf8)),
                        ] : [.close]
                }))
        }
        let fetcher = CurlFetcher()
        for number in 0..<20 {
            #expect(try await get("/\(number)", with: fetcher).content == Data("ok".utf8))
        }
    }

    @Test func `trailer fields are not taken for content or head`() async throws {
        server.on(
            "/",
            Reply([
                .head(
                    status: 200, fields: HTTPFields([("Transfer-Encoding", "chunked"), ("Trailer", "X-Sum")])),
                .raw(Data("3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n".utf8)),
            ]))
        let sink = try await get("/")
        #expect(sink.content == Data("abc".utf8))
        #expect(sink.head?.fields["X-Sum"] == nil)
    }

    @Test(arguments: [
        ("SSH-2.0-OpenSSH_9.2\r\n\r\n", FetchError.Code.malformed, "does not speak HTTP"),
        ("HTTP/9 200 OK\r\n\r\n", .malformed, "a version of HTTP"),
        ("HTTP/1.1 2000 OK\r\n\r\n", .malformed, "status"),
        ("HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n", .malformed, "zero byte"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nabc", .truncated, "47 bytes of the content missing"),
        ("\(chunked)30\r\nabc", .truncated, "before the last chunk"),
        ("\(chunked)zz\r\nabc", .malformed, "the server's chunks"),
    ])
    func `what a server says that is not HTTP, or not whole, is told in plain words, with what helps`(
        said: String, code: FetchError.Code, reason: String
    ) async throws {
        server.on("/", .raw(said))
        let error = await #expect(throws: FetchError.self) { _ = try await get("/") }
        #expect(error?.code == code && error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        #expect(error?.remedy?.isEmpty == false)
    }

    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test func `a single field line beyond what libcurl reads is a head too large`() async throws {
        server.on("/", .content(Data(), fields: [("X", String(repeating: "x", count: 120_000))]))
        let error = await #expect(throws: FetchError.self) { _ = try await get("/") }
        #expect(error?.code == .headTooLarge)
    }

    @Test func `HTTP 1.0 without a length is read to the end`() async throws {
        server.on("/", .raw("HTTP/1.0 200 OK\r\n\r\nold"))
        #expect(try await get("/").content == Data("old".utf8))
    }

    @Test(arguments: [nil, "gzip", "x-gzip"] as [String?], [true, false])
    func `what ends with the connection has no validators, whatever its coding`(
        coding: String?, keepsGzip: Bool
    ) async throws {
        let fields = HTTPFields([("ETag", "\"1\"")] + (coding.map { [("Content-Encoding", $0)] } ?? []))
        server.on("/", Reply([.head(status: 200, fields: fields), .bytes(CodedContent.gzip), .close]))
        var request = FetchRequest(url: server.url("/"))
        request.fileCoding = keepsGzip ? "gzip" : nil
        let sink = CollectingSink()
        try await CurlFetcher().fetch(request, into: sink)
        #expect(sink.head?.validators == Validators())
    }

    @Test func `a redirect whose content stalls is followed all the same`() async throws {
        let fields = HTTPFields([("Location", "/new"), ("Content-Length", "10")])
        server.on("/old", Reply([.head(status: 302, fields: fields), .stall]))
        server.on("/new", .content("new"))
        #expect(try await get("/old").content == Data("new".utf8))
    }

    @Test func `handles are clean when they are used again`() async throws {
        server.on("/", .content(Data()))
        let fetcher = CurlFetcher()
        let range = HTTPFields([("Range", "bytes=1-"), ("X-Once", "1")])
        try await fetcher.fetch(FetchRequest(url: server.url("/"), fields: range), into: CollectingSink())
        _ = try await get("/", with: fetcher)
        #expect(server.requests.last?.fields["Range"] == nil)
        #expect(server.requests.last?.fields["X-Once"] == nil)
        #expect(server.connectionCount == 1)
    }

    @Test func `a released fetcher closes its connections`() async throws {
        server.on("/", .content(Data()))
        _ = try await get("/", with: CurlFetcher())
        try await server.endedConnections(atLeast: 1)
    }

    @Test func `stopping the thread ends what is in flight with an error`() async throws {
        server.on("/", .silent)
        let fetcher = CurlFetcher()
        async let outcome = Result.of { try await fetcher.exchange($0, into: CollectingSink()) }(
            FetchRequest(url: server.url("/")))
        try await server.requests(atLeast: 1)
        fetcher.loops.first.stop()
        #expect(await outcome.failureCode == .cancelled)
        let late = await Result.of { try await fetcher.exchange($0, into: CollectingSink()) }(
            FetchRequest(url: server.url("/")))
        #expect(late.failureCode == .cancelled)
    }

    @Test func `a name that does not exist is unreachable`() async throws {
        let url = try #require(URL(string: "http://no-such-host.invalid/"))
        let error = await #expect(throws: FetchError.self) {
            try await CurlFetcher().exchange(FetchRequest(url: url), into: CollectingSink())
        }
        #expect(error?.code == .unreachable)
        #expect(error?.reason.isEmpty == false)
    }
}

extension Result where Success == Void, Failure == any Error {
    /// Wraps a throwing function, so that its outcome can be awaited later.
    static func of(
        _ body: @escaping @Sendable (FetchRequest) async throws -> Void
    ) -> @Sendable (FetchRequest) async -> Result {
        { request in
            do {
                return .success(try await body(request))
            } catch {
                return .failure(error)
            }
        }
    }

    var failureCode: FetchError.Code? {
        guard case .failure(let error) = self else { return nil }
        return (error as? FetchError)?.code
    }
}

import CarrelBasics
import CarrelHTTP
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import URLSessionFetching

@Suite(.timeLimit(.minutes(1)))
struct URLSessionFetcherTests {
    private let server: LoopbackServer

    init() throws { server = try LoopbackServer() }

    private func get(_ path: String) async throws -> CollectingSink {
        let sink = CollectingSink()
        try await URLSessionFetcher().fetch(FetchRequest(url: server.url(path)), into: sink)
        #expect(sink.result.violations == [])
        return sink
    }

    @Test func `field lines of one name are joined`() async throws {
        server.on("/", .content(Data(), fields: [("Link", "<a>"), ("Link", "<b>")]))
        #expect(try await get("/").head?.fields["Link"]?.replacing(" ", with: "") == "<a>,<b>")
    }

    @Test func `coded content is refused, for it could end too early unnoticed`() async throws {
        server.on("/", .content(CodedContent.gzip, fields: [("Content-Encoding", "gzip")]))
        let request = FetchRequest(url: server.url("/"), limits: FetchLimits(acceptsCodings: true))
        let error = await #expect(throws: FetchError.self) {
            try await URLSessionFetcher().fetch(request, into: CollectingSink())
        }
        #expect(error?.code == .undecodable && error?.remedy?.contains("curl") == true)
        #expect(server.requests.first?.fields["Accept-Encoding"] == "identity")
    }

    @Test func `a scheme in capitals is requested as any other`() async throws {
        server.on("/", .content("hello"))
        let url = server.url("/").absoluteString.replacing("http:", with: "HTTP:")
        let (request, sink) = (FetchRequest(url: try #require(URL(string: url))), CollectingSink())
        try await URLSessionFetcher().fetch(request, into: sink)
        #expect(sink.content == Data("hello".utf8) && sink.head?.url.absoluteString == url)
    }

    #if canImport(FoundationNetworking)
    @Test(arguments: ["http://[::1]:9/", "http://127.1:9/"])
    func `of a host that Foundation does not take it is said that curl fetches from it`(
        url: String
    ) async throws {
        let request = FetchRequest(url: try #require(URL(string: url)))
        let error = await #expect(throws: FetchError.self) {
            try await URLSessionFetcher().fetch(request, into: CollectingSink())
        }
        #expect(error?.code == .refusedURL && error?.remedy?.contains("curl") == true)
    }
    #endif

    @Test func `interim responses are passed over`() async throws {
        let hints = "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
        server.on("/", .raw(hints + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"))
        #expect(try await get("/").content == Data("hello".utf8))
    }

    @Test func `cookies are not kept`() async throws {
        server.on("/", .content(Data(), fields: [("Set-Cookie", "a=1; Path=/")]))
        let fetcher = URLSessionFetcher()
        for _ in 0..<2 {
            try await fetcher.fetch(FetchRequest(url: server.url("/")), into: CollectingSink())
        }
        #expect(server.requests.map { $0.fields["Cookie"] } == [nil, nil])
    }

    @Test func `it names itself as its settings say, unless the request does`() async throws {
        server.on("/", .content(Data()))
        var settings = Settings()
        settings[URLSessionFetcher.userAgent] = "Test/4"
        let fetcher = try URLSessionFetcher.plugin.make(settings, PluginContext())
        try await fetcher.fetch(FetchRequest(url: server.url("/")), into: CollectingSink())
        let named = HTTPFields([("User-Agent", "Other/2")])
        try await fetcher.fetch(FetchRequest(url: server.url("/"), fields: named), into: CollectingSink())
        #expect(server.requests.map { $0.fields.values("User-Agent") } == [["Test/4"], ["Other/2"]])
    }

    @Test func `a request field given twice is joined`() async throws {
        server.on("/", .content(Data()))
        let fields = HTTPFields([("X-A", "1"), ("x-a", "2")])
        try await URLSessionFetcher().fetch(
            FetchRequest(url: server.url("/"), fields: fields), into: CollectingSink())
        #expect(server.requests.first?.fields["X-A"]?.replacing(" ", with: "") == "1,2")
    }

    @Test func `no request goes over a connection that carries another because a status line says HTTP 2`()
        async throws
    {
        let document = "HTTP/2 200 OK\r\nContent-Length: 5\r\n\r\nhello"
        let head = "HTTP/2 200 OK\r\nContent-Length: 5\r\n\r\n"
        server.on("/doc", Reply([.raw(Data(document.utf8))]))
        server.on("/slow", Reply([.raw(Data(head.utf8)), .stall]))
        let fetcher = URLSessionFetcher()
        try await fetcher.fetch(FetchRequest(url: server.url("/doc")), into: CollectingSink())
        let (slow, between) = (FetchRequest(url: server.url("/slow")), CollectingSink())
        let waiting = Task { try await fetcher.exchange(slow, into: CollectingSink()) }
        try await server.requests(atLeast: 1, for: "/slow")
        try await fetcher.fetch(FetchRequest(url: server.url("/doc")), into: between)
        waiting.cancel()
        _ = await waiting.result
        #expect(between.content == Data("hello".utf8))
        #expect(server.requests.last?.connection != server.requests(for: "/slow").first?.connection)
    }

    @Test func `as many exchanges at once use as many connections, and use them again`() async throws {
        let gate = Gate()
        server.on("/held", .content("ok").behind(gate))
        let (fetcher, request) = (URLSessionFetcher(), FetchRequest(url: server.url("/held")))
        for _ in 0..<2 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await fetcher.exchange(request, into: CollectingSink()) }
                }
                try await server.requests(atLeast: 4, for: "/held")
                gate.open()
                try await group.waitForAll()
            }
        }
        #expect(server.requests.count == 8 && server.connectionCount == 4)
    }

    @Test func `a response that stops is given up after the time for a stall alone`() async throws {
        server.on("/", .stalled(TestBytes.make(9_000), after: 4_000))
        var (sink, time) = (CollectingSink(), Duration.milliseconds(200))
        var error: FetchError?
        // What comes before it stops must come in time, too: on a busy machine, a longer time is tried.
        for patience in [time, .seconds(2), .seconds(8)] where sink.content.count < 4_000 {
            let (tried, begun) = (CollectingSink(), ContinuousClock.now)
            let limits = FetchLimits(connectTimeout: .seconds(40), stallTimeout: patience)
            let request = FetchRequest(url: server.url("/"), limits: limits)
            error = await #expect(throws: FetchError.self) {
                try await URLSessionFetcher().fetch(request, into: tried)
            }
            #expect(ContinuousClock.now - begun < .seconds(40))
            (sink, time) = (tried, patience)
        }
        #expect(error?.code == .stalled && error?.reason == "no byte arrived for \(time.durationText)")
        #expect(sink.content == TestBytes.make(9_000).prefix(4_000))
    }

    @Test func `where no response comes, it says how long it waited for that`() async throws {
        server.on("/", .silent)
        let limits = FetchLimits(connectTimeout: .milliseconds(700), stallTimeout: .milliseconds(150))
        let error = await #expect(throws: FetchError.self) {
            try await URLSessionFetcher().fetch(
                FetchRequest(url: server.url("/"), limits: limits), into: CollectingSink())
        }
        #expect(error?.code == .stalled && error?.reason == "no byte arrived for 850ms")
        #expect(error?.remedy?.contains("download.connect-timeout") == true)
    }
}

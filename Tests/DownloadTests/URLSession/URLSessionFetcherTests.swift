import CarrelBasics
import CarrelTesting
import Foundation
import Testing
@testable import URLSessionFetching
import CarrelHTTP
import CarrelStages

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
}

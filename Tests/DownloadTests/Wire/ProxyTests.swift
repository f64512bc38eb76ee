import CarrelBasics
import CarrelHTTP
import CarrelTesting
import CurlFetching
import Foundation
import Testing
import URLSessionFetching

/// Proxies: real ones, and ones that answer in the server's place.
@Suite(.timeLimit(.minutes(1))) struct ProxyTests {
    private let server: LoopbackServer

    init() throws { server = try LoopbackServer() }

    private func get(
        _ url: String, through proxy: String, into sink: CollectingSink = CollectingSink()
    ) async throws -> CollectingSink {
        let options = CurlOptions(
            certificatesFile: HostileServer.isAvailable ? try await Certificates.made().authority.path : nil,
            proxies: ProxyRules(proxy))
        let url = try #require(URL(string: url))
        try await CurlFetcher(options).fetch(FetchRequest(url: url), into: sink)
        #expect(sink.result.violations == [] && sink.result.heads.count == 1)
        return sink
    }

    private func failure(
        _ url: String, through proxy: String, into sink: CollectingSink = CollectingSink()
    ) async -> FetchError? {
        await #expect(throws: FetchError.self) {
            try await get(url, through: proxy, into: sink)
        }
    }

    // MARK: A real one

    @Test(.enabled(if: Tinyproxy.program != nil, "needs tinyproxy"))
    func `a proxy brings documents of http, and asks for its password`() async throws {
        server.on("/doc", .content("ok"))
        let url = server.address("/doc")
        try await Tinyproxy.with { proxy in
            let sink = try await get(url, through: proxy.url)
            #expect(sink.content == Data("ok".utf8) && sink.head?.fields["Via"] != nil)
        }
        try await Tinyproxy.with(password: "secret") { proxy in
            let refused = try await get(url, through: proxy.url)
            #expect(refused.head?.status == 407)
            let known = proxy.url.replacing("http://", with: "http://me:secret@")
            let taken = try await get(url, through: known)
            #expect(taken.content == Data("ok".utf8))
            #expect(server.requests.allSatisfy { $0.fields["Proxy-Authorization"] == nil })
            #expect(server.requests.allSatisfy { $0.fields["Authorization"] == nil })
        }
    }

    @Test(
        .enabled(
            if: Tinyproxy.program != nil && HostileServer.isAvailable, "needs tinyproxy, python3, openssl"),
        arguments: ["good", "until-end", "chunked", "whole", "without-length"])
    func `a proxy brings documents of https, and nobody takes its word for the server's`(
        scenario: String
    ) async throws {
        let hostile = try await HostileServer.start(scenario)
        try await Tinyproxy.with { proxy in
            let sink = try await get(hostile.url.absoluteString, through: proxy.url)
            #expect(sink.content == HostileServer.document && sink.head?.remoteAddress == nil)
        }
    }

    @Test(.enabled(if: Tinyproxy.program != nil, "needs tinyproxy"))
    func `a proxy that dies within a document leaves a part`() async throws {
        server.on("/doc", .stalled(Data(count: 100_000), after: 60_000))
        let url = server.address("/doc")
        try await Tinyproxy.with { proxy in
            let sink = CollectingSink()
            async let error = failure(url, through: proxy.url, into: sink)
            try await sink.calls(atLeast: 2)
            proxy.die()
            #expect(await error?.code == .truncated)
        }
    }

    @Test(.enabled(if: Tinyproxy.program != nil, "needs tinyproxy"))
    func `a proxy's own page about a server that is not there is no document`() async throws {
        try await Tinyproxy.with { proxy in
            let sink = try await get("http://127.0.0.1:9/doc", through: proxy.url)
            #expect(sink.head?.status ?? 0 >= 500)
        }
    }

    // MARK: Ones that answer in the server's place

    @Test(arguments: [
        (Reply.redirect(to: "http://127.0.0.1:1/elsewhere"), FetchError.Code.proxy, "302"),
        (.status(407), .proxy, "asks for a user"), (.status(403), .proxy, "403"),
        (.content("<html>The proxy's page</html>", status: 502), .unreachable, "502"),
        (.status(304), .proxy, "304"), (.closedAtOnce, .unreachable, "closed the connection"),
        (.raw("HTTP/1.1 200 OK\r\nX: "), .unreachable, "closed the connection"),
        (.content("<html>The proxy's page</html>"), .tls, "does not speak TLS"),
        (.hugeHead(400_000), .headTooLarge, "head"),
    ])
    func `what a proxy answers to CONNECT is never the server's answer`(
        reply: Reply, code: FetchError.Code, reason: String
    ) async throws {
        server.on("notes.test:443", reply)
        let sink = CollectingSink()
        let error = await failure("https://notes.test/doc", through: server.address(""), into: sink)
        #expect(error?.code == code && error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        #expect(error?.code == .headTooLarge || error?.remedy != nil)
        #expect(sink.result.heads.isEmpty && sink.content.isEmpty)
        #expect(server.requests.allSatisfy { $0.method == "CONNECT" })
    }

    // MARK: Ones with which TLS is spoken

    @Test(
        .enabled(if: HostileServer.isAvailable, "needs python3 and openssl"),
        arguments: [
            ("good", Certificates.Kind?.some(.good), "https", "what answers there does not speak TLS"),
            ("good", .otherHost, "https", "the proxy's certificate is for another host"),
            ("good", .expired, "http", "the proxy's certificate has expired"),
            ("plain", nil, "https", "the proxy does not speak TLS"),
            ("resets-at-hello", nil, "http", "the connection to the proxy ended"),
        ])
    func `what is wrong with a proxy's TLS is not said of the server's`(
        scenario: String, certificate: Certificates.Kind?, scheme: String, reason: String
    ) async throws {
        let proxy = try await HostileServer.start(scenario, certificate: certificate)
        let error = await failure("\(scheme)://notes.test/doc", through: proxy.url.absoluteString)
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test(
        .enabled(if: HostileServer.isAvailable, "needs python3 and openssl"), arguments: ["https", "HTTPS"])
    func `who vouches for servers vouches for proxies, however the scheme is written`(scheme: String)
        async throws
    {
        let proxy = try await HostileServer.start("good")
        let url = proxy.url.absoluteString.replacing("https:", with: "\(scheme):")
        #expect(try await get("http://notes.test/doc", through: url).content == HostileServer.document)
    }

    @Test func `a proxy that is not there is named as such, without its password`() async throws {
        for proxy in ["http://me:secret@127.0.0.1:9", "http://me:secret@nowhere.invalid:9"] {
            let error = await failure("http://notes.test/doc", through: proxy)
            #expect(error?.code == .unreachable && error?.reason.contains("proxy") == true)
            #expect(error?.description.contains("secret") == false && error?.remedy != nil)
        }
    }

    @Test(arguments: FetcherKind.allCases)
    func `with a proxy, an address that is written down is judged all the same`(kind: FetcherKind)
        async throws
    {
        let limits = FetchLimits(addresses: .publicOnly)
        let rules = ProxyRules(server.address(""))
        let fetcher: any Fetcher =
            switch kind {
            case .curl: CurlFetcher(CurlOptions(proxies: rules))
            case .urlsession: URLSessionFetcher(proxies: rules)
            }
        for host in ["127.0.0.1", "10.0.0.1", "localhost", "2130706433", "[::1]"] {
            let url = try #require(URL(string: "http://\(host)/doc"))
            let error = await #expect(throws: FetchError.self) {
                try await fetcher.fetch(FetchRequest(url: url, limits: limits), into: CollectingSink())
            }
            #expect(error?.code == .refusedAddress)
        }
        #expect(server.requests.isEmpty)
    }
}

import CarrelBasics
import CarrelHTTP
import CarrelTesting
import CurlFetching
import Foundation
import Testing
import URLSessionFetching

/// TLS that is cut off, expired, for somebody else, or none at all.
@Suite(.timeLimit(.minutes(1)), .enabled(if: HostileServer.isAvailable, "needs python3 and openssl"))
struct TLSWireTests {
    static let cases: [WireCase] =
        WireCase.whole("good", "until-end", "chunked", "says-http2-until-end")
        + WireCase.fails(
            .truncated, "cut off", "cut", "cut-in-record", "cut-with-length", "cut-in-chunks", "cut-in-head")
        + WireCase.fails(.truncated, "", "reset", "end-in-head", "garbage-in-record")
        + WireCase.bare(
            .truncated, "before TLS was set up", "cut-in-hello", "closes-at-hello", "resets-at-hello")
        + WireCase.bare(.connectTimeout, "", "silent") + WireCase.bare(.tls, "in common", "alert")
        + WireCase.bare(.tls, "does not speak TLS", "plain")
        + WireCase.bare(.tls, "TLS failed", "endless-hello", "empty-records")
        + [
            .shows(.expired, "has expired"), .shows(.otherHost, "another host"),
            .shows(.selfSigned, "vouches"), .shows(.unknownAuthority, "vouches"),
            .shows(.longChain, "excessive message size"),
            WireCase(scenario: "good", code: .tls, reason: "in common", options: ["version": "TLSv1"]),
        ]

    @Test(arguments: cases)
    func `over TLS, curl takes nothing for whole that is not, from a server named`(
        _ wireCase: WireCase
    ) async throws {
        try await wireCase.check(try await WireCase.fetcher())
    }

    @Test func `no request goes over a connection that carries another because a status line says HTTP 2`()
        async throws
    {
        let server = try await HostileServer.start("says-http2")
        let fetcher = try await WireCase.fetcher()
        let request = FetchRequest(url: server.url, limits: FetchLimits(stallTimeout: .seconds(30)))
        let (first, second) = (CollectingSink(), CollectingSink())
        let fetching = Task { try await fetcher.fetch(request, into: first) }
        try await first.calls(atLeast: 1)
        try await fetcher.fetch(request, into: second)
        try await fetching.value
        for sink in [first, second] {
            #expect(sink.content == HostileServer.document)
            // So that a surplus is looked for there.
            #expect(sink.head?.connection != nil)
        }
    }

    #if os(Linux)
    @Test func `what TLS itself has to say behind a response is not taken for a surplus`() async throws {
        let server = try await HostileServer.start("changes-key")
        let fetcher = try await WireCase.fetcher()
        for _ in 0..<3 { try await fetcher.fetch(FetchRequest(url: server.url), into: CollectingSink()) }
        #expect(await fetcher.mixedConnections() == [])
        #expect(server.notes("connection").count == 1)
    }

    @Test func `a server that has more to say over TLS than anybody listens to is left alone`() async throws {
        let server = try await HostileServer.start("gives-tickets")
        let fetcher = try await WireCase.fetcher()
        try await fetcher.fetch(FetchRequest(url: server.url), into: CollectingSink())
        try await server.noted("given")
        try await fetcher.fetch(FetchRequest(url: server.url), into: CollectingSink())
        try await server.noted("request", times: 2)
        #expect(server.notes("connection").count == 2)
    }
    #endif

    @Test(arguments: ["tiny-surplus", "surplus-and-close"])
    func `a surplus over TLS is noticed in a short record, and where the connection closes before it`(
        scenario: String
    ) async throws {
        let server = try await HostileServer.start(scenario)
        let fetcher = try await WireCase.fetcher()
        let sink = CollectingSink()
        try await fetcher.fetch(FetchRequest(url: server.url), into: sink)
        let connection = try #require(sink.head?.connection)
        #expect(await fetcher.mixedConnections() == [connection])
    }

    @Test func `a connection whose surplus a look has read is sent nothing further`() async throws {
        let server = try await HostileServer.start("tiny-surplus")
        let fetcher = try await WireCase.fetcher()
        let (first, second) = (CollectingSink(), CollectingSink())
        try await fetcher.fetch(FetchRequest(url: server.url), into: first)
        _ = await fetcher.mixedConnections()
        try await fetcher.fetch(FetchRequest(url: server.url), into: second)
        #expect(second.head?.connection != first.head?.connection)
        // Over the first one it would have been sent in vain.
        try await server.noted("request", times: 2)
        #expect(server.notes("request").count == 2)
    }

    @Test func `a server that wants to know who asks is not told, and the message says what to do`()
        async throws
    {
        let authority = try await Certificates.made().authority.path
        let server = try await HostileServer.start("good", options: ["clients": authority])
        let error = await #expect(throws: FetchError.self) {
            try await WireCase.fetcher().fetch(FetchRequest(url: server.url), into: CollectingSink())
        }
        #expect(error?.code == .tls && error?.reason.contains("client certificate") == true)
        #expect(error?.remedy?.contains("download.client-certificate") == true)
    }

    @Test func `the server is told which host is asked for`() async throws {
        let server = try await HostileServer.start("good")
        try await WireCase.fetcher().fetch(FetchRequest(url: server.url), into: CollectingSink())
        // What it notes takes another way than what it answers.
        try await server.noted("name")
        #expect(server.notes("name").first?.hasSuffix("name localhost") == true)
    }

    @Test(arguments: FetcherKind.allCases)
    func `a URL of http that a TLS server answers is a failure`(kind: FetcherKind) async throws {
        let server = try await HostileServer.start("good")
        let error = await #expect(throws: FetchError.self) {
            try await kind.make().fetch(FetchRequest(url: server.plainURL), into: CollectingSink())
        }
        #expect([.truncated, .malformed].contains(error?.code))
    }

    @Test(arguments: [
        ("cut-in-hello", FetchError.Code.truncated), ("closes-at-hello", .truncated),
        ("resets-at-hello", .truncated), ("plain", .tls), ("alert", .tls), ("silent", .stalled),
    ])
    func `over TLS that never gets there, urlsession says what happened`(
        scenario: String, code: FetchError.Code
    ) async throws {
        let server = try await HostileServer.start(scenario, certificate: nil)
        var limits = WireCase.limits(for: code)
        // It cannot tell connecting from waiting.
        if code == .stalled { limits.connectTimeout = .milliseconds(700) }
        let request = FetchRequest(url: server.url, limits: limits)
        let error = await #expect(throws: FetchError.self) {
            try await URLSessionFetcher().fetch(request, into: CollectingSink())
        }
        #expect(error?.code == code && error?.remedy != nil)
    }
}

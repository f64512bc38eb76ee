import CarrelBasics
import CarrelHTTP
import CarrelTesting
import CurlFetching
import Foundation
import Testing

/// HTTP/2 from servers that break off, contradict themselves, or never come to the point.
@Suite(.timeLimit(.minutes(1)), .enabled(if: HostileServer.isAvailable, "needs python3 and openssl"))
struct HTTP2Tests {
    static let whole = WireCase.whole(
        "whole", "without-length", "coded-without-length", "reset-after-end", "early-hints", "unknown-frames",
        "trailers", "refuses-once", "asks-for-http1", "goaway-before-requests", "goaway-instead-of-answer",
        "one-at-a-time", "huge-frame", "whole-until-end", "only-http2", "wants-http2",
        "goaway-twice-until-end", "half-over-http1")

    static let brokenOff =
        WireCase.fails(
            .truncated, "", "reset-stream", "reset-without-error", "reset-without-error-or-length",
            "reset-in-coding", "reset-before-coding", "reset-without-head", "refuses-always", "cut-in-body",
            "end-in-body", "breaks-off-until-end", "goaway-in-body", "calm-in-body", "goaway-disowns-body")
        + WireCase.fails(.truncated, "ended the HTTP/2 connection", "goaway-always")
        + WireCase.fails(.truncated, "less of the document over HTTP/2", "half-over-http2")

    static let contradictory = WireCase.fails(
        .truncated, "", "ends-before-length", "goes-beyond-length", "two-lengths", "head-without-content",
        "second-head", "push", "switches-protocols", "content-before-head", "no-status", "odd-status",
        "line-break-in-field", "speaks-http1", "settings-flood-unread")

    static let endless =
        WireCase.fails(
            .headTooLarge, "head", "interim-flood", "field-flood", "empty-field-flood", "trailer-flood",
            "compressed-field-flood", "large-head")
        + WireCase.floods("settings-flood", "ping-flood")
        + WireCase.fails(
            .stalled, "", "empty-data-flood", "window-flood", "priority-flood", "padding-flood",
            "unknown-flood", "silent-after-head", "silent-after-half", "no-settings-and-silent")

    @Test(arguments: whole + brokenOff + contradictory + endless)
    func `over HTTP 2, curl takes nothing for whole that is not, from a server named`(
        _ wireCase: WireCase
    ) async throws {
        try await wireCase.check(try await WireCase.fetcher())
    }

    @Test func `requests that a server did not take before it went away are sent to another connection`()
        async throws
    {
        let server = try await HostileServer.start("goaway-above-last")
        let fetcher = try await WireCase.fetcher()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    let sink = CollectingSink()
                    try await fetcher.fetch(FetchRequest(url: server.url), into: sink)
                    #expect(sink.content == HostileServer.document)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a server that gives no length over HTTP 2 is asked over HTTP 1 from then on`() async throws {
        let server = try await HostileServer.start("without-length")
        let fetcher = try await WireCase.fetcher()
        for _ in 0..<3 {
            let sink = CollectingSink()
            try await fetcher.fetch(FetchRequest(url: server.url), into: sink)
            #expect(sink.content == HostileServer.document && sink.result.heads.count == 1)
        }
        // The server may note the last one after its answer has come.
        try await server.noted("request", times: 4)
        #expect(server.notes("request").count == 4 && server.notes("request GET").count == 3)
    }

    /// Fetches the document of a server again and again.
    private func fetch(_ server: HostileServer, times: Int) async throws {
        let fetcher = try await WireCase.fetcher()
        for _ in 0..<times {
            let sink = CollectingSink()
            try await fetcher.fetch(FetchRequest(url: server.url), into: sink)
            #expect(sink.content == HostileServer.document)
            // Its validators are not recorded: it may have been half of the document.
            #expect(sink.head?.endsWithConnection == true)
        }
    }

    @Test(arguments: ["only-http2", "wants-http2"])
    func `a server that wants no HTTP 1 is asked for each document once, and again in later runs`(
        scenario: String
    ) async throws {
        let server = try await HostileServer.start(scenario)
        try await fetch(server, times: 3)
        try await server.noted("request", times: 5)
        #expect(server.notes("request").count == 5 && server.notes("request GET").count == 1)
    }

    @Test func `where over HTTP 1 only connections end, that is not asked for ever`() async throws {
        let server = try await HostileServer.start("whole-until-end")
        try await fetch(server, times: 10)
        try await server.noted("request", times: 8 * 3 + 2)
        #expect(server.notes("request").count == 8 * 3 + 2 && server.notes("request GET").count == 8)
    }

    @Test func `what HTTP 1 has left unsaid when it falls silent, HTTP 2 may say`() async throws {
        let server = try await HostileServer.start("silent-over-http1")
        let limits = FetchLimits(connectTimeout: .seconds(40), stallTimeout: .seconds(40))
        let began = ContinuousClock.now
        let whole = try await content(of: server, by: WireCase.fetcher(), limits)
        #expect(whole == HostileServer.document && server.notes("request GET").count == 1)
        // A document may be silent for longer than what is only counted.
        #expect(ContinuousClock.now - began < .seconds(20))
    }

    @Test func `that one document is not told over HTTP 1 says nothing of another`() async throws {
        let server = try await HostileServer.start("tells-of-the-second")
        let fetcher = try await WireCase.fetcher()
        let sink = CollectingSink()
        try await fetcher.fetch(FetchRequest(url: server.url), into: sink)
        #expect(sink.content == HostileServer.document)
        let error = await #expect(throws: FetchError.self) {
            try await fetcher.fetch(FetchRequest(url: server.url), into: CollectingSink())
        }
        #expect(error?.code == .truncated)
    }

    @Test func `a server that ends every connection over HTTP 1 is believed over HTTP 2 after a moment`()
        async throws
    {
        let server = try await HostileServer.start("ends-http1")
        try await fetch(server, times: 2)
        // One over HTTP/2, and two over HTTP/1.1.
        #expect(server.notes("connection").count >= 3)
    }

    @Test func `what a server was sent is not sent again because its answer has no length`() async throws {
        let server = try await HostileServer.start("takes-content")
        var request = FetchRequest(url: server.url)
        (request.method, request.content) = (.put, .bytes(Array("new".utf8)))
        let sink = CollectingSink()
        try await WireCase.fetcher().fetch(request, into: sink)
        #expect(sink.head?.status == 200 && server.notes("request").count == 1)
    }

    /// What comes of one request to a server.
    private func content(
        of server: HostileServer, by fetcher: CurlFetcher, _ limits: FetchLimits
    ) async throws -> Data {
        let sink = CollectingSink()
        try await fetcher.fetch(FetchRequest(url: server.url, limits: limits), into: sink)
        return sink.content
    }

    private static let stalling = FetchLimits(connectTimeout: .seconds(30), stallTimeout: .milliseconds(700))
    private static let ending = FetchLimits(stallTimeout: .seconds(60), totalTimeout: .milliseconds(700))

    @Test(arguments: [stalling, ending])
    func `nothing further is sent over a connection on which nothing comes any longer`(
        limits: FetchLimits
    ) async throws {
        let server = try await HostileServer.start("goes-silent")
        let fetcher = try await WireCase.fetcher()
        func fetch(_ limits: FetchLimits = FetchLimits()) async throws -> Data {
            try await content(of: server, by: fetcher, limits)
        }
        #expect(try await fetch() == HostileServer.document)
        // The second request is sent after the first, over the same connection, where the machine has time for that:
        // it stalls, too, or comes over the next one.
        func failure() async -> FetchError? {
            do {
                _ = try await fetch(limits)
                return nil
            } catch {
                return error as? FetchError
            }
        }
        async let first = failure()
        try await server.noted("request", times: 2)
        _ = await failure()
        #expect(await first?.code == (limits.totalTimeout == nil ? .stalled : .totalTimeout))
        // Over the first connection it would not come; the second may have been given up, too, where it was slow.
        #expect(try await fetch() == HostileServer.document)
        #expect(server.notes("connection").count >= 2)
    }

    @Test func `what else is asked for over a connection goes on where one exchange waits in vain`()
        async throws
    {
        let server = try await HostileServer.start("answers-after-silence")
        let fetcher = try await WireCase.fetcher()
        func fetch(_ limits: FetchLimits = FetchLimits()) async throws -> Data {
            try await content(of: server, by: fetcher, limits)
        }
        #expect(try await fetch() == HostileServer.document)
        let silent = Task { try await fetch(FetchLimits(stallTimeout: .seconds(2))) }
        try await server.noted("request", times: 2)
        async let third = fetch()
        try await server.noted("request", times: 3)
        await #expect(throws: FetchError.self) { try await silent.value }
        #expect(try await fetch() == HostileServer.document)
        #expect(try await third == HostileServer.document)
        #expect(server.notes("request").count == 4)
    }

    @Test func `where nothing but interim responses comes, the reason says so`() async throws {
        let server = try await HostileServer.start("early-hints-alone")
        let limits = FetchLimits(stallTimeout: .seconds(2))
        let error = await #expect(throws: FetchError.self) {
            try await content(of: server, by: WireCase.fetcher(), limits)
        }
        #expect(error?.code == .stalled && error?.reason == "no byte arrived for 2s but interim responses")
    }

    @Test func `a document larger than any window arrives whole, also with pauses`() async throws {
        let server = try await HostileServer.start("window")
        let sink = CollectingSink(.pause(.milliseconds(20), pieces: 5))
        try await WireCase.fetcher().fetch(FetchRequest(url: server.url), into: sink)
        #expect(sink.byteCount == 40_000_000 && sink.result.violations == [])
    }

    @Test func `a flood holds up neither other documents nor whoever cancels it`() async throws {
        // One that nobody has to answer: it has no end on a slow machine either.
        let server = try await HostileServer.start("window-flood")
        let other = try LoopbackServer()
        other.on("/other", .content("ok"))
        let fetcher = try await WireCase.fetcher()
        let sink = CollectingSink()
        let flood = Task { try await fetcher.fetch(FetchRequest(url: server.url), into: sink) }
        try await sink.calls(atLeast: 1)
        let otherSink = CollectingSink()
        try await fetcher.fetch(FetchRequest(url: other.url("/other")), into: otherSink)
        #expect(otherSink.content == Data("ok".utf8))
        flood.cancel()
        let error = await #expect(throws: FetchError.self) { try await flood.value }
        #expect(error?.code == .cancelled)
    }
}

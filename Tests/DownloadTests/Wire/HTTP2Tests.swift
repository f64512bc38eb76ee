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
        "one-at-a-time", "huge-frame", "whole-until-end",
        "only-http2")

    static let brokenOff =
        WireCase.fails(
            .truncated, "", "reset-stream", "reset-without-error", "reset-without-error-or-length",
            "reset-in-coding", "reset-before-coding", "reset-without-head", "refuses-always", "cut-in-body",
            "end-in-body", "breaks-off-until-end", "goaway-in-body", "calm-in-body", "goaway-disowns-body")
        + WireCase.fails(.truncated, "ended the HTTP/2 connection", "goaway-always")

    static let contradictory = WireCase.fails(
        .truncated, "", "ends-before-length", "goes-beyond-length", "two-lengths", "head-without-content",
        "second-head", "push", "switches-protocols", "content-before-head", "no-status", "odd-status",
        "line-break-in-field", "speaks-http1", "settings-flood-unread")

    static let endless =
        WireCase.fails(
            .headTooLarge, "head", "interim-flood", "field-flood", "empty-field-flood", "trailer-flood",
            "compressed-field-flood", "large-head")
        + WireCase.fails(
            .stalled, "", "settings-flood", "ping-flood", "empty-data-flood", "window-flood",
            "priority-flood", "padding-flood", "unknown-flood", "silent-after-head", "silent-after-half",
            "no-settings-and-silent")

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

    @Test func `nothing further is sent over a connection on which nothing comes any longer`() async throws {
        let server = try await HostileServer.start("goes-silent")
        let fetcher = try await WireCase.fetcher()
        func fetch(_ limits: FetchLimits = FetchLimits()) async throws -> Data {
            let sink = CollectingSink()
            try await fetcher.fetch(FetchRequest(url: server.url, limits: limits), into: sink)
            return sink.content
        }
        #expect(try await fetch() == HostileServer.document)
        // The second request is sent after the first, over the same connection, where the machine has time for that:
        // it ends with the connection, or comes over the next one.
        func failure() async -> FetchError? {
            do {
                _ = try await fetch(WireCase.limits)
                return nil
            } catch {
                return error as? FetchError
            }
        }
        async let first = failure()
        try await server.noted("request", times: 2)
        _ = await failure()
        #expect(await first?.code == .stalled)
        #expect(try await fetch() == HostileServer.document)
        #expect(server.notes("connection").count == 2)
    }

    @Test func `a document larger than any window arrives whole, also with pauses`() async throws {
        let server = try await HostileServer.start("window")
        let sink = CollectingSink(.pause(.milliseconds(20), pieces: 5))
        try await WireCase.fetcher().fetch(FetchRequest(url: server.url), into: sink)
        #expect(sink.byteCount == 40_000_000 && sink.result.violations == [])
    }

    @Test func `a flood holds up neither other documents nor whoever cancels it`() async throws {
        let server = try await HostileServer.start("ping-flood")
        let other = try LoopbackServer()
        other.on("/other", .content(Data("ok".utf8)))
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

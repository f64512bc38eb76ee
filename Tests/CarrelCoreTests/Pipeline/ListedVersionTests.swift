import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelTesting
import Foundation
import Testing

/// Documents whose catalogue says when they were changed.
///
/// It is 12 January 1970, 13:46:40 UTC.
@Suite(.timeLimit(.minutes(1))) struct ListedVersionTests {
    private static let url = "http://x.example/a.txt"
    private let harness: PipelineHarness

    init() throws {
        harness = try PipelineHarness("= C1\nA | \(Self.url)\n~ 1970-01-05 10:00 UTC\n^ \"1\"")
        harness.fetcher.on(Self.url, .text("first"))
    }

    private func list(_ facts: String) {
        harness.replaceCatalog("= C1\nA | \(Self.url)\n\(facts)")
    }

    /// Serves a text of a server with a clock of its own.
    private func serve(_ text: String, tag: String, at date: String) {
        harness.fetcher.on(
            Self.url, .document(text, entityTag: tag, mediaType: "text/plain", fields: [("Date", date)]))
    }

    /// How many requests the next sync sends.
    private func requests() async throws -> Int {
        let count = harness.fetcher.requests.count
        _ = try await harness.pipeline.sync()
        return harness.fetcher.requests.count - count
    }

    @Test func `what is listed as it was is not asked for`() async throws {
        #expect(try await requests() == 1)
        #expect(try await requests() == 0)
    }

    @Test(arguments: [
        "~ 1970-01-06 10:00 UTC\n^ \"1\"", "~ 1970-01-04 10:00 UTC\n^ \"1\"",
        "~ 1970-01-05 10:00 UTC\n^ \"2\"", "~ 1970-01-05 10:00 UTC", "",
    ])
    func `what is listed with another date or tag is asked for, however old it is`(facts: String) async throws
    {
        #expect(try await requests() == 1)
        list(facts)
        harness.fetcher.on(Self.url, .text("second", tag: "\"2\""))
        #expect(try await harness.pipeline.sync().updated == 1)
        #expect(harness.content("C1-a.txt") == "second")
    }

    @Test func `what has not changed is asked for once at another date`() async throws {
        #expect(try await requests() == 1)
        list("~ 1970-01-06 10:00 UTC")
        #expect(try await requests() == 1)
        #expect(harness.fetcher.requests.last?.fields["If-None-Match"] == "\"1\"")
        #expect(try await requests() == 0)
    }

    @Test func `a date is over by the clock of the server`() async throws {
        list("~ 1970-01-12 13:40 UTC")
        serve("first", tag: "\"1\"", at: "Mon, 12 Jan 1970 13:39:50 GMT")
        #expect(try await requests() == 1)
        serve("second", tag: "\"2\"", at: "Mon, 12 Jan 1970 13:42:00 GMT")
        #expect(try await requests() == 1)
        #expect(harness.content("C1-a.txt") == "second")
        #expect(try await requests() == 0)
    }

    @Test func `a date that was not over is asked for until it is`() async throws {
        list("~ 1970-01-12")
        for _ in 1...3 { #expect(try await requests() == 1) }
        let count = harness.fetcher.requests.count
        for _ in 1...2 { _ = try await harness.pipeline(after: 48 * 3600).sync() }
        #expect(harness.fetcher.requests.count == count + 1)
    }
}

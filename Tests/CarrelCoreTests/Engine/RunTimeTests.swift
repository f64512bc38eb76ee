import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// A run that may fetch for a limited time.
@Suite(.timeLimit(.minutes(1))) struct RunTimeTests {
    private let a = "http://x.example/a.txt"
    private let b = "http://x.example/b.txt"

    private func harness(seconds: Int) throws -> PipelineHarness {
        var harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        harness.pipeline.downloads.maxTime = .seconds(seconds)
        let clock = harness.clock
        harness.pipeline.context.now = {
            Date(timeIntervalSince1970: 1_000_000).addingTimeInterval(clock.now.offset.seconds)
        }
        return harness
    }

    @Test func `what is left when the time is used up stays for the next run`() async throws {
        let harness = try harness(seconds: 10)
        harness.fetcher.on(a, Reply([.delay(.seconds(11)), .head(status: 200), .bytes(Data("a".utf8))]))
        harness.fetcher.on(b, .text("b"))
        let summary = try await harness.pipeline.sync()
        #expect(summary.parked == 2 && summary.downloaded == 0 && summary.failed == 0)
        #expect(harness.clock.now.offset == .seconds(10), "the request ends with the run")
        #expect(!harness.fetcher.requests.map(\.target).contains(b))
        let attempt = try #require(try await harness.library.attempts(for: harness.key(b), limit: 1).first)
        #expect(attempt.outcome == .parked && attempt.reason?.contains("download.max-time") == true)
        harness.fetcher.on(a, .text("a"))
        #expect(try await harness.pipeline.sync().parked == 0)
        #expect(harness.store.names().sorted() == ["C1-a.txt", "C1-b.txt"])
    }

    @Test func `the file of checksums beside a document has the time of its run, too`() async throws {
        var harness = try harness(seconds: 10)
        harness.pipeline.downloads.usesChecksumFiles = true
        harness.fetcher.on(a, .text("a"))
        harness.fetcher.on(a + ".sha256", Reply([.delay(.seconds(11)), .head(status: 404)]))
        harness.fetcher.on(b, .text("b"))
        #expect(try await harness.pipeline.sync().downloaded == 0)
        #expect(harness.clock.now.offset == .seconds(10), "the request ends with the run")
    }

    @Test func `nothing is tried again for which no time is left`() async throws {
        let harness = try harness(seconds: 10)
        harness.fetcher.on(a, .status(503, retryAfter: "30"), .text("a"))
        harness.fetcher.on(b, .text("b"))
        let summary = try await harness.pipeline.sync()
        #expect(summary.parked == 2 && summary.failed == 0)
        #expect(harness.fetcher.requests.map(\.target) == [a])
        #expect(harness.clock.now.offset == .seconds(10), "nobody waits for the host any longer")
        let attempts = try await harness.library.attempts(for: harness.key(a), limit: 1)
        #expect(
            attempts.first?.reason
                == "503 Service Unavailable, and the run has no time for another try (download.max-time)")
    }
}

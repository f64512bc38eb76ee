import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Answers of servers that want to be left alone for a while, beside 429 and 503.
@Suite(.timeLimit(.minutes(1))) struct PatienceTests {
    private let a = "http://x.example/a"
    private let b = "http://x.example/b"

    @Test(arguments: [403, 413, 420, 529])
    func `what refuses a document for now, and says for how long, is waited for`(status: Int) async throws {
        var harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        harness.fetcher.on(a, .status(status, retryAfter: "3"), .text("a"))
        harness.fetcher.on(b, .text("b"))
        #expect(try await harness.pipeline.sync().downloaded == 2)
        #expect(harness.clock.now.offset >= .seconds(3))
    }

    @Test(arguments: [(403, 1), (413, 1), (420, 2), (529, 2), (598, 2)])
    func `what does not say for how long is tried again unless it is a refusal`(
        status: Int, requests: Int
    ) async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)")
        harness.fetcher.on(a, .status(status), .text("a"))
        #expect(try await harness.pipeline.sync().downloaded == requests - 1)
        #expect(harness.fetcher.requests.count == requests)
    }
}

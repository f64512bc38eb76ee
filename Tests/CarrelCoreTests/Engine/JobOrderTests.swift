import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// In which order a run asks for the items of a plan.
@Suite(.timeLimit(.minutes(1))) struct JobOrderTests {
    private func url(_ name: String) -> String { "http://x.example/\(name).txt" }

    private func catalog(_ names: [String]) -> String {
        "= C1\n" + names.map { "\($0) | \(url($0))" }.joined(separator: "\n")
    }

    @Test func `a sync asks for what is missing before what is stored, each in the catalogue's order`()
        async throws
    {
        var harness = try PipelineHarness(catalog(["b", "d", "e"]))
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        for name in ["a", "b", "c", "d", "e"] {
            harness.fetcher.on(url(name), .document(name, entityTag: "\"\(name)\""))
        }
        _ = try await harness.pipeline.sync()
        #expect(harness.fetcher.requests.map(\.target) == ["b", "d", "e"].map(url))

        harness.replaceCatalog(catalog(["a", "b", "c", "d", "e"]))
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 2 && summary.unchanged == 3)
        #expect(
            harness.fetcher.requests.dropFirst(3).map(\.target)
                == ["a", "c", "b", "d", "e"].map(url))
    }

    @Test
    func `what failed comes after what is new, and items that always fail keep no others from being tried`()
        async throws
    {
        let (bad, good) = ((0..<5).map { "bad\($0)" }, (0..<5).map { "good\($0)" })
        var harness = try PipelineHarness(catalog(bad + good))
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        harness.pipeline.downloads.queueLimits.retries = 0
        harness.pipeline.downloads.queueLimits.hostFailures = 5
        for name in bad { harness.fetcher.on(url(name), .status(500)) }
        for name in good + ["new"] { harness.fetcher.on(url(name), .text(name)) }
        #expect(try await harness.pipeline.sync().failed == 10)
        #expect(harness.fetcher.requests.map(\.target) == bad.map(url))

        harness.replaceCatalog(catalog(bad + good + ["new"]))
        var runs = 0
        // Where a run begins is random: that all of a hundred begin with the same item does not happen.
        while harness.store.names().count < good.count + 1, runs < 100 {
            let before = harness.fetcher.requests.count
            _ = try await harness.pipeline.sync()
            if runs == 0 { #expect(harness.fetcher.requests[before].target == url("new")) }
            runs += 1
        }
        #expect(harness.store.names().count == good.count + 1)
    }
}

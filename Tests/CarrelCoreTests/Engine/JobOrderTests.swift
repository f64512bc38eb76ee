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
            harness.fetcher.on(url(name), .document(Data(name.utf8), entityTag: "\"\(name)\""))
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
}

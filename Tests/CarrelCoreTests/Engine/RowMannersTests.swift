import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// How servers are treated whose small documents are fetched in rows.
@Suite(.timeLimit(.minutes(1))) struct RowMannersTests {
    private func url(_ index: Int) -> String { "http://x.example/\(index).txt" }

    @Test func `who asks for patience in the middle of a row gets it at once`() async throws {
        let items = (0..<40).map { "I\($0) | \(url($0))" }.joined(separator: "\n")
        var harness = try PipelineHarness("= C1\n\(items)")
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        for index in 0..<40 { harness.fetcher.on(url(index), .text("\(index)")) }
        harness.fetcher.on(url(4), .status(429, retryAfter: "3"), .text("4"))
        let rows = RowFetcher(harness.fetcher, harness.clock)
        harness.pipeline.fetcher = rows
        #expect(try await harness.pipeline.sync().downloaded == 40)
        let asked = rows.asked.value
        let place = try #require(asked.firstIndex { $0.url == url(4) })
        #expect(place > 0 && rows.rows.value > 0)
        for next in asked[(place + 1)...] {
            #expect(next.time >= asked[place].time + .seconds(3), "\(next.url) was asked for too early")
        }
    }
}

/// Fetches in rows, and notes when what was asked for.
private final class RowFetcher: Fetcher, BatchFetcher {
    /// What was asked for, in order, and when.
    let asked = Locked<[(url: String, time: Duration)]>([])
    /// How many rows had several requests.
    let rows = Locked(0)
    private let fetcher: any Fetcher
    private let clock: ManualClock

    init(_ fetcher: any Fetcher, _ clock: ManualClock) { (self.fetcher, self.clock) = (fetcher, clock) }

    var batches: (any BatchFetcher)? { self }

    func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        asked.withLock { $0.append((request.target.text, clock.now.offset)) }
        try await fetcher.exchange(request, into: sink)
    }

    func exchange(
        batch requests: [FetchRequest], while goesOn: @escaping @Sendable () -> Bool
    ) async -> ExchangeBatch {
        var batch = ExchangeBatch()
        if requests.count > 1 { rows.withLock { $0 += 1 } }
        for request in requests {
            guard batch.ended.isEmpty || goesOn() else { break }
            let sink = CollectingSink()
            var ended = CollectedExchange()
            do { try await exchange(request, into: sink) } catch { ended.error = error }
            let received = sink.result
            (ended.head, ended.content) = (received.heads.first, Array(received.content))
            batch.ended.append(ended)
            if ended.error != nil || ended.head.map({ HTTPStatus.isTransient($0.status) }) == true { break }
        }
        return batch
    }
}

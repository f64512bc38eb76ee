import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// Runs that go on side by side, as those of a worker's leases do.
@Suite(.timeLimit(.minutes(1))) struct RunCommonsTests {
    private static let hosts = ["x", "y", "z"]

    private static func urls(_ host: String) -> [String] {
        ["a", "b", "c"].map { "http://\(host).example/\(host)\($0)" }
    }

    private func made() async throws -> PipelineHarness {
        let items = Self.hosts.flatMap(Self.urls)
        var harness = try PipelineHarness("= C1\n" + items.map { "\($0) | \($0)" }.joined(separator: "\n"))
        harness.pipeline.downloads.queueLimits.maxConcurrent = 3
        for url in items { harness.fetcher.on(url, .text(url)) }
        _ = try await harness.pipeline.readCatalog(records: true)
        return harness
    }

    @Test func `whoever waits to give a run up holds none that has ended`() throws {
        let harness = try PipelineHarness("= C1")
        weak var ended: Run?
        do {
            let run = Run(harness.pipeline.runParts)
            #expect(run.isElsewhere)
            run.giveUpSoon()
            ended = run
        }
        #expect(ended == nil)
    }

    /// A run that fetches the documents of one host.
    private func made(
        _ host: String, _ harness: PipelineHarness, sharing commons: RunCommons
    ) async throws -> Run {
        let parts = harness.pipeline.runParts
        let entries = Self.urls(host).map { url in
            var item = Item(title: url, url: url)
            item.id = url
            return PlanEntry(.download, reason: "", collection: "C1", item: item)
        }
        let run = Run(parts, sharing: commons)
        let errand = Errand(
            plan: Plan(catalog: harness.source.location, entries: entries),
            counts: RunCounts(EventRelay(harness.events)), share: RunBudget().share())
        _ = run.add(try await Assignment(parts, errand, in: run), since: nil)
        run.close()
        return run
    }

    @Test func `they fetch as many documents at once as one of them may`() async throws {
        var harness = try await made()
        let busy = BusyFetcher(fetcher: harness.fetcher)
        harness.pipeline.fetcher = busy
        let commons = RunCommons(harness.pipeline.runParts, width: 2)
        var runs: [Run] = []
        for host in Self.hosts { runs.append(try await made(host, harness, sharing: commons)) }
        await withTaskGroup(of: Void.self) { group in
            for run in runs { group.addTask { await run.perform() } }
        }
        #expect(busy.counts.value.most <= 2)
        #expect(harness.store.names().count == 9)
    }

    @Test func `one that is stopped does not wait for what another one fetches`() async throws {
        let (harness, gate) = (try await made(), Gate())
        for url in Self.urls("x") {
            harness.fetcher.on(url, Reply([.wait(gate), .head(status: 200), .bytes(Data("x".utf8))]))
        }
        let commons = RunCommons(harness.pipeline.runParts, width: 1)
        let first = try await made("x", harness, sharing: commons)
        let second = try await made("y", harness, sharing: commons)
        let fetching = Task { await first.perform() }
        while harness.fetcher.requests.isEmpty { await Task.yield() }
        let waiting = Task { await second.perform() }
        second.stop()
        await waiting.value
        #expect(harness.fetcher.requests.count == 1)
        gate.open()
        await fetching.value
        #expect(harness.store.names().count == 3)
    }
}

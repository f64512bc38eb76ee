import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Jobs and receipts that go as JSON, as between machines.
@Suite(.timeLimit(.minutes(1))) struct JobsElsewhereTests {
    /// Queues whose leases and receipts go as JSON.
    private struct Elsewhere: QueueMaker {
        let queues: any QueueMaker

        func makeQueue(_ limits: QueueLimits, now: @escaping @Sendable () -> Date) -> any JobQueue {
            PassingQueue(
                queue: queues.makeQueue(limits, now: now),
                passReceipts: { receipts in receipts.map { Self.carried($0) } },
                passLease: { lease in
                    JobLease(number: lease.number, jobs: lease.jobs.map { Self.carried($0) })
                })
        }

        private static func carried<Value: Codable>(_ value: Value) -> Value {
            do {
                return try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
            } catch {
                Issue.record("\(error)")
                return value
            }
        }
    }

    private static let catalog = """
        = C1
        Plain | http://x.example/plain
        Large | http://x.example/large
        Gone | http://x.example/gone
        Busy | http://x.example/busy
        Login | http://x.example/notes.pdf
        = C2
        Moved | http://x.example/moved
        """

    private func synced(elsewhere: Bool) async throws -> PipelineHarness {
        var harness = try PipelineHarness(Self.catalog)
        if elsewhere { harness.pipeline.queues = Elsewhere(queues: harness.pipeline.queues) }
        let large = String(repeating: "large ", count: 100_000)
        harness.fetcher.on("http://x.example/plain", .text("plain"))
        harness.fetcher.on("http://x.example/large", .text(large))
        harness.fetcher.on("http://x.example/gone", .status(404))
        harness.fetcher.on("http://x.example/busy", .status(503), .text("not any longer"))
        harness.fetcher.on("http://x.example/notes.pdf", .text("<html><title>Log in</title></html>"))
        harness.fetcher.on("http://x.example/moved", .redirect(to: "http://y.example/there"))
        harness.fetcher.on("http://y.example/there", .text("moved"))
        _ = try await harness.pipeline.sync()
        harness.fetcher.on("http://x.example/plain", .status(304))
        harness.fetcher.on("http://x.example/moved", .text("moved back", tag: "\"2\""))
        _ = try await harness.pipeline.sync()
        return harness
    }

    /// What a library holds, without instants and random names.
    private func content(of harness: PipelineHarness) async throws -> [String] {
        let memory = try await harness.library.memory(of: harness.source.location)
        var lines = harness.store.documents.map { "\($0.key) \($0.value.count)" }
        for (key, item) in memory.items {
            let attempts = try await harness.library.attempts(for: key, limit: 9)
            let tries = attempts.map { attempt in
                // Whether a busy host is known to be busy before another job begins is a matter of time.
                let asked = attempt.exchanges.filter { $0.status != nil }.map {
                    "\($0.asked) \($0.status ?? 0) \($0.decision)"
                }
                return "\(attempt.outcome) \(attempt.bytes) \(attempt.url) \(asked)"
            }
            let document = item.document.map { "\($0.name) \($0.sha256) \($0.validators) \($0.url)" }
            lines.append("\(key.item) \(document ?? "") \(item.lastFailure ?? "") \(tries)")
        }
        lines += try await harness.library.quarantinedDocuments().map { "\($0.name) \($0.reason)" }
        return lines.sorted()
    }

    @Test func `jobs and receipts that went as JSON make the same library`() async throws {
        let here = try await content(of: try await synced(elsewhere: false))
        let elsewhere = try await content(of: try await synced(elsewhere: true))
        #expect(here == elsewhere)
        #expect(here.contains { $0.hasPrefix("C1-large") && $0.hasSuffix(" 600000") }, "\(here)")
        #expect(here.count >= 8)
    }
}

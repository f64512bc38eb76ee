import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Hosts that asked to wait.
extension WorkerTests {
    /// Hosts that are held no longer after a worker asked one that is held.
    private func freed(by reply: Reply, _ harness: PipelineHarness, _ urls: [String]) async throws -> [String]
    {
        // Half an hour by the queue's time.
        let until = Date(timeIntervalSince1970: 1_001_800)
        try await harness.library.commit(
            [.held(HostHold(host: "x.example", until: until, reason: "429"))], settling: [])
        harness.fetcher.on(urls[0], reply)
        let queue = PostedQueue()
        await queue.offer([Self.lease(0, of: urls, harness)])
        let (worker, _) = try made(over: queue, of: harness)
        try await worker.run()
        return queue.freed.elements
    }

    @Test func `a host that answers although it asked to wait is held no longer`() async throws {
        let urls = Self.urls("x")
        let harness = try await made(urls)
        #expect(try await freed(by: .text("x"), harness, urls) == ["x.example"])
        let later = Date(timeIntervalSince1970: 1_001_000)
        #expect(try await harness.library.heldHosts(after: later).isEmpty)
    }

    @Test func `a host that asks once more to wait stays held`() async throws {
        let urls = Self.urls("x")
        let harness = try await made(urls)
        #expect(try await freed(by: .status(429, retryAfter: "3600"), harness, urls) == [])
    }
}

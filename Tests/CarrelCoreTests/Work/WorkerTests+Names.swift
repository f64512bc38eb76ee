import CarrelCore
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Names of documents that a worker has recorded which is gone.
extension WorkerTests {
    @Test func `with nothing to fetch, it finishes what a worker left that is gone`() async throws {
        let url = Self.urls("x")[0]
        let harness = try await made([url])
        try await harness.leavePublication(of: url)
        let queue = PostedQueue()
        await queue.leaveUnnamed(in: harness.library)
        let (worker, _) = try made(over: queue, of: harness)
        try await worker.run()
        #expect(try await harness.library.pendingPublications().isEmpty)
        #expect(queue.asked.elements.count == 1, "it looks once")
    }

    @Test func `while one of its leases goes on, it finishes what a worker left that is gone`() async throws {
        let (urls, gate) = (Self.urls("x") + Self.urls("y"), Gate())
        let harness = try await made(urls)
        harness.fetcher.on(urls[0], Reply([.head(status: 200), .wait(gate), .bytes(Data("x".utf8))]))
        let queue = PostedQueue()
        await queue.leaveUnnamed(in: harness.library, lasts: .milliseconds(10))
        await queue.offer([Self.lease(0, of: [urls[0]], harness)])
        let (worker, desk) = try made(over: queue, of: harness)
        let heard = HeardEvents(desk.events())
        let working = Task { try await worker.run() }
        try await heard.hears("started \(urls[0])")
        try await harness.leavePublication(of: urls[1])
        while try await !harness.library.pendingPublications().isEmpty { try Task.checkCancellation() }
        #expect(worker.report.stored == 0)
        await queue.leaveUnnamed(in: harness.library, heardAfter: .max)
        gate.open()
        try await working.value
        #expect(worker.report.stored == 1)
    }

    @Test func `after a look that failed it looks again, and takes jobs of other hosts`() async throws {
        let (urls, gate) = (Self.urls("x") + Self.urls("y") + Self.urls("z"), Gate())
        let harness = try await made(urls)
        harness.fetcher.on(urls[0], Reply([.head(status: 200), .wait(gate), .bytes(Data("x".utf8))]))
        harness.fetcher.on(urls[1], .text("y"))
        let queue = PostedQueue()
        await queue.leaveUnnamed(in: harness.library, lasts: .milliseconds(10))
        await queue.offer([Self.lease(0, of: [urls[0]], harness)])
        let told = Recorder<String>()
        let (worker, desk) = try made(over: queue, of: harness) { Self.note($0, in: told) }
        let heard = HeardEvents(desk.events())
        let working = Task { try await worker.run() }
        try await heard.hears("started \(urls[0])")
        harness.store.failWrites(with: StoreError(.unreachable, subject: "the bucket", reason: "it is away"))
        try await harness.leavePublication(of: urls[2])
        try await told.wait(atLeast: 1)
        harness.store.failWrites(with: nil)
        while try await !harness.library.pendingPublications().isEmpty { try Task.checkCancellation() }
        await queue.leaveUnnamed(in: harness.library, heardAfter: .max)
        await queue.offer([Self.lease(1, of: [urls[1]], harness)])
        try await heard.hears("stored \(urls[1])")
        gate.open()
        try await working.value
        #expect(told.elements == ["trouble", "recovered"] && worker.report.stored == 2)
    }

    @Test func `until nothing is left, it waits for the names of what another worker has recorded`()
        async throws
    {
        let url = Self.urls("x")[0]
        let harness = try await made([url])
        try await harness.leavePublication(of: url)
        let queue = PostedQueue()
        await queue.leaveUnnamed(in: harness.library, heardAfter: 3)
        let (worker, _) = try made(over: queue, of: harness)
        try await worker.run()
        #expect(try await harness.library.pendingPublications().isEmpty)
    }

    @Test func `trouble with names ends once they are given`() async throws {
        let url = Self.urls("x")[0]
        let harness = try await made([url])
        try await harness.leavePublication(of: url)
        let queue = PostedQueue()
        await queue.leaveUnnamed(in: harness.library, lasts: .milliseconds(1))
        harness.store.failWrites(with: StoreError(.unreachable, subject: "the bucket", reason: "it is away"))
        let told = Recorder<String>()
        let (worker, _) = try made(over: queue, of: harness) { Self.note($0, in: told) }
        let working = Task { try await worker.run() }
        try await queue.asked.wait(atLeast: 3)
        #expect(told.elements == ["trouble"] && worker.report.trouble != nil)
        harness.store.failWrites(with: nil)
        try await working.value
        #expect(told.elements == ["trouble", "recovered"] && worker.report.trouble == nil)
    }
}

import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Hosts that asked to wait.
extension WorkerTests {
    /// What a queue hears from a worker that fetches documents of a host while one is held.
    private func fetched(
        _ urls: [String], _ harness: PipelineHarness, holding host: String = "x.example",
        lane: JobLane = .requested
    ) async throws -> PostedQueue {
        // Half an hour by the queue's time.
        let until = Date(timeIntervalSince1970: 1_001_800)
        try await harness.library.commit(
            [.held(HostHold(host: host, until: until, reason: "429"))], settling: [])
        let queue = PostedQueue()
        await queue.offer([Self.lease(0, of: urls, harness, lane: lane)])
        let (worker, _) = try made(over: queue, of: harness)
        try await worker.run()
        return queue
    }

    @Test func `a host that answers although it asked to wait is held no longer`() async throws {
        let urls = Self.urls("x")
        let harness = try await made(urls)
        harness.fetcher.on(urls[0], .text("x"))
        let queue = try await fetched(urls, harness)
        #expect(queue.freed.elements == ["x.example"])
        #expect(queue.released.elements == [1], "before it hears what the host has asked for since")
        let later = Date(timeIntervalSince1970: 1_001_000)
        #expect(try await harness.library.heldHosts(after: later).isEmpty)
    }

    @Test func `a host is held no longer that answers where another one redirects to it`() async throws {
        let urls = Self.urls("x")
        let harness = try await made(urls)
        harness.fetcher.on(urls[0], .redirect(to: "http://y.example/y"))
        harness.fetcher.on("http://y.example/y", .text("y"))
        let queue = try await fetched(urls, harness, holding: "y.example")
        #expect(queue.freed.elements == ["y.example"])
    }

    @Test func `a host that another one redirects to is left alone, too, where it asks for much time`()
        async throws
    {
        let urls = Self.urls("x")
        let harness = try await made(urls)
        harness.fetcher.on(urls[0], .redirect(to: "http://y.example/y"))
        harness.fetcher.on("http://y.example/y", .status(429, retryAfter: "3600"))
        let queue = try await fetched(urls, harness, holding: "z.example", lane: .listed)
        #expect(queue.avoided.elements == ["y.example"])
    }

    @Test func `a redirect to a host that asked to wait is not followed unless somebody asks by name`()
        async throws
    {
        let urls = Self.urls("x")
        let harness = try await made(urls)
        harness.fetcher.on(urls[0], .redirect(to: "http://y.example/y"))
        harness.fetcher.on("http://y.example/y", .text("y"))
        let queue = try await fetched(urls, harness, holding: "y.example", lane: .listed)
        #expect(harness.fetcher.requests.map(\.target) == urls && queue.freed.elements.isEmpty)
    }

    @Test func `what a host asks for last is told, also where it is over: it may have asked for more before`()
        async throws
    {
        let urls = Self.urls("x")
        let harness = try await made(urls)
        harness.fetcher.on(urls[0], .status(429, retryAfter: "0"))
        let queue = try await fetched(urls, harness)
        #expect(queue.held.elements == [.zero])
    }

    @Test func `what another host asked for, and is over, is told with its time`()
        async throws
    {
        let urls = Self.urls("x")
        let harness = try await made(urls)
        harness.fetcher.on(urls[0], .redirect(to: "http://y.example/y"))
        harness.fetcher.on("http://y.example/y", .status(429, retryAfter: "0"))
        let queue = try await fetched(urls, harness, holding: "z.example")
        #expect(queue.held.elements == [.zero])
        #expect(queue.words.elements == [Date(timeIntervalSince1970: 1_000_000)])
    }

    @Test func `a host that asks once more to wait stays held`() async throws {
        let urls = Self.urls("x")
        let harness = try await made(urls)
        harness.fetcher.on(urls[0], .status(429, retryAfter: "3600"))
        let queue = try await fetched(urls, harness)
        #expect(queue.freed.elements.isEmpty)
    }

    @Test func `one that ends when no job is left ends where the database's user lacks rights`() async throws
    {
        let urls = Self.urls("x")
        let harness = try await made(urls)
        harness.fetcher.on(urls[0], .text("x"))
        harness.store.failWrites(
            with: StoreError(.forbidden, subject: "the records", reason: "permission denied"))
        let told = Recorder<String>()
        let queue = PostedQueue()
        await queue.offer([Self.lease(0, of: urls, harness)])
        let (worker, _) = try made(over: queue, of: harness) { Self.note($0, in: told) }
        let error = await #expect(throws: (any Error).self) { try await worker.run() }
        #expect(error.map { "\($0)".contains("permission denied") } == true)
        #expect(told.elements.isEmpty)
    }
}

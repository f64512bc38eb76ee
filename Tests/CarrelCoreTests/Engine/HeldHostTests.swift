import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// How hosts that asked to wait are left alone, whichever way leads to them.
@Suite(.timeLimit(.minutes(1))) struct HeldHostTests {
    private let here = "http://x.example/a.txt"
    private let there = "http://y.example/a.txt"

    @Test func `a host that asked to wait is not asked by way of a redirect either, at no cost in tries`()
        async throws
    {
        let items = (0..<4).map { "I\($0) | http://x.example/\($0)" }.joined(separator: "\n")
        var harness = try PipelineHarness("= C1\n\(items)")
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        harness.pipeline.downloads.queueLimits.retries = 0
        for index in 0..<4 {
            harness.fetcher.on("http://x.example/\(index)", .redirect(to: "http://y.example/\(index)"))
            harness.fetcher.on("http://y.example/\(index)", .text("\(index)"))
        }
        harness.fetcher.on("http://y.example/0", .status(429, retryAfter: "30"))
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 3 && summary.failed == 1)
        let asked = harness.fetcher.requests.map { $0.target.dropFirst("http://".count) }
        #expect(asked.prefix(3) == ["x.example/0", "y.example/0", "x.example/1"])
        #expect(asked.count == 9, "the others lead there, too, and wait: \(asked)")
        #expect(harness.clock.now.offset >= .seconds(30))
    }

    @Test(arguments: [30.0, 7200.0])
    func `a hold of an earlier run is heeded by a redirect, too`(left: Double) async throws {
        let harness = try PipelineHarness("= C1\nA | \(here)")
        harness.fetcher.on(here, .redirect(to: there))
        harness.fetcher.on(there, .text("a"))
        let until = Date(timeIntervalSince1970: 1_000_000 + left)
        try await harness.library.commit(
            [.held(HostHold(host: "y.example", until: until, reason: "429"))], settling: [])
        let summary = try await harness.pipeline.sync()
        if left < 60 {
            #expect(summary.downloaded == 1 && harness.fetcher.requests.map(\.target) == [here, here, there])
            #expect(harness.clock.now.offset >= .seconds(30))
        } else {
            #expect(summary.failed == 1 && harness.fetcher.requests.map(\.target) == [here])
            let reason = "y.example asked to wait, for another 7200 s"
            #expect(harness.events.lines.contains { $0.hasSuffix(reason) })
            #expect(harness.events.events.compactMap { $0.item?.remedy } == [.sooner])
        }
    }

    @Test func `with hold = item a later run leaves only the item alone that was asked to wait`() async throws
    {
        var harness = try PipelineHarness("= C1\nA | \(here)\nB | http://x.example/b.txt")
        harness.pipeline.downloads.queueLimits.holdsHosts = false
        harness.fetcher.on(here, .status(429, retryAfter: "600"), .text("a"))
        harness.fetcher.on("http://x.example/b.txt", .text("b"))
        #expect(try await harness.pipeline.sync().failed == 1)
        #expect(try await harness.pipeline.sync().failed == 1)
        #expect(harness.fetcher.requests.count { $0.target == here } == 1)
        let last = try #require(harness.events.lines.last { $0.hasPrefix("failed") })
        #expect(last.contains("x.example asked to wait with this document until 1970-01-1"))
        harness.pipeline.context.now = { Date(timeIntervalSince1970: 1_000_601) }
        #expect(try await harness.pipeline.sync().downloaded == 1)
    }

    @Test(arguments: [true, false])
    func `a hold is told with its end in its run, and ends when the host answers all the same`(
        isOfHost: Bool
    ) async throws {
        let other = "http://x.example/b.txt"
        var harness = try PipelineHarness("= C1\nA | \(here)\nB | \(other)")
        harness.pipeline.downloads.queueLimits.holdsHosts = isOfHost
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        harness.fetcher.on(here, .status(429, retryAfter: "7200"), .text("a"))
        harness.fetcher.on(other, .text("b"))
        #expect(try await harness.pipeline.sync().failed == (isOfHost ? 2 : 1))
        let told = try #require(harness.events.lines.first { $0.hasPrefix("failed: A: ") })
        #expect(told.contains("x.example asked to wait"))
        #expect(told.contains(" until 1970-01-1") && told.hasSuffix("Too Many Requests"))
        let remedies = harness.events.events.compactMap { $0.item?.remedy }
        #expect(remedies == [.sooner])
        let catalog = try await harness.pipeline.readCatalog(records: true)
        #expect(try await harness.pipeline.get([harness.key(here)], of: catalog).downloaded == 1)
        #expect(try await harness.library.heldHosts(after: Date(timeIntervalSince1970: 1_000_000)).isEmpty)
        let last = try await harness.pipeline.sync()
        #expect(last.failed == 0 && last.downloaded == (isOfHost ? 1 : 0))
    }

    @Test(arguments: [420, 429, 503, 529])
    func `a hold stays where its host still asks for patience, and does not say for how long`(
        status: Int
    ) async throws {
        let harness = try PipelineHarness("= C1\nA | \(here)")
        harness.fetcher.on(here, .status(429, retryAfter: "7200"), .status(status))
        #expect(try await harness.pipeline.sync().failed == 1)
        let catalog = try await harness.pipeline.readCatalog(records: true)
        #expect(try await harness.pipeline.get([harness.key(here)], of: catalog).failed == 1)
        let holds = try await harness.library.heldHosts(after: Date(timeIntervalSince1970: 1_000_000))
        #expect(holds.map(\.host) == ["x.example"])
    }

    @Test func `whoever asked for an item by name is not told to ask so`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(here)")
        harness.fetcher.on(here, .status(503, retryAfter: "7200"))
        let catalog = try await harness.pipeline.readCatalog(records: true)
        #expect(try await harness.pipeline.get([harness.key(here)], of: catalog).failed == 1)
        let told = try #require(harness.events.lines.first { $0.hasPrefix("failed: A: ") })
        #expect(told.contains("x.example asked to wait"))
        let remedies = harness.events.events.compactMap { $0.item?.remedy }
        #expect(remedies.isEmpty)
    }

    @Test func `a hold ends, too, when the host answers with a redirect to another one`() async throws {
        var harness = try PipelineHarness("= C1\nA | \(here)\nB | http://x.example/b.txt")
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        harness.fetcher.on(here, .status(429, retryAfter: "7200"), .redirect(to: there))
        harness.fetcher.on(there, .text("a"))
        harness.fetcher.on("http://x.example/b.txt", .text("b"))
        #expect(try await harness.pipeline.sync().failed == 2)
        let catalog = try await harness.pipeline.readCatalog(records: true)
        #expect(try await harness.pipeline.get([harness.key(here)], of: catalog).downloaded == 1)
        #expect(try await harness.pipeline.sync().downloaded == 1)
    }

    @Test func `with hold = item nothing is left alone for what the host asked before`() async throws {
        var harness = try PipelineHarness("= C1\nA | \(here)")
        harness.pipeline.downloads.queueLimits.holdsHosts = false
        harness.fetcher.on(here, .text("a"))
        let until = Date(timeIntervalSince1970: 1_007_200)
        try await harness.library.commit(
            [.held(HostHold(host: "x.example", until: until, reason: "429"))], settling: [])
        #expect(try await harness.pipeline.sync().downloaded == 1)
    }

    @Test func `a Retry-After to the file of checksums is waited for, and remembered of who sent it`()
        async throws
    {
        var harness = try PipelineHarness("= C1\nA | \(here)")
        harness.pipeline.downloads.usesChecksumFiles = true
        harness.fetcher.on(here, .redirect(to: there))
        harness.fetcher.on(there, .document("abc", entityTag: "\"1\""))
        harness.fetcher.on(here + ".sha256", .status(429, retryAfter: "20"), .status(404))
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(harness.clock.now.offset >= .seconds(20))
        let holds = try await harness.library.heldHosts(after: .distantPast)
        #expect(holds.map(\.host) == ["x.example"])
    }
}

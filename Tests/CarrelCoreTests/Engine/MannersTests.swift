import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// How servers are treated that ask for patience, or fail.
@Suite(.timeLimit(.minutes(1))) struct MannersTests {
    private let a = "http://x.example/a.txt"
    private let b = "http://x.example/b.txt"
    private let other = "http://y.example/c.txt"

    @Test func `a Retry-After is waited for, and the host's other documents with it`() async throws {
        var harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        harness.fetcher.on(a, .status(429, retryAfter: "3"), .text("a"))
        harness.fetcher.on(b, .text("b"))
        #expect(try await harness.pipeline.sync().downloaded == 2)
        #expect(harness.clock.sleeps.contains { $0 >= .seconds(3) })
        #expect(
            harness.fetcher.requests.map(\.target) == [a, b, a]
                || harness.fetcher.requests.map(\.target) == [a, a, b])
        #expect(harness.clock.now.offset >= .seconds(3))
    }

    @Test func `a Retry-After holds the host also where the item itself has no more tries`() async throws {
        var harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        harness.pipeline.downloads.queueLimits.retries = 0
        harness.fetcher.on(a, .status(429, retryAfter: "3"))
        harness.fetcher.on(b, .text("b"))
        let summary = try await harness.pipeline.sync()
        #expect(summary.failed == 1 && summary.downloaded == 1)
        #expect(harness.clock.now.offset >= .seconds(3))
    }

    @Test func `after a redirect it is the answering host that is held, not the one that redirects`()
        async throws
    {
        var harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)\nC | \(other)")
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        harness.fetcher.on(a, .redirect(to: "http://y.example/a"))
        harness.fetcher.on("http://y.example/a", .status(429, retryAfter: "3"), .text("a"))
        harness.fetcher.on(b, .text("b"))
        harness.fetcher.on(other, .text("c"))
        #expect(try await harness.pipeline.sync().downloaded == 3)
        let holds = try await harness.library.heldHosts(after: .distantPast)
        #expect(holds.map(\.host) == ["y.example"])
        let order = harness.fetcher.requests.map(\.target)
        let again = try #require(order.lastIndex(of: "http://y.example/a"))
        #expect(try #require(order.firstIndex(of: b)) < again)
    }

    @Test func `a network that wants a login says nothing of the document, and the reason what to do`()
        async throws
    {
        let harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.fetcher.on(a, .status(511), .text("a"))
        harness.fetcher.on(b, .status(511))
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 1 && summary.failed == 1)
        let reason = "511 Network Authentication Required. Sign in to the network"
        #expect(harness.events.lines.contains { $0.hasPrefix("failed: B: \(reason)") })
    }

    @Test func `nothing is tried again on a host that is left alone`() async throws {
        let items = (0..<6).map { "I\($0) | http://x.example/\($0)" }.joined(separator: "\n")
        var harness = try PipelineHarness("= C1\n\(items)")
        harness.pipeline.downloads.queueLimits.retries = 5
        harness.pipeline.downloads.queueLimits.maxConcurrent = 6
        let gate = Gate()
        for index in 1..<6 {
            harness.fetcher.on("http://x.example/\(index)", Reply([.wait(gate), .head(status: 500)]))
        }
        harness.fetcher.on("http://x.example/0", .status(429, retryAfter: "7200"))
        let pipeline = harness.pipeline
        let run = Task { try await pipeline.sync() }
        _ = try await harness.events.first { event in
            if case .failed(let item, _) = event, item.url.hasSuffix("/0") { true } else { nil }
        }
        gate.open()
        #expect(try await run.value.failed == 6)
        for index in 1..<6 {
            // What was on its way when the host asked to be left alone.
            #expect(harness.fetcher.requests.count { $0.target.hasSuffix("/\(index)") } <= 1)
        }
    }

    @Test func `requests of one item keep their distance, too`() async throws {
        var harness = try PipelineHarness("= C1\nA | \(a)")
        harness.pipeline.downloads.queueLimits.interval = .seconds(2)
        harness.pipeline.downloads.usesChecksumFiles = true
        harness.fetcher.on(a, .redirect(to: b))
        harness.fetcher.on(b, .text("b"))
        harness.fetcher.on(a + ".sha256", .status(404))
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(harness.fetcher.requests.count == 3)
        #expect(harness.clock.now.offset >= .seconds(4))
    }

    @Test func `a host that cuts every document short is left alone`() async throws {
        let items = (0..<10).map { "I\($0) | http://x.example/\($0)" }.joined(separator: "\n")
        var harness = try PipelineHarness("= C1\n\(items)")
        harness.pipeline.downloads.queueLimits.retries = 0
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        harness.pipeline.downloads.queueLimits.hostFailures = 3
        for index in 0..<10 {
            harness.fetcher.on("http://x.example/\(index)", .truncated(Data("abcdef".utf8), after: 3))
        }
        #expect(try await harness.pipeline.sync().failed == 10)
        #expect(harness.fetcher.requests.count == 3)
    }

    @Test func `with hold = item the host's other documents are not held`() async throws {
        var harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        harness.pipeline.downloads.queueLimits.holdsHosts = false
        harness.fetcher.on(a, .status(503, retryAfter: "30"), .text("a"))
        harness.fetcher.on(b, .text("b"))
        #expect(try await harness.pipeline.sync().downloaded == 2)
        #expect(harness.fetcher.requests.map(\.target) == [a, b, a])
    }

    @Test func `a Retry-After can be a date`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)")
        // The harness' time is 1970-01-12 13:46:40.
        harness.fetcher.on(a, .status(503, retryAfter: "Mon, 12 Jan 1970 13:46:50 GMT"), .text("a"))
        #expect(try await harness.pipeline.sync().downloaded == 1)
        #expect(harness.clock.now.offset >= .seconds(10))
    }

    @Test func `a host that asks for more patience than a run has is left for a later one, and remembered`()
        async throws
    {
        let harness = try PipelineHarness("= C1\nA | \(a)")
        harness.fetcher.on(a, .status(429, retryAfter: "7200"), .text("a"))
        #expect(try await harness.pipeline.sync().failed == 1)
        let hold = try #require(
            try await harness.library.heldHosts(after: Date(timeIntervalSince1970: 1_000_000)).first)
        #expect(hold.host == "x.example" && hold.until == Date(timeIntervalSince1970: 1_007_200))
        let second = try await harness.pipeline.sync()
        #expect(second.failed == 1 && harness.fetcher.requests.count == 1)
        #expect(harness.events.lines.last { $0.hasPrefix("failed") }?.contains("asked to wait until") == true)
    }

    @Test(arguments: ["Fri, 31 Dec 9999 23:59:59 GMT", "99999999999999999999999", "31536000"])
    func `a host is left alone for a day at the most, whatever it asks for`(retryAfter: String) async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)")
        harness.fetcher.on(a, .status(429, retryAfter: retryAfter), .text("a"))
        #expect(try await harness.pipeline.sync().failed == 1)
        let hold = try #require(try await harness.library.heldHosts(after: .distantPast).first)
        #expect(hold.until == Date(timeIntervalSince1970: 1_086_400))
    }

    // The second one may be right: this machine's clock stands in 1970.
    @Test(arguments: [253_402_300_799.0, 1_795_000_000.0, 1_180_000.0, 1_100_000.0])
    func `a hold from a clock that is far ahead of this one is not heeded, and stays recorded`(
        end: Double
    ) async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)")
        harness.fetcher.on(a, .text("a"))
        let hold = HostHold(host: "x.example", until: Date(timeIntervalSince1970: end), reason: "429")
        try await harness.library.commit([.held(hold)], settling: [])
        #expect(try await harness.pipeline.sync().downloaded == 1)
        let now = Date(timeIntervalSince1970: 1_000_000)
        #expect(try await harness.library.heldHosts(after: now) == [hold])
    }

    @Test func `a hold of a day is heeded on a machine whose clock is a little behind`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)")
        harness.fetcher.on(a, .text("a"))
        let hold = HostHold(host: "x.example", until: Date(timeIntervalSince1970: 1_086_430), reason: "429")
        try await harness.library.commit([.held(hold)], settling: [])
        #expect(try await harness.pipeline.sync().failed == 1)
        #expect(harness.fetcher.requests.isEmpty)
        let catalog = try await harness.pipeline.readCatalog(records: true)
        #expect(try await harness.pipeline.get([harness.key(a)], of: catalog).downloaded == 1)
        #expect(try await harness.library.heldHosts(after: .distantPast).isEmpty, "it has answered")
    }

    @Test func `what a person asks for by name is asked once in spite of a hold`() async throws {
        let harness = try PipelineHarness("= C1\nA | \(a)")
        harness.fetcher.on(a, .status(429, retryAfter: "7200"), .status(429, retryAfter: "7200"), .text("a"))
        #expect(try await harness.pipeline.sync().failed == 1)
        #expect(try await harness.pipeline.sync().failed == 1)
        #expect(harness.fetcher.requests.count == 1)
        let catalog = try await harness.pipeline.readCatalog(records: true)
        #expect(try await harness.pipeline.get([harness.key(a)], of: catalog).failed == 1)
        #expect(harness.fetcher.requests.count == 2)
        #expect(try await harness.pipeline.get([harness.key(a)], of: catalog).downloaded == 1)
    }

    @Test func `a host that fails again and again is left alone, others are not`() async throws {
        let items = (0..<10).map { "I\($0) | http://x.example/\($0)" }.joined(separator: "\n")
        var harness = try PipelineHarness("= C1\n\(items)\nC | \(other)")
        harness.pipeline.downloads.queueLimits.retries = 0
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        harness.pipeline.downloads.queueLimits.hostFailures = 3
        for index in 0..<10 { harness.fetcher.on("http://x.example/\(index)", .failing(.unreachable)) }
        harness.fetcher.on(other, .text("c"))
        let summary = try await harness.pipeline.sync()
        #expect(summary.failed == 10 && summary.downloaded == 1)
        #expect(harness.fetcher.requests.count == 4)
        #expect(harness.events.lines.contains { $0.contains("skipped, like everything of x.example: ") })
    }

    @Test func `an item that waits for another try when its host is given up has one ending`() async throws {
        let items = (0..<8).map { "I\($0) | http://x.example/\($0)" }.joined(separator: "\n")
        var harness = try PipelineHarness("= C1\n\(items)")
        harness.pipeline.downloads.queueLimits.retries = 1
        harness.pipeline.downloads.queueLimits.maxConcurrent = 4
        harness.pipeline.downloads.queueLimits.hostFailures = 1
        for index in 0..<8 { harness.fetcher.on("http://x.example/\(index)", .failing(.unreachable)) }
        let summary = try await harness.pipeline.sync()
        #expect(summary.failed == 8 && summary.parked == 0)
        for index in 0..<8 {
            #expect(harness.events.lines.count { $0.hasPrefix("failed: I\(index):") } == 1)
        }
    }

    @Test(arguments: [Reply.status(404), .failing(.system)])
    func `a document that is missing says nothing about its host, nor does a socket that is not given`(
        reply: Reply
    ) async throws {
        let items = (0..<10).map { "I\($0) | http://x.example/\($0)" }.joined(separator: "\n")
        var harness = try PipelineHarness("= C1\n\(items)")
        harness.pipeline.downloads.queueLimits.retries = 0
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        harness.pipeline.downloads.queueLimits.hostFailures = 3
        for index in 0..<10 { harness.fetcher.on("http://x.example/\(index)", reply) }
        _ = try await harness.pipeline.sync()
        #expect(harness.fetcher.requests.count == 10)
    }

    @Test func `requests to one host keep their distance`() async throws {
        var harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)\nC | \(other)")
        harness.pipeline.downloads.queueLimits.interval = .milliseconds(500)
        harness.fetcher.on(a, .text("a"))
        harness.fetcher.on(b, .text("b"))
        harness.fetcher.on(other, .text("c"))
        _ = try await harness.pipeline.sync()
        #expect(harness.clock.now.offset >= .milliseconds(500))
        #expect(harness.clock.sleeps.filter { $0 > .milliseconds(400) }.count == 1)
    }

    @Test func `a rate limit pauses the transfer`() async throws {
        var harness = try PipelineHarness("= C1\nA | \(a)")
        harness.pipeline.downloads.bytesPerSecond = 1000
        harness.fetcher.on(a, .content(Data(repeating: 65, count: 5000)))
        _ = try await harness.pipeline.sync()
        #expect(harness.clock.sleeps.contains { $0 > .seconds(4) })
    }

    @Test func `a run stops at its byte budget, and a later one goes on`() async throws {
        var harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.pipeline.downloads.queueLimits.maxConcurrent = 1
        harness.pipeline.downloads.maxTotal = 10
        harness.fetcher.on(a, .text("0123456789"))
        harness.fetcher.on(b, .text("b"))
        let first = try await harness.pipeline.sync()
        #expect(first.downloaded == 1 && first.parked == 1 && first.failed == 0)
        #expect(harness.events.lines.contains { $0.hasPrefix("parked: B: the byte budget of 10 B") })
        harness.pipeline.downloads.maxTotal = nil
        #expect(try await harness.pipeline.sync().downloaded == 1)
    }

    @Test func `what is under way when the byte budget is used up is paused for that reason`() async throws {
        var harness = try PipelineHarness("= C1\nA | \(a)\nB | \(b)")
        harness.pipeline.downloads.maxTotal = 10
        let gate = Gate()
        let content = Data("0123456789".utf8)
        harness.fetcher.on(a, .content(content).behind(gate))
        harness.fetcher.on(b, Reply([.wait(Gate()), .head(status: 500)]))
        let pipeline = harness.pipeline
        let run = Task { try await pipeline.sync() }
        _ = try await harness.events.first { event in
            if case .started(let item) = event, item.title == "B" { true } else { nil }
        }
        gate.open()
        let summary = try await run.value
        #expect(summary.parked >= 1 && summary.downloaded + summary.parked == 2)
        let paused = harness.events.lines.filter { $0.hasPrefix("parked") }
        #expect(paused.contains("parked: B: the byte budget of 10 B is used up (download.max-total)"))
        #expect(paused.allSatisfy { $0.hasSuffix(" is used up (download.max-total)") }, "\(paused)")
    }

    @Test func `a run ends before it takes the space that is to be left`() async throws {
        var harness = try PipelineHarness("= C1\nA | \(a)")
        harness.pipeline.downloads.reserve = 1 << 30
        harness.store.setFreeSpace(1 << 20)
        harness.fetcher.on(a, .text("a"))
        await #expect(throws: PipelineError.self) { try await harness.pipeline.sync() }
        #expect(harness.store.names().isEmpty)
        harness.store.setFreeSpace(2 << 30)
        #expect(try await harness.pipeline.sync().downloaded == 1)
    }
}

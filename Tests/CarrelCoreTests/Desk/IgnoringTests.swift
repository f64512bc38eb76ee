import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Items that somebody ignores while they wait or are fetched.
@Suite(.timeLimit(.minutes(1))) struct IgnoringTests {
    /// A sync that fetches A until a gate opens, while everything else waits.
    private func syncing(
        _ gate: Gate
    ) async throws -> (made: DeskHarness, heard: HeardEvents, sync: Task<RunSummary, any Error>) {
        let made = try DeskHarness.ofTwoCollections(holding: ["a": gate])
        let desk = made.desk
        _ = try await made.harness.pipeline.readCatalog(records: true)
        let heard = HeardEvents(desk.events())
        let sync = Task { try await desk.sync() }
        try await heard.hears("started A")
        return (made, heard, sync)
    }

    @Test(arguments: [false, true])
    func `what somebody ignores while it waits in a sync is not fetched, also if another process ignores it`(
        isElsewhere: Bool
    ) async throws {
        let gate = Gate()
        let (made, heard, sync) = try await syncing(gate)
        let key = made.harness.key("http://x.example/b")
        if isElsewhere {
            try await made.harness.library.setIgnored(true, [key], patterns: [])
        } else {
            try await made.desk.setIgnored(true, [key], patterns: [])
        }
        try await heard.hears("parked B")
        gate.open()
        let summary = try await sync.value
        #expect(summary.downloaded == 4 && summary.ignored == 1, "\(summary)")
        #expect(summary.parked == 0 && summary.unreached == 0, "\(summary)")
        #expect(!made.harness.fetcher.requests.contains { $0.target == key.item })
    }

    @Test func `a pattern takes out of a sync all that it covers`() async throws {
        let gate = Gate()
        let (made, heard, sync) = try await syncing(gate)
        try await made.desk.setIgnored(true, [], patterns: ["C2/*"])
        for title in ["C", "D", "E"] { try await heard.hears("parked \(title)") }
        gate.open()
        let summary = try await sync.value
        #expect(summary.downloaded == 2 && summary.ignored == 3, "\(summary)")
        #expect(made.harness.fetcher.requests.count == 2)
    }

    @Test func `what is in flight when somebody ignores it is cancelled, and the sync goes on`() async throws
    {
        let gate = Gate()
        let (made, heard, sync) = try await syncing(gate)
        try await made.desk.setIgnored(true, [made.harness.key("http://x.example/a")], patterns: [])
        try await heard.hears("parked A")
        let summary = try await sync.value
        #expect(summary.downloaded == 4 && summary.ignored == 1 && summary.parked == 0, "\(summary)")
        gate.open()
    }

    @Test func `what is ignored is not fetched for whoever joined its transfer either`() async throws {
        let gate = Gate()
        let made = try DeskHarness.ofTwoCollections(holding: ["a": gate], maxConcurrent: 2)
        let desk = made.desk
        _ = try await made.harness.pipeline.readCatalog(records: true)
        let keys = ["a", "b"].map { made.harness.key("http://x.example/\($0)") }
        let heard = HeardEvents(desk.events())
        let first = Task { try await desk.request([keys[0]], for: Reader()) }
        try await heard.hears("started A")
        let second = Task { try await desk.request(keys, for: Reader()) }
        // By then the second one has joined the transfer of A.
        try await heard.hears("stored B")
        try await desk.setIgnored(true, [keys[0]], patterns: [])
        #expect(try await first.value.ignored == 1)
        let summary = try await second.value
        #expect(summary.downloaded == 1 && summary.ignored == 1, "\(summary)")
        #expect(made.harness.fetcher.requests.count(where: { $0.target == keys[0].item }) == 1)
        gate.open()
    }
}

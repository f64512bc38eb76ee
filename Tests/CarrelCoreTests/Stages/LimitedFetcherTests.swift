import CarrelBasics
import CarrelHTTP
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LimitedFetcherTests {
    /// Counts the responses that come at the same time: from the head to the last byte.
    private final class Overlap: Sendable {
        private let counts = Locked((now: 0, most: 0))

        var most: Int { counts.value.most }

        func begin() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }

        func end() { counts.withLock { $0.now -= 1 } }
    }

    private final class Sink: ResponseSink {
        private let overlap: Overlap

        init(_ overlap: Overlap) { self.overlap = overlap }

        func receive(head: ResponseHead) -> ContentDemand {
            overlap.begin()
            return .deliver
        }

        func receive(bytes: UnsafeRawBufferPointer) -> Pace {
            if bytes.last == UInt8(ascii: ".") { overlap.end() }
            return .proceed
        }
    }

    @Test func `no more exchanges run at once than it is told`() async throws {
        let scripted = ScriptedFetcher(clock: ManualClock(.autoAdvancing))
        let url = try #require(URL(string: "http://x.example/"))
        let fields = HTTPFields([("Content-Length", "4")])
        scripted.on(
            url.absoluteString,
            Reply([
                .head(status: 200, fields: fields), .bytes(Data("one".utf8)), .delay(.milliseconds(20)),
                .bytes(Data(".".utf8)),
            ]))
        let fetcher = LimitedFetcher(scripted, atMost: 2)
        let overlap = Overlap()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    try await fetcher.fetch(FetchRequest(url: url), into: Sink(overlap))
                }
            }
            try await group.waitForAll()
        }
        #expect((1...2).contains(overlap.most))
    }

    @Test func `an exchange that waits for its turn can be cancelled`() async throws {
        let scripted = ScriptedFetcher(clock: ManualClock(.autoAdvancing))
        let url = try #require(URL(string: "http://x.example/"))
        let gate = Gate()
        scripted.on(url.absoluteString, Reply([.wait(gate), .head(status: 204)]))
        let fetcher = LimitedFetcher(scripted, atMost: 1)
        let tasks = (0..<3).map { _ in
            Task { try await fetcher.fetch(FetchRequest(url: url), into: CollectingSink()) }
        }
        _ = try await scripted.script.requests(atLeast: 1)
        for task in tasks { task.cancel() }
        for task in tasks {
            let error = await #expect(throws: FetchError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        }
        gate.open()
        try await fetcher.fetch(FetchRequest(url: url), into: CollectingSink())
    }
}

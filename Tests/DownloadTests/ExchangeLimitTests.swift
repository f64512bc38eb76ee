import CarrelCore
import CarrelTesting
import CurlFetching
import Foundation
import Testing
import URLSessionFetching

@Suite(.timeLimit(.minutes(1)))
struct ExchangeLimitTests {
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

    private func make(_ kind: FetcherKind, maxExchanges: Int) throws -> any Fetcher {
        var context = PluginContext(environment: [:])
        context.maxExchanges = maxExchanges
        context.usesCredentials = false
        let plugin = kind == .curl ? CurlFetcher.plugin : URLSessionFetcher.plugin
        return try plugin.make(Settings(), context)
    }

    @Test(arguments: FetcherKind.allCases)
    func `no more exchanges run at once than the profile says, also for others`(kind: FetcherKind)
        async throws
    {
        let server = try LoopbackServer()
        let fields = HTTPFields([("Content-Length", "4")])
        server.on(
            "/",
            Reply([
                .head(status: 200, fields: fields), .bytes(Data("one".utf8)), .delay(.milliseconds(20)),
                .bytes(Data(".".utf8)),
            ]))
        let fetcher = try make(kind, maxExchanges: 2)
        let overlap = Overlap()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask { [url = server.url("/")] in
                    try await fetcher.fetch(FetchRequest(url: url), into: Sink(overlap))
                }
            }
            try await group.waitForAll()
        }
        #expect((1...2).contains(overlap.most))
    }

    @Test(arguments: FetcherKind.allCases)
    func `an exchange that waits for its turn can be cancelled`(kind: FetcherKind) async throws {
        let server = try LoopbackServer()
        let gate = Gate()
        server.on("/", Reply([.wait(gate), .head(status: 204)]))
        let fetcher = try make(kind, maxExchanges: 1)
        let tasks = (0..<3).map { _ in
            Task { [url = server.url("/")] in
                try await fetcher.fetch(FetchRequest(url: url), into: CollectingSink())
            }
        }
        try await server.requests(atLeast: 1, for: "/")
        for task in tasks { task.cancel() }
        for task in tasks {
            let error = await #expect(throws: FetchError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        }
        gate.open()
        try await fetcher.fetch(FetchRequest(url: server.url("/")), into: CollectingSink())
    }
}

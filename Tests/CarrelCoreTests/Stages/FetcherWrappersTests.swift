import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// What stands around a fetcher: forced delays, the count of requests, keys.
@Suite(.timeLimit(.minutes(1))) struct FetcherWrappersTests {
    private let url = "http://x.example/a"

    private func request(_ text: String) throws -> FetchRequest {
        FetchRequest(url: try #require(URL(string: text)))
    }

    // MARK: Delays

    @Test func `every request waits a time of its own, within the range`() async throws {
        let clock = ManualClock(.autoAdvancing)
        let script = ScriptedFetcher(clock: clock)
        script.on(url, .text("a"))
        let delay = try #require(RandomDelay(text: "1s..3s"))
        let fetcher = DelayingFetcher(
            script, timer: DelayTimer(delay, clock: clock, random: SeededRandom(seed: 1)))
        for _ in 0..<20 { try await fetcher.fetch(try request(url), into: CollectingSink()) }
        #expect(clock.sleeps.count == 20 && Set(clock.sleeps).count > 10)
        #expect(clock.sleeps.allSatisfy { (.seconds(1) ... .seconds(3)).contains($0) })
    }

    @Test func `cancelling ends the wait, and nothing is requested`() async throws {
        let clock = ManualClock()
        let script = ScriptedFetcher()
        let delay = RandomDelay(.seconds(60) ... .seconds(60))
        let fetcher = DelayingFetcher(script, timer: DelayTimer(delay, clock: clock))
        let request = try request(url)
        let task = Task { try await fetcher.exchange(request, into: CollectingSink()) }
        try await clock.sleepers(atLeast: 1)
        task.cancel()
        let error = await #expect(throws: FetchError.self) { try await task.value }
        #expect(error?.code == .cancelled && script.requests.isEmpty)
    }

    @Test(arguments: FetcherConformance.checks(for: [.fieldLines, .brokenHeads]))
    func `a delayed, counted fetcher with a key keeps the promises of a fetcher`(
        check: ConformanceCheck<FetcherTestbed>
    ) async throws {
        try await check.run {
            .scripted { inner in
                let delayed = DelayingFetcher(
                    inner, timer: DelayTimer(.none, clock: ManualClock(.autoAdvancing)))
                let keyed = KeyFetcher(delayed, key: nil, secrets: SecretReader(PluginContext()))
                return CountingFetcher(fetcher: keyed, activity: NetworkActivity())
            }
        }
    }

    // MARK: The count

    @Test func `the count is right under overlap, failure and cancellation`() async throws {
        let counts = Recorder<Int>()
        let activity = NetworkActivity { counts.append($0) }
        let script = ScriptedFetcher()
        script.on(url, .text("a"))
        script.on("http://y.example/b", .failing(.unreachable))
        script.on("http://z.example/c", .silent)
        let fetcher = CountingFetcher(fetcher: script, activity: activity)
        let silent = try request("http://z.example/c")
        let waiting = Task { try await fetcher.fetch(silent, into: CollectingSink()) }
        while activity.count < 1 { await Task.yield() }
        #expect(activity.longestWaiting == "z.example")
        try await fetcher.fetch(try request(url), into: CollectingSink())
        await #expect(throws: FetchError.self) {
            try await fetcher.fetch(try request("http://y.example/b"), into: CollectingSink())
        }
        #expect(activity.count == 1 && activity.longestWaiting == "z.example")
        waiting.cancel()
        await #expect(throws: FetchError.self) { try await waiting.value }
        #expect(activity.count == 0 && activity.longestWaiting == nil)
        #expect(counts.elements == [1, 2, 1, 2, 1, 0])
    }

    // MARK: Keys

    private func keyed(_ script: ScriptedFetcher, _ environment: [String: String] = ["K": "s/e cret"])
        -> KeyFetcher
    {
        let context = PluginContext(environment: environment)
        return KeyFetcher(script, key: .environment("K"), secrets: SecretReader(context))
    }

    @Test func `the key goes to the server and nowhere else`() async throws {
        let script = ScriptedFetcher()
        script.on("http://x.example/?k=s%2Fe%20cret", .redirect(to: "/next?k=s%2Fe%20cret"))
        script.on("http://x.example/next?k=s%2Fe%20cret", .text("photos"))
        let sink = CollectingSink()
        try await keyed(script).fetch(try request("http://x.example/?k={key}"), into: sink)
        #expect(sink.content == Data("photos".utf8))
        let seen = ([sink.head?.url].compactMap(\.self) + (sink.head?.redirects ?? [])).map(\.absoluteString)
        #expect(seen == ["http://x.example/next?k=%7Bkey%7D", "http://x.example/?k=%7Bkey%7D"])
    }

    @Test func `a key within the URL that a proxy gets is filled in, too`() async throws {
        let script = ScriptedFetcher()
        let inner = "http%3A%2F%2Fy.example%2F%3Fk%3D"
        script.on("http://proxy.example/?url=\(inner)s%252Fe%2520cret", .text("photos"))
        let sink = CollectingSink()
        try await keyed(script).fetch(
            try request("http://proxy.example/?url=\(inner)%257Bkey%257D"), into: sink)
        #expect(sink.content == Data("photos".utf8))
    }

    @Test func `errors do not show the key`() async throws {
        let script = ScriptedFetcher()
        script.on(
            "http://x.example/?k=s%2Fe%20cret", .failing(.unreachable, reason: "no way to ?k=s%2Fe%20cret"))
        let error = await #expect(throws: FetchError.self) {
            try await keyed(script).fetch(try request("http://x.example/?k={key}"), into: CollectingSink())
        }
        #expect(error?.code == .unreachable)
        #expect(error?.description.contains("cret") == false && error?.description.contains("key") == true)
    }

    @Test func `without a key nothing is requested, and the remedy says where it belongs`() async throws {
        let script = ScriptedFetcher()
        for fetcher in [
            keyed(script, [:]), KeyFetcher(script, key: nil, secrets: SecretReader(PluginContext())),
        ] {
            let error = await #expect(throws: FetchError.self) {
                try await fetcher.fetch(try request("http://x.example/?k={key}"), into: CollectingSink())
            }
            #expect(error?.code == .missingCredential && error?.remedy?.contains("source.key") == true)
        }
        #expect(script.requests.isEmpty)
    }
}

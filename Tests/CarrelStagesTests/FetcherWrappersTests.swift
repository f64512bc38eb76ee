import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelTesting
import Foundation
import Testing

@testable import CarrelStages

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

    @Test func `cancelling ends the wait, which is known, and nothing is requested`() async throws {
        let clock = ManualClock()
        let script = ScriptedFetcher()
        let delay = RandomDelay(.seconds(60) ... .seconds(60))
        let activity = NetworkActivity()
        let fetcher = DelayingFetcher(
            CountingFetcher(fetcher: script, activity: activity), timer: DelayTimer(delay, clock: clock),
            activity: activity)
        let request = try request(url)
        let task = Task { try await fetcher.exchange(request, into: CollectingSink()) }
        try await clock.sleepers(atLeast: 1)
        #expect(activity.pause?.cause == .delay && activity.pause?.host == "x.example" && activity.count == 0)
        task.cancel()
        let error = await #expect(throws: FetchError.self) { try await task.value }
        #expect(error?.code == .cancelled && script.requests.isEmpty && activity.pause == nil)
    }

    @Test(arguments: FetcherConformance.checks(for: [.fieldLines, .brokenHeads, .connectionIDs]))
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
        let activity = NetworkActivity()
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
        #expect(activity.count == 1)
        await #expect(throws: FetchError.self) {
            try await fetcher.fetch(try request("http://y.example/b"), into: CollectingSink())
        }
        #expect(activity.count == 1 && activity.longestWaiting == "z.example")
        waiting.cancel()
        await #expect(throws: FetchError.self) { try await waiting.value }
        #expect(activity.count == 0 && activity.longestWaiting == nil)
    }

    // MARK: Keys

    private func keyed(_ script: ScriptedFetcher, _ environment: [String: String] = ["K": "s/e cret"])
        -> KeyFetcher
    {
        let context = PluginContext(environment: environment)
        return KeyFetcher(script, key: .environment("K"), secrets: SecretReader(context))
    }

    /// A request as one for a profile's own URL is.
    private func asking(_ text: String) throws -> FetchRequest {
        var request = try request(text)
        request.asksForKey = true
        return request
    }

    @Test func `the key goes to the server and nowhere else`() async throws {
        let script = ScriptedFetcher()
        script.on("http://x.example/?k=s%2Fe%20cret", .redirect(to: "/next?k=s%2Fe%20cret"))
        script.on("http://x.example/next?k=s%2Fe%20cret", .text("photos"))
        let sink = CollectingSink()
        try await keyed(script).fetch(try asking("http://x.example/?k={key}"), into: sink)
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
            try asking("http://proxy.example/?url=\(inner)%257Bkey%257D"), into: sink)
        #expect(sink.content == Data("photos".utf8))
    }

    @Test func `a key that a server repeats in its head is covered there, and makes no entity tag`()
        async throws
    {
        let script = ScriptedFetcher()
        script.on(
            "http://x.example/?k=s%2Fe%20cret",
            .document(
                "a", entityTag: "\"v1-s/e cret\"",
                fields: [
                    ("X-Asked", "k=s%2Fe%20cret"), ("Content-Disposition", "inline; filename=\"s/e cret\""),
                    ("X-Marked", "s/e cret\u{301}"),
                ]),
            .document("a", entityTag: "\"v1\""))
        let sink = CollectingSink()
        try await keyed(script).fetch(try asking("http://x.example/?k={key}"), into: sink)
        #expect(sink.head?.fields.lines.contains { $0.value.contains("cre") } == false)
        #expect(sink.head?.validators.entityTag == nil)
        let other = CollectingSink()
        try await keyed(script).fetch(try asking("http://x.example/?k={key}"), into: other)
        #expect(other.head?.validators.entityTag == "\"v1\"")
    }

    @Test func `errors do not show the key`() async throws {
        let script = ScriptedFetcher()
        script.on(
            "http://x.example/?k=s%2Fe%20cret", .failing(.unreachable, reason: "no way to ?k=s%2Fe%20cret"))
        let error = await #expect(throws: FetchError.self) {
            try await keyed(script).fetch(try asking("http://x.example/?k={key}"), into: CollectingSink())
        }
        #expect(error?.code == .unreachable)
        #expect(error?.description.contains("cret") == false && error?.description.contains("key") == true)
    }

    @Test(arguments: [
        (Secret.environment("PHOTO_KEY"), "the variable PHOTO_KEY is not set. Set it with export PHOTO_KEY="),
        (.file("/nowhere/key"), "Write the key into the first line of /nowhere/key"),
        (.command(["pass", "photos"]), "Run pass photos to see why"),
    ])
    func `a key that is not there is named with how to set it, and the URL as the profile has it`(
        key: Secret, part: String
    ) async throws {
        let fetcher = KeyFetcher(ScriptedFetcher(), key: key, secrets: SecretReader(PluginContext()))
        let error = await #expect(throws: FetchError.self) {
            try await fetcher.fetch(try asking("http://x.example/?k={key}"), into: CollectingSink())
        }
        let text = error?.description ?? ""
        #expect(text.hasPrefix("http://x.example/?k={key}: ") && text.contains(part), "\(text)")
        #expect(text.contains("source.key"))
    }

    @Test func `without a key nothing is requested, and the remedy says where it belongs`() async throws {
        let script = ScriptedFetcher()
        for fetcher in [
            keyed(script, [:]), KeyFetcher(script, key: nil, secrets: SecretReader(PluginContext())),
        ] {
            let error = await #expect(throws: FetchError.self) {
                try await fetcher.fetch(try asking("http://x.example/?k={key}"), into: CollectingSink())
            }
            #expect(error?.code == .missingCredential && error?.remedy?.contains("source.key") == true)
        }
        #expect(script.requests.isEmpty)
    }

    @Test(arguments: [
        ("http://y.example/?k=%7Bkey%7D", "another origin"), ("http://x.example:81/?k=%7Bkey%7D", "a port"),
    ])
    func `a redirect to another origin never takes the key along`(target: String, what: String) async throws {
        let script = ScriptedFetcher()
        script.on("http://x.example/?k=s%2Fe%20cret", .redirect(to: target))
        script.on(target, .text("thanks"))
        try await keyed(script).fetch(try asking("http://x.example/?k={key}"), into: CollectingSink())
        #expect(script.requests(for: target).count == 1, "\(what)")
    }

    @Test func `what a server writes into a redirect never asks for the key`() async throws {
        let script = ScriptedFetcher()
        script.on(url, .redirect(to: "http://x.example/next?k=%7Bkey%7D"))
        script.on("http://x.example/next?k=%7Bkey%7D", .text("thanks"))
        try await keyed(script).fetch(try request(url), into: CollectingSink())
        #expect(script.requests(for: "http://x.example/next?k=%7Bkey%7D").count == 1)
    }

    @Test func `what a catalogue lists is never taken for the placeholder`() async throws {
        let further = FurtherCatalog(
            template: "http://x.example/?k={key}&place={place}&proxied={again}",
            ["place": "{key}", "again": "%7Bkey%7D"])
        let url = try RequestTarget.check(further.url).absoluteString
        #expect(url == "http://x.example/?k=%7Bkey%7D&place=%7B%6Bey%7D&proxied=%257B%6Bey%257D")
    }

    @Test(arguments: 1...9)
    func `content that repeats the key is covered, however it is cut`(size: Int) async throws {
        let content = Data(
            #"{"message":"Bad key (12345/abcde), 12345%2Fabcde, 12345%2fabcde, 12345\/abcde, 12345/"}"#.utf8)
        let pieces = stride(from: 0, to: content.count, by: size).map { content.dropFirst($0).prefix(size) }
        let script = ScriptedFetcher()
        script.on(
            "http://x.example/?k=12345%2Fabcde",
            Reply(
                [.head(status: 200, fields: HTTPFields([("Content-Length", "\(content.count)")]))]
                    + pieces.map { .bytes($0) }))
        let sink = CollectingSink()
        try await keyed(script, ["K": "12345/abcde"]).fetch(
            try asking("http://x.example/?k={key}"), into: sink)
        let expected = #"{"message":"Bad key ({key}), %7Bkey%7D, %7Bkey%7D, {key}, 12345/"}"#
        #expect(String(decoding: sink.content, as: UTF8.self) == expected)
    }

    @Test func `a key of letters alone is covered as each place has it`() async throws {
        let script = ScriptedFetcher()
        script.on("http://x.example/?k=abcdefgh", .redirect(to: "/next?k=abcdefgh"))
        script.on("http://x.example/next?k=abcdefgh", .text("bad key abcdefgh"))
        let sink = CollectingSink()
        try await keyed(script, ["K": "abcdefgh"]).fetch(
            try asking("http://x.example/?k={key}"), into: sink)
        #expect(String(decoding: sink.content, as: UTF8.self) == "bad key {key}")
        #expect(sink.head?.url.absoluteString == "http://x.example/next?k=%7Bkey%7D")
    }

    // MARK: Documents of a catalogue

    @Test func `a token for the catalogue's origin goes to no other one of its documents`() async throws {
        let script = ScriptedFetcher()
        script.on(url, .text("a"))
        var rule = RequestRules.Rule()
        rule.authorization = .bearer(.environment("K"))
        let secrets = SecretReader(PluginContext(environment: ["K": "t0k3n"]))
        let authorizing = AuthorizingFetcher(script, rules: RequestRules(catalog: rule), secrets: secrets)
        for (catalog, expected) in [
            ("http://x.example", "Bearer t0k3n"), ("http://catalog.example", nil), (nil, nil),
        ] {
            var request = try request(url)
            request.catalogOrigin = Origin(request.url)
            try await MemberFetcher(authorizing, of: catalog.flatMap { Origin($0) }).fetch(
                request, into: CollectingSink())
            #expect(script.requests.last?.fields["Authorization"] == expected)
        }
    }
}

import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import SourcePlugins

@Suite(.timeLimit(.minutes(1)))
struct DelayProxySourceTests {
    private let proxy = "http://proxy.example:8327/delay2.php"
    private let fetcher = AnsweringFetcher { _ in .init(200, [("ETag", "\"1\"")], "[]") }

    @Test func `the proxy gets the delay in seconds and the escaped URL last`() async throws {
        let source = try make(["proxy": proxy, "url": catalogURL, "delay": "5s"])
        _ = try await source.read(after: nil)
        #expect(
            fetcher.requests.first?.url.absoluteString
                == proxy + "?delay=5&url=http%3A%2F%2Fcatalog.example%2Fnotes.json%3Fyear%3D2012%26term%3D1")
    }

    @Test func `the catalogue keeps its own location and base behind a proxy`() async throws {
        let source = try make(["proxy": proxy, "url": catalogURL])
        #expect(source.location == catalogURL)
        #expect(try await source.document()?.url.absoluteString == catalogURL)
    }

    @Test func `behind a proxy the catalogue's own host says whether it is public`() async throws {
        #expect(try await make(["proxy": proxy, "url": catalogURL]).document()?.isPublic == true)
        let near = ["proxy": "http://127.0.0.1:8327/delay2.php", "url": "http://127.0.0.1:8000/notes.json"]
        #expect(try await make(near).document()?.isPublic == false)
    }

    @Test func `what a public proxy delivers is public, whatever it was asked for`() async throws {
        let near = "http://127.0.0.1:8000/notes.json"
        #expect(try await make(["proxy": proxy, "url": near]).document()?.isPublic == true)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8327/delay2.php", "127.0.0.1:8327"), ("http://localhost/", "localhost:80"),
    ])
    func `of a proxy of this machine that is not there it is said how to start it`(
        proxy: String, address: String
    ) async throws {
        let away = AnsweringFetcher { request throws(FetchError) in
            throw FetchError(
                .unreachable, url: request.url.absoluteString, reason: "cannot connect",
                remedy: "Check the network")
        }
        let context = PluginContext.test(fetcher: away)
        for (proxy, said) in [
            (proxy, "Start the proxy: carrel delay-proxy --listen \(address)"),
            (self.proxy, "Check the network"),
        ] {
            let source = try DelayProxySource.plugin.make(["proxy": proxy, "url": catalogURL], context)
            #expect(await source.readingError()?.remedy == said)
        }
    }

    @Test func `the proxy may take as long as it was asked to`() async throws {
        var context = PluginContext.test(fetcher: fetcher)
        context.fetchLimits.stallTimeout = .seconds(30)
        context.fetchLimits.totalTimeout = .seconds(60)
        let settings = ["proxy": proxy, "url": catalogURL, "delay": "2m"]
        _ = try await DelayProxySource.plugin.make(settings, context).read(after: nil)
        #expect(fetcher.requests.first?.limits.stallTimeout == .seconds(150))
        #expect(fetcher.requests.first?.limits.totalTimeout == .seconds(180))
    }

    @Test func `a delay that proxies refuse is an error of the setting, and only with a proxy`() throws {
        let error = #expect(throws: PluginError.self) {
            try make(["proxy": proxy, "url": catalogURL, "delay": "1s..11m"])
        }
        #expect(error?.setting == "delay" && error?.reason.contains("10m at the most") == true)
        _ = try make(["proxy": proxy, "url": catalogURL, "delay": "10m"])
        var context = PluginContext.test(fetcher: fetcher)
        context.source = { _ in FixedSource("[]") }
        _ = try DelayProxySource.plugin.make(["url": catalogURL, "delay": "11m"], context)
    }

    @Test func `without a proxy the wrapped source is read after the delay`() async throws {
        let clock = ManualClock(.autoAdvancing)
        let wrapped = FixedSource("[7]", location: "http://catalog.example/")
        let delay = RandomDelay(.seconds(5) ... .seconds(5))
        let source = DelayProxySource(wrapping: wrapped, delay: delay, clock: clock)
        #expect(try await source.text() == "[7]")
        #expect(source.location == wrapped.location)
        #expect(clock.sleeps == [.seconds(5)])
    }

    @Test func `a delay of a range is drawn anew for each reading`() async throws {
        let clock = ManualClock(.autoAdvancing)
        let source = DelayProxySource(
            wrapping: FixedSource("[]"), delay: RandomDelay(.zero ... .seconds(3)), clock: clock,
            random: CountingGenerator())
        for _ in 0..<8 { _ = try await source.read(after: nil) }
        #expect(Set(clock.sleeps).count > 1)
        #expect(clock.sleeps.allSatisfy { $0 <= .seconds(3) })
    }

    @Test func `cancelling ends the wait`() async throws {
        let hour = RandomDelay(.seconds(3600) ... .seconds(3600))
        let source = DelayProxySource(wrapping: FixedSource("[]"), delay: hour, clock: ContinuousClock())
        let task = Task { await source.readingError() }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
    }

    @Test(arguments: [
        (["url": catalogURL], "http"), (["path": "x.json"], "file"), (["wraps": "fixed"], "fixed"),
    ])
    func `what is wrapped follows from the settings`(settings: [String: String], name: String) async throws {
        var context = PluginContext.test(fetcher: fetcher)
        context.source = { name in FixedSource("[]", location: "http://\(name).example/") }
        #expect(try DelayProxySource.plugin.make(settings, context).location == "http://\(name).example/")
    }

    @Test(arguments: [
        ["wraps": "delay-proxy", "url": catalogURL], ["proxy": "ftp://proxy.example/", "url": catalogURL],
        ["proxy": "http://proxy.example/"],
        ["proxy": "http://proxy.example/", "url": catalogURL, "wraps": "http"],
        ["url": catalogURL, "path": "x.json"], [:],
    ])
    func `settings that make no sense together are refused`(settings: [String: String]) {
        #expect(throws: PluginError.self) { try make(settings) }
    }

    @Test(arguments: [(5.0, "5"), (0, "0"), (0.25, "0.25"), (0.001, "0.001"), (90.5, "90.5")])
    func `a delay is written in seconds`(seconds: Double, text: String) {
        #expect(ProxySource.seconds(.seconds(seconds)) == text)
    }

    @Test(arguments: [
        ("http://p.example/d?key=1", "http://p.example/d?key=1&delay=0&url=http%3A%2F%2Fx.example%2F"),
        ("http://p.example/d?", "http://p.example/d?delay=0&url=http%3A%2F%2Fx.example%2F"),
        ("http://p.example/d#top", "http://p.example/d?delay=0&url=http%3A%2F%2Fx.example%2F"),
    ])
    func `a proxy's own query is kept`(proxy: String, expected: String) throws {
        let proxy = try #require(URL(string: proxy))
        let inner = try #require(URL(string: "http://x.example/"))
        #expect(ProxySource.request(proxy: proxy, delay: .zero, inner: inner)?.absoluteString == expected)
    }

    private func make(_ settings: [String: String]) throws -> any Source {
        try DelayProxySource.plugin.make(settings, .test(fetcher: fetcher))
    }
}

/// Numbers that are spread out, and the same in every run.
private struct CountingGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64 = 1

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}

import CarrelBasics
import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

@testable import CurlFetching

@Suite(.timeLimit(.minutes(1)))
struct CurlAddressTests {
    private let server: LoopbackServer
    private let url: URL
    private let fetcher: CurlFetcher

    /// A fetcher for which a name that looks public leads to a server of this machine.
    init() throws {
        server = try LoopbackServer()
        server.on("/", .content("secret"))
        url = try #require(URL(string: "http://notes.test:\(server.port)/"))
        var options = CurlOptions(proxies: .none)
        options.resolved = ["notes.test:\(server.port):127.0.0.1"]
        fetcher = CurlFetcher(options)
    }

    private func get(_ policy: AddressPolicy) async throws -> CollectingSink {
        let sink = CollectingSink()
        try await fetcher.exchange(
            FetchRequest(url: url, limits: FetchLimits(addresses: policy)), into: sink)
        return sink
    }

    @Test func `a name that leads to a private address is refused before a connection is made`() async throws
    {
        let error = await #expect(throws: FetchError.self) { _ = try await get(.publicOnly) }
        #expect(error?.code == .refusedAddress)
        #expect(error?.reason == "the address 127.0.0.1 is not public (loopback)")
        #expect(error?.isTransient == false)
        #expect(server.connectionCount == 0)
    }

    @Test func `a connection that another request has made is not used either`() async throws {
        #expect(try await get(.any).content == Data("secret".utf8))
        let error = await #expect(throws: FetchError.self) { _ = try await get(.publicOnly) }
        #expect(error?.code == .refusedAddress)
        #expect(server.requests.count == 1)
        #expect(try await get(.any).content == Data("secret".utf8))
    }

    @Test func `through a proxy the proxy's own address is not judged, an address as host is`() async throws {
        let proxied = CurlFetcher(CurlOptions(proxies: ProxyRules("http://127.0.0.1:\(server.port)")))
        server.on("http://notes.test/doc", .content("from afar"))
        let limits = FetchLimits(addresses: .publicOnly)
        let sink = CollectingSink()
        let target = try #require(URL(string: "http://notes.test/doc"))
        try await proxied.exchange(FetchRequest(url: target, limits: limits), into: sink)
        #expect(sink.content == Data("from afar".utf8))
        #expect(sink.head?.remoteAddress == nil)
        let inside = try #require(URL(string: "http://10.0.0.1/"))
        let error = await #expect(throws: FetchError.self) {
            try await proxied.exchange(FetchRequest(url: inside, limits: limits), into: CollectingSink())
        }
        #expect(error?.code == .refusedAddress)
    }

    @Test func `the address that is connected to is judged, whatever was known of the name before`()
        async throws
    {
        // The first hop is at a proxy, so that its name counts as public; the second one's name looks public, too, and
        // turns out to lead here only where the connection is made.
        let proxy = try LoopbackServer()
        proxy.on("http://first.test/", .redirect(to: url.absoluteString))
        var options = CurlOptions(
            proxies: ProxyRules(
                nil, environment: ["http_proxy": proxy.address(""), "no_proxy": "notes.test"]))
        options.resolved = ["notes.test:\(server.port):127.0.0.1"]
        let fetcher = CurlFetcher(options)
        let first = try #require(URL(string: "http://first.test/"))
        let error = await #expect(throws: FetchError.self) {
            try await fetcher.fetch(FetchRequest(url: first), into: CollectingSink())
        }
        #expect(error?.code == .refusedAddress)
        #expect(error?.subject == url.absoluteString)
        #expect(server.connectionCount == 0)
        // Asked for by itself, the same name may lead here.
        let sink = CollectingSink()
        try await fetcher.fetch(FetchRequest(url: url), into: sink)
        #expect(sink.content == Data("secret".utf8))
        #expect(sink.head?.isPublic == false)
    }

    @Test func `every address of a name is judged by itself`() async throws {
        var options = CurlOptions(proxies: .none)
        options.resolved = ["notes.test:\(server.port):10.0.0.1,127.0.0.1"]
        let error = await #expect(throws: FetchError.self) {
            try await CurlFetcher(options).exchange(
                FetchRequest(url: url, limits: FetchLimits(addresses: .publicOnly)), into: CollectingSink())
        }
        #expect(error?.code == .refusedAddress)
        #expect(server.connectionCount == 0)
    }
}

import CarrelHTTP
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CurlFetching

@Suite(.timeLimit(.minutes(1)))
struct CurlPluginTests {
    private let plugin = CurlFetcher.plugin

    @Test func `the plug-in declares its settings`() {
        #expect(plugin.name == "curl")
        #expect(
            plugin.settings.map(\.name) == [
                "user-agent", "http2", "ca-file", "proxy", "netrc", "cookies", "keep-cookies",
            ])
    }

    @Test func `settings reach the fetcher`() async throws {
        var settings = Settings()
        settings[CurlSettings.userAgent] = "Test/3"
        let server = try LoopbackServer()
        server.on("/", .content(Data()))
        let fetcher = try plugin.make(settings, PluginContext())
        try await fetcher.fetch(FetchRequest(url: server.url("/")), into: CollectingSink())
        #expect(server.requests.first?.fields["User-Agent"] == "Test/3")
    }

    @Test func `a user agent of more than one line is refused`() {
        #expect(CurlSettings.userAgent.decode(.string("a\r\nX-Injected: 1")) == nil)
        #expect(CurlSettings.userAgent.decode(.string("Carrel/0.1 (me)")) != nil)
    }

    @Test(arguments: ["/no/such/file.pem", "/", "/usr/bin/env"])
    func `a file of certificates that cannot be read, or holds none, is refused at the start`(path: String) {
        var settings = Settings()
        settings[CurlSettings.caFile] = path
        let error = #expect(throws: PluginError.self) { _ = try plugin.make(settings, PluginContext()) }
        #expect(error?.setting == "ca-file")
    }
}

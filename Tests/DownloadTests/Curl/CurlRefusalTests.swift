import CarrelBasics
import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

@testable import CurlFetching

/// What libcurl does not take is never left out in silence.
@Suite(.timeLimit(.minutes(1)))
struct CurlRefusalTests {
    private let server: LoopbackServer

    init() throws { server = try LoopbackServer() }

    private func error(
        _ options: CurlOptions, _ change: (inout FetchRequest) -> Void = { _ in }
    ) async -> FetchError? {
        var request = FetchRequest(url: server.url("/"))
        change(&request)
        do {
            try await CurlFetcher(options).fetch(request, into: CollectingSink())
            return nil
        } catch {
            return error
        }
    }

    private func options(refusing name: String) -> CurlOptions {
        var options = CurlOptions()
        options.refused = [name]
        return options
    }

    @Test(arguments: [
        "ERRORBUFFER", "PRIVATE", "PROTOCOLS_STR", "NOSIGNAL", "HTTP_CONTENT_DECODING",
        "SUPPRESS_CONNECT_HEADERS",
        "RESOLVE", "PROXY", "NOPROXY", "OPENSOCKETDATA", "OPENSOCKETFUNCTION", "CLOSESOCKETDATA",
        "CLOSESOCKETFUNCTION", "DEBUGDATA", "DEBUGFUNCTION", "PREREQDATA", "PREREQFUNCTION", "HEADERDATA",
        "HEADERFUNCTION", "WRITEDATA", "WRITEFUNCTION", "SSLVERSION", "PROXY_SSLVERSION", "SSL_CTX_DATA",
        "SSL_CTX_FUNCTION", "URL", "CONNECTTIMEOUT_MS", "HTTP_VERSION", "HTTPHEADER",
    ])
    func `without an option that counts nothing is asked for`(name: String) async {
        server.on("/", .content(Data()))
        let error = await error(options(refusing: name))
        #expect(error?.code == .malformed && error?.remedy?.contains("libcurl 7.85") == true)
        #expect(error?.reason.hasPrefix("libcurl refuses CURLOPT_\(name): ") == true)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: ["QUICK_EXIT", "PIPEWAIT", "BUFFERSIZE"])
    func `what only makes a transfer faster may be missing`(name: String) async {
        server.on("/", .content(Data()))
        #expect(await error(options(refusing: name)) == nil)
    }

    @Test func `what a request adds counts as much`() async throws {
        server.on("/", .content(Data()))
        let folder = try TemporaryFolder()
        let file = try folder.write("cookies", "x.example\tFALSE\t/\tFALSE\t0\tname\tvalue\n")
        for name in [
            "SHARE", "COOKIEFILE", "COOKIELIST", "NETRC_FILE", "NETRC", "CAINFO", "CAPATH", "PROXY_CAINFO",
            "PROXY_CAPATH",
        ] {
            var options = options(refusing: name)
            options.proxies = ProxyRules("HTTPS://127.0.0.1:9")
            (options.cookieFile, options.netrcFile, options.certificatesFile) = (
                file.path, file.path, file.path
            )
            #expect(await error(options)?.reason.contains("CURLOPT_\(name)") == true)
        }
        for name in ["HTTPHEADER", "FRESH_CONNECT", "FORBID_REUSE", "SSLCERT", "SSLKEY", "KEYPASSWD"] {
            let error = await error(options(refusing: name)) { request in
                request.fields["Range"] = "bytes=7-"
                request.usesOwnConnection = true
                request.clientCertificate = ClientCertificate(certificate: file.path, key: file.path)
            }
            #expect(error?.reason.contains("CURLOPT_\(name)") == true)
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `a connection whose responses cannot be told apart ends the exchange`() async {
        // What comes too much shows in the log alone, and such a connection must not be used again.
        let length = ("Content-Length", "4")
        server.on("/", .chunked([Data("text".utf8)], fields: [length]))
        #expect(await error(CurlOptions()) == nil)
        for name in ["VERBOSE", "FORBID_REUSE"] {
            #expect(await error(options(refusing: name))?.reason.contains("CURLOPT_\(name)") == true)
        }
    }

    @Test func `a text that libcurl does not take is not left out`() async {
        server.on("/", .content(Data()))
        let error = await error(CurlOptions(certificatesFile: String(repeating: "x", count: 8_000_001)))
        #expect(error?.reason.contains("CURLOPT_CAINFO") == true)
        #expect(server.requests.isEmpty)
    }

    @Test func `an exchange that failed so leaves the others alone`() async throws {
        server.on("/", .content("there"))
        let fetcher = CurlFetcher()
        var request = FetchRequest(url: server.url("/"))
        // libcurl takes no text of that length.
        request.clientCertificate = ClientCertificate(certificate: String(repeating: "x", count: 8_000_001))
        await #expect(throws: FetchError.self) { try await fetcher.fetch(request, into: CollectingSink()) }
        let sink = CollectingSink()
        try await fetcher.fetch(FetchRequest(url: server.url("/")), into: sink)
        #expect(sink.content == Data("there".utf8))
    }
}

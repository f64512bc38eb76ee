import CarrelBasics
import CarrelHTTP
import CarrelTesting
import CurlFetching
import Foundation
import Testing
import URLSessionFetching

@Suite(.timeLimit(.minutes(1)), .enabled(if: TLSServer.program != nil, "needs the openssl program"))
struct TLSTests {
    @Test(arguments: FetcherKind.allCases)
    func `a certificate that nobody vouches for is refused`(kind: FetcherKind) async throws {
        try await TLSServer.with { server in
            let error = await #expect(throws: FetchError.self) {
                try await kind.make().exchange(FetchRequest(url: server.url), into: CollectingSink())
            }
            #expect(error?.code == .tls)
            #expect(error?.remedy != nil)
            #expect(error?.isTransient == false)
        }
    }

    @Test(arguments: [true, false])
    func `curl accepts a certificate that the settings name`(allowsHTTP2: Bool) async throws {
        try await TLSServer.with { server in
            let options = CurlOptions(allowsHTTP2: allowsHTTP2, certificatesFile: server.certificate.path)
            let sink = CollectingSink()
            try await CurlFetcher(options).exchange(FetchRequest(url: server.url), into: sink)
            #expect(sink.head?.status == 200)
            #expect(String(decoding: sink.content, as: UTF8.self).contains("TLSv1"))
        }
    }

    @Test func `curl shows a client certificate where the request says so`() async throws {
        try await TLSServer.with(requiresCertificate: true) { server in
            let fetcher = CurlFetcher(CurlOptions(certificatesFile: server.certificate.path))
            var request = FetchRequest(url: server.url)
            let error = await #expect(throws: FetchError.self) {
                try await fetcher.exchange(request, into: CollectingSink())
            }
            #expect([.tls, .truncated].contains(error?.code))
            request.clientCertificate = ClientCertificate(
                certificate: server.certificate.path, key: server.key.path)
            let sink = CollectingSink()
            try await fetcher.exchange(request, into: sink)
            #expect(sink.head?.status == 200)
        }
    }
}

/// The fetchers that use the network.
enum FetcherKind: String, CaseIterable, CustomTestStringConvertible {
    case curl, urlsession

    func make() -> any Fetcher {
        switch self {
        case .curl: CurlFetcher()
        case .urlsession: URLSessionFetcher()
        }
    }

    var testDescription: String { rawValue }
}

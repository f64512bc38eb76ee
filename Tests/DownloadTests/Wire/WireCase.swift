import CarrelBasics
import CarrelHTTP
import CarrelTesting
import CurlFetching
import Foundation
import Testing

/// What must come of one scenario of `HostileServer`.
struct WireCase: Sendable, CustomTestStringConvertible {
    let scenario: String
    /// Nothing for the whole document.
    var code: FetchError.Code?
    /// How it may fail as well.
    var other: FetchError.Code?
    /// A part of the reason.
    var reason = ""
    var certificate: Certificates.Kind? = .good
    var options: [String: String] = [:]

    var testDescription: String { certificate.map { "\(scenario), \($0)" } ?? scenario }

    /// A server that delivers after all.
    static func whole(_ scenarios: String...) -> [WireCase] { scenarios.map { WireCase(scenario: $0) } }

    /// Servers from which nothing whole comes.
    static func fails(_ code: FetchError.Code, _ reason: String = "", _ scenarios: String...) -> [WireCase] {
        scenarios.map { WireCase(scenario: $0, code: code, reason: reason) }
    }

    /// The same without a certificate.
    static func bare(_ code: FetchError.Code, _ reason: String, _ scenarios: String...) -> [WireCase] {
        scenarios.map { WireCase(scenario: $0, code: code, reason: reason, certificate: nil) }
    }

    /// A good server with another certificate.
    static func shows(_ certificate: Certificates.Kind, _ reason: String) -> WireCase {
        WireCase(scenario: "good", code: .tls, reason: reason, certificate: certificate)
    }

    /// Floods that are to be answered: they stall, or are refused as soon as the server reads too slowly.
    static func floods(_ scenarios: String...) -> [WireCase] {
        scenarios.map { WireCase(scenario: $0, code: .stalled, other: .truncated) }
    }

    /// Limits that are short only where the failure waits for them: a busy machine takes its time for anything else.
    static func limits(for code: FetchError.Code?) -> FetchLimits {
        switch code {
        case .connectTimeout?: FetchLimits(connectTimeout: .milliseconds(700))
        case .stalled?: FetchLimits(stallTimeout: .milliseconds(700))
        default: FetchLimits()
        }
    }

    /// A fetcher that trusts the tests' authority.
    static func fetcher() async throws -> CurlFetcher {
        CurlFetcher(CurlOptions(certificatesFile: try await Certificates.made().authority.path))
    }

    /// Fetches once and checks what came of it.
    func check(_ fetcher: any Fetcher) async throws {
        let server = try await HostileServer.start(scenario, certificate: certificate, options: options)
        let sink = CollectingSink()
        var failure: FetchError?
        do {
            let request = FetchRequest(url: server.url, limits: Self.limits(for: code))
            try await fetcher.fetch(request, into: sink)
        } catch {
            failure = error
        }
        sink.close()
        let isExpected = failure?.code == code || (other != nil && failure?.code == other)
        #expect(isExpected, "\(failure.map { "\($0)" } ?? "it ended well")")
        #expect(sink.result.violations == [])
        #expect(server.notes("failed") == [])
        if code == nil {
            #expect(sink.content == HostileServer.document)
        } else {
            #expect(reason.isEmpty || failure?.reason.contains(reason) == true, "\(failure?.reason ?? "")")
            #expect(failure?.reason.contains("SSL routines") == false)
        }
    }
}

import CarrelHTTP
import Foundation
import Testing

@testable import URLSessionFetching

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What Foundation on Linux says in libcurl's words.
@Suite struct URLSessionFailureTests {
    private func failure(_ said: String, isHeadWhole: Bool = false) -> ConnectionMessage {
        let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: said])
        return URLSessionFailure.message(of: error, isSecure: true, isHeadWhole: isHeadWhole)
    }

    @Test(arguments: [
        ("Failed writing header", FetchError.Code.malformed, "a line of the server's head", "=curl"),
        ("Out of memory", .headTooLarge, "larger than 100 KiB", "whoever runs the server"),
        ("A libcurl function was given a bad argument", .malformed, "a folded line", "whoever runs"),
        ("Reject response due to more than 5 content encodings", .undecodable, "more content", "whoever"),
        ("Empty reply from server", .truncated, "ended without a response", "download.http2=false"),
        ("Something that nobody has heard of", .malformed, "Something that nobody", "=curl"),
    ])
    func `what has nothing to do with certificates is not blamed on them`(
        said: String, code: FetchError.Code, reason: String, remedy: String
    ) {
        let failure = failure(said)
        #expect(failure.code == code && failure.reason.contains(reason), "\(failure.reason)")
        #expect(failure.remedy?.contains(remedy) == true, "\(failure.remedy ?? "nothing")")
        #expect(failure.remedy?.contains("certificate") == false)
    }

    @Test(arguments: [
        ("Recv failure: Connection reset by peer", "the connection broke off: Connection reset by peer"),
        ("Send failure: Broken pipe", "the connection broke off: Broken pipe"),
        ("OpenSSL SSL_read: SSL_ERROR_SYSCALL, errno 104", "TLS did not announce its end"),
        (
            "OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading, errno 0",
            "TLS did not announce its end"
        ),
        (
            "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to notes.test:443",
            "before TLS was set up"
        ),
    ])
    func `only where libcurl says so did a connection end before TLS was set up`(said: String, reason: String)
    {
        let failure = failure(said)
        #expect(failure.code == .truncated && failure.reason.contains(reason), "\(failure.reason)")
        #expect(failure.remedy?.contains("ry again later") == true, "\(failure.remedy ?? "nothing")")
    }

    @Test func `a certificate that is not accepted is said to be the trouble`() {
        let failure = failure("SSL certificate problem: one of a new kind")
        #expect(failure.code == .tls && failure.remedy?.contains("certificate") == true)
    }

    @Test func `a coding that Foundation does not know is not asked for again`() {
        let said = "Unrecognized content encoding type. libcurl understands deflate, gzip content encodings."
        let failure = failure(said, isHeadWhole: true)
        #expect(failure.code == .undecodable && failure.remedy == URLSessionFailure.useCurl)
    }

    @Test func `memory that ran out behind the head is not the head's fault`() {
        #expect(failure("Out of memory", isHeadWhole: true).code == .truncated)
    }
}

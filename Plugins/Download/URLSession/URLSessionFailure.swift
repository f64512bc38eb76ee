import Foundation

import CarrelHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What an error of URLSession means for the user.
struct URLSessionFailure {
    /// What helps where Foundation does less than libcurl.
    static let useCurl = "Fetch it with curl: --set download.use=curl"

    let code: FetchError.Code
    let reason: String
    let remedy: String?

    /// Reads an error.
    ///
    /// - Parameters:
    ///   - error: what URLSession said.
    ///   - isSecure: whether TLS was used.
    ///   - isHeadWhole: whether a whole head had come.
    init(_ error: any Error, isSecure: Bool, isHeadWhole: Bool) {
        let said = error.localizedDescription
        let urlError = (error as? URLError)?.code
        // Foundation has a code of its own for a connection that is lost behind its handshake, where the system tells.
        let isHandshake =
            isSecure && !isHeadWhole && urlError != .networkConnectionLost && !Self.mayBeOfTransfer(said)
        self =
            Self.refusal(said, isHeadWhole: isHeadWhole) ?? Self.known(said, isHandshake: isHandshake)
            ?? Self.other(said, urlError, isSecure: isSecure, isHeadWhole: isHeadWhole)
    }

    private init(_ code: FetchError.Code, _ reason: String, _ remedy: String?) {
        (self.code, self.reason, self.remedy) = (code, reason, remedy)
    }

    // MARK: What Foundation on Linux does not take, by the words of its libcurl

    private static func refusal(_ said: String, isHeadWhole: Bool) -> URLSessionFailure? {
        let text = said.lowercased()
        return (isHeadWhole ? ofContent : ofHead + ofContent).first { text.contains($0.phrase) }?.failure
    }

    /// In small letters; what fits first counts.
    private static let ofHead: [(phrase: String, failure: URLSessionFailure)] = [
        ("failed writing header", oddLine), ("failure writing output", oddLine),
        (
            "out of memory",
            URLSessionFailure(
                .headTooLarge, "a line of the head is larger than 100 KiB", ConnectionMessage.tellServer)
        ),
        (
            // So libcurl says of a head whose first field goes on with a line before it.
            "bad argument",
            URLSessionFailure(
                .malformed, "the server's head begins with a folded line", ConnectionMessage.tellServer)
        ),
    ]

    /// Foundation reads the lines of a head itself, more strictly than libcurl.
    private static let oddLine = URLSessionFailure(
        .malformed, "Foundation does not take a line of the server's head", useCurl)

    private static let ofContent: [(phrase: String, failure: URLSessionFailure)] = [
        (
            "unrecognized content encoding",
            URLSessionFailure(
                .undecodable, "Foundation does not know the content coding that the server names", useCurl)
        ),
        (
            "content encodings",
            URLSessionFailure(
                .undecodable, "the server names more content codings than Foundation takes",
                ConnectionMessage.tellServer)
        ),
    ]

    // MARK: What every fetcher on libcurl says

    private static func known(_ said: String, isHandshake: Bool) -> URLSessionFailure? {
        let message = ConnectionMessage(said, isHandshake: isHandshake) ?? ConnectionMessage(ofResponse: said)
        guard let message else { return nil }
        // The setting is one of curl.
        let isOfCurl = message.remedy?.contains("download.http2 to false") == true
        let remedy =
            isOfCurl
            ? "Try again later. If that never helps: --set download.use=curl --set download.http2=false"
            : message.remedy
        return URLSessionFailure(message.code, message.reason, remedy)
    }

    /// Whether libcurl says so also, or only, of a connection whose TLS is set up; its result, which tells, is not known here.
    private static func mayBeOfTransfer(_ said: String) -> Bool {
        ["SSL_read", "SSL_write", "Recv failure", "Send failure"].contains { said.contains($0) }
    }

    private static func isAboutTLS(_ said: String) -> Bool {
        ["SSL", "TLS", "ertificate"].contains { said.contains($0) }
    }

    // MARK: By the code

    private static func other(
        _ said: String, _ urlError: URLError.Code?, isSecure: Bool, isHeadWhole: Bool
    ) -> URLSessionFailure {
        let reason = ConnectionMessage.connecting(said)
        let later = ConnectionMessage.later
        return switch urlError {
        case .badURL?:
            // Foundation on Linux compares the host with libcurl's, which has brackets around an IPv6 address.
            URLSessionFailure(
                .refusedURL, "Foundation takes only names and IPv4 addresses of four numbers as hosts",
                useCurl)
        case .cancelled?: URLSessionFailure(.cancelled, reason, nil)
        case .cannotFindHost?, .dnsLookupFailed?, .cannotConnectToHost?, .notConnectedToInternet?:
            URLSessionFailure(.unreachable, reason, "Check the network and the address, or try again later")
        case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasBadDate?,
            .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?, .clientCertificateRejected?,
            .clientCertificateRequired?:
            URLSessionFailure(.tls, reason, ConnectionMessage.tlsRemedy)
        case .timedOut?: URLSessionFailure(isHeadWhole ? .stalled : .connectTimeout, reason, later)
        case .networkConnectionLost?, .zeroByteResource?: URLSessionFailure(.truncated, reason, later)
        case .unknown? where ["HTTP2", "HTTP/2"].contains { said.contains($0) }:
            // Foundation on Linux has one code for all that is not about connecting. What a server that goes away has
            // not answered may be asked for again.
            URLSessionFailure(.truncated, reason, later)
        case .unknown? where isSecure && !isHeadWhole && isAboutTLS(said):
            URLSessionFailure(.tls, reason, ConnectionMessage.tlsRemedy)
        default:
            isHeadWhole
                ? URLSessionFailure(.truncated, reason, later)
                : URLSessionFailure(.malformed, reason, useCurl)
        }
    }
}

import Foundation

import CarrelHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What an error of URLSession means for the user.
struct URLSessionFailure {
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
        // Foundation has a code of its own for a connection that is lost behind its handshake.
        let isHandshake = isSecure && !isHeadWhole && urlError != .networkConnectionLost
        let known = ConnectionMessage(said, isHandshake: isHandshake) ?? ConnectionMessage(ofResponse: said)
        if let failure = known {
            (code, reason, remedy) = (failure.code, failure.reason, failure.remedy)
            return
        }
        if urlError == .badURL {
            // Foundation on Linux compares the host with libcurl's, which has brackets around an IPv6 address.
            code = .refusedURL
            reason = "Foundation takes only names and IPv4 addresses of four numbers as hosts"
            remedy = "Fetch it with curl: --set download.use=curl"
            return
        }
        reason = ConnectionMessage.connecting(said)
        switch urlError {
        case .cancelled?:
            (code, remedy) = (.cancelled, nil)
        case .cannotFindHost?, .dnsLookupFailed?, .cannotConnectToHost?, .notConnectedToInternet?:
            (code, remedy) = (.unreachable, "Check the network and the address, or try again later")
        case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasBadDate?,
            .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?, .clientCertificateRejected?,
            .clientCertificateRequired?:
            (code, remedy) = (.tls, ConnectionMessage.tlsRemedy)
        case .timedOut?:
            (code, remedy) = (isHeadWhole ? .stalled : .connectTimeout, "Try again later")
        case .networkConnectionLost?, .zeroByteResource?:
            (code, remedy) = (.truncated, nil)
        case .unknown? where ["HTTP2", "HTTP/2", "died"].contains { said.contains($0) }:
            // Foundation on Linux has one code for all that is not about connecting. What a server that goes away has
            // not answered may be asked for again.
            (code, remedy) = (.truncated, "Try again later")
        case .unknown? where isSecure && !isHeadWhole && !said.contains("nghttp2"):
            (code, remedy) = (.tls, ConnectionMessage.tlsRemedy)
        default:
            (code, remedy) = (isHeadWhole ? .truncated : .malformed, nil)
        }
    }
}

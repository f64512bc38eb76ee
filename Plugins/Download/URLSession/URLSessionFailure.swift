import Foundation

import CarrelHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What errors of URLSession mean for the user.
enum URLSessionFailure {
    private typealias Message = ConnectionMessage

    /// What helps where Foundation does less than libcurl.
    static let useCurl = "Fetch it with curl: --set download.use=curl"

    /// Reads an error.
    ///
    /// - Parameters:
    ///   - error: what URLSession said.
    ///   - isSecure: whether TLS was used.
    ///   - isHeadWhole: whether a whole head had come.
    static func message(of error: any Error, isSecure: Bool, isHeadWhole: Bool) -> ConnectionMessage {
        let said = error.localizedDescription
        let urlError = (error as? URLError)?.code
        // Foundation has a code of its own for a connection that is lost behind its handshake, where the system tells.
        let isHandshake =
            isSecure && !isHeadWhole && urlError != .networkConnectionLost && !mayBeOfTransfer(said)
        return refusal(said, isHeadWhole: isHeadWhole) ?? known(said, isHandshake: isHandshake)
            ?? other(said, urlError, isSecure: isSecure, isHeadWhole: isHeadWhole)
    }

    // MARK: What Foundation on Linux does not take, by the words of its libcurl

    private static func refusal(_ said: String, isHeadWhole: Bool) -> Message? {
        let text = said.lowercased()
        let known = isHeadWhole ? Array(ofContent) : Array(ofHead) + Array(ofContent)
        return known.first { text.contains($0.key) }?.value
    }

    /// In small letters; what fits first counts.
    private static let ofHead: KeyValuePairs<String, Message> = [
        "failed writing header": oddLine, "failure writing output": oddLine,
        "out of memory": Message(
            .headTooLarge, "a line of the head is larger than 100 KiB", Message.tellServer),
        // So libcurl says of a head whose first field goes on with a line before it.
        "bad argument": Message(
            .malformed, "the server's head begins with a folded line", Message.tellServer),
    ]

    /// Foundation reads the lines of a head itself, more strictly than libcurl.
    private static let oddLine = Message(
        .malformed, "Foundation does not take a line of the server's head", useCurl)

    private static let ofContent: KeyValuePairs<String, Message> = [
        "unrecognized content encoding": Message(
            .undecodable, "Foundation does not know the content coding that the server names", useCurl),
        "content encodings": Message(
            .undecodable, "the server names more content codings than Foundation takes", Message.tellServer),
    ]

    // MARK: What every fetcher on libcurl says

    private static func known(_ said: String, isHandshake: Bool) -> Message? {
        var message = Message(said, isHandshake: isHandshake) ?? Message(ofResponse: said)
        // The setting is one of curl.
        if message?.remedy?.contains("download.http2 to false") == true {
            message?.remedy =
                "Try again later. If that never helps: --set download.use=curl --set download.http2=false"
        }
        return message
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
    ) -> Message {
        let reason = Message.connecting(said)
        let later = Message.later
        return switch urlError {
        case .badURL?:
            // Foundation on Linux compares the host with libcurl's, which has brackets around an IPv6 address.
            Message(
                .refusedURL, "Foundation takes only names and IPv4 addresses of four numbers as hosts",
                useCurl)
        case .cancelled?: Message(.cancelled, reason, nil)
        case .cannotFindHost?, .dnsLookupFailed?, .cannotConnectToHost?, .notConnectedToInternet?:
            Message(.unreachable, reason, "Check the network and the address, or try again later")
        case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasBadDate?,
            .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?, .clientCertificateRejected?,
            .clientCertificateRequired?:
            Message(.tls, reason, Message.tlsRemedy)
        case .timedOut?: Message(isHeadWhole ? .stalled : .connectTimeout, reason, later)
        case .networkConnectionLost?, .zeroByteResource?: Message(.truncated, reason, later)
        case .unknown? where ["HTTP2", "HTTP/2"].contains { said.contains($0) }:
            // Foundation on Linux has one code for all that is not about connecting. What a server that goes away has
            // not answered may be asked for again.
            Message(.truncated, reason, later)
        case .unknown? where isSecure && !isHeadWhole && isAboutTLS(said):
            Message(.tls, reason, Message.tlsRemedy)
        default:
            isHeadWhole
                ? Message(.truncated, reason, later)
                : Message(.malformed, reason, useCurl)
        }
    }
}

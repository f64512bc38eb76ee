import CLibcurl
import CarrelHTTP

/// What a result of libcurl means for the user.
struct CurlFailure {
    static let connectRemedy = "Check the network and the address, or try again later"

    let code: FetchError.Code
    let reason: String
    let remedy: String?

    /// Reads a result; `nil` for success.
    ///
    /// - Parameters:
    ///   - result: libcurl's result.
    ///   - message: what libcurl says about it; may be empty.
    ///   - isHeadWhole: whether a whole head had come.
    ///   - usesProxy: whether a proxy was to connect.
    init?(_ result: CURLcode, message: String, isHeadWhole: Bool, usesProxy: Bool) {
        if result == CURLE_OK, isHeadWhole { return nil }
        // What it quotes there may hold the proxy's password, and is recorded.
        let isProxyWrong = message.hasPrefix("Unsupported proxy syntax")
        let said =
            message.isEmpty
            ? String(cString: curl_easy_strerror(result))
            : isProxyWrong ? "The environment's proxy is not a URL" : message
        if Self.isOfConnection(result),
            let failure = ConnectionMessage(said, isHandshake: Self.isOfTLS(result))
        {
            (code, reason, remedy) = (failure.code, failure.reason, failure.remedy)
            return
        }
        // A clause begins small, an abbreviation such as SSL or URL stays.
        let isAbbreviation = said.dropFirst().first?.isUppercase == true
        let detail = isAbbreviation ? String(said) : said.prefix(1).lowercased() + said.dropFirst()
        switch result {
        case CURLE_OK:
            // libcurl takes a connection that ends within the head for the end of the response.
            (code, reason, remedy) = (.truncated, "the connection ended before the head was whole", nil)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_PROXY,
            CURLE_INTERFACE_FAILED, CURLE_FAILED_INIT:
            let reached = usesProxy && result == CURLE_COULDNT_CONNECT ? "the proxy cannot be reached: " : ""
            (code, reason, remedy) = (
                .unreachable, reached + ConnectionMessage.connecting(detail), Self.connectRemedy
            )
        case CURLE_OPERATION_TIMEDOUT:
            (code, reason, remedy) = (.connectTimeout, detail, Self.connectRemedy)
        case CURLE_GOT_NOTHING:
            (code, reason, remedy) = (.truncated, "the connection ended without a response", nil)
        case CURLE_PARTIAL_FILE:
            (code, reason, remedy) = (.truncated, detail, nil)
        case CURLE_BAD_CONTENT_ENCODING:
            (code, reason, remedy) = (.undecodable, detail, nil)
        case CURLE_RECV_ERROR where detail.contains("chunked"):
            // The one failure of the chunked coding that has no result of its own.
            (code, reason, remedy) = (.malformed, detail, nil)
        case CURLE_RECV_ERROR where detail.contains("nghttp2"):
            // A head beyond what libcurl keeps (-902) or in too many pieces (-905), else a breach of the protocol.
            let isHead = detail.contains("-902") || detail.contains("-905")
            (code, reason, remedy) = (
                isHead ? .headTooLarge : .malformed,
                isHead
                    ? "the head is larger than libcurl takes over HTTP/2"
                    : "the server breaks HTTP/2: \(detail)",
                nil
            )
        case CURLE_HTTP2:
            (code, reason, remedy) = (.truncated, "the server ended the HTTP/2 connection", nil)
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2_STREAM:
            (code, reason, remedy) = (.truncated, detail, nil)
        case _ where !isHeadWhole && Self.sizeResults.contains(result.rawValue):
            (code, reason, remedy) = (.headTooLarge, "a line of the head is larger than 100 KiB", nil)
        // libcurl says so of a head whose first field goes on with a line before it (RFC 9112 section 5.2).
        case CURLE_BAD_FUNCTION_ARGUMENT where !isHeadWhole:
            (code, reason, remedy) = (.malformed, "the server's head begins with a folded line", nil)
        case CURLE_URL_MALFORMAT:
            (code, reason, remedy) = (.refusedURL, detail, nil)
        case _ where Self.isOfTLS(result):
            (code, reason, remedy) = (
                .tls, detail,
                "Check the address and the server's certificate; an unverified one is never accepted"
            )
        default:
            (code, reason, remedy) = (.malformed, detail, nil)
        }
    }

    /// How libcurl says that a line of the head is longer than it reads: no memory, since 8.6 too large (100).
    private static let sizeResults: Set<UInt32> = [CURLE_OUT_OF_MEMORY.rawValue, 100]

    private static func isOfTLS(_ result: CURLcode) -> Bool { tlsResults.contains(result.rawValue) }

    /// Whether a result may be one about TLS or a proxy.
    private static func isOfConnection(_ result: CURLcode) -> Bool {
        isOfTLS(result) || connectionResults.contains(result.rawValue)
    }

    private static let connectionResults: Set<UInt32> = Set(
        [
            CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_OPERATION_TIMEDOUT, CURLE_COULDNT_RESOLVE_PROXY,
            CURLE_COULDNT_CONNECT, CURLE_PROXY, CURLE_HTTP_RETURNED_ERROR,
        ].map(\.rawValue))

    private static let tlsResults: Set<UInt32> = Set(
        [
            CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
            CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
        ].map(\.rawValue))
}

import CLibcurl
import CarrelHTTP

/// What results of libcurl mean for the user.
enum CurlFailure {
    private typealias Message = ConnectionMessage

    static let connectRemedy = "Check the network and the address, or try again later"
    private static let http2Remedy = "Set download.http2 to false, or tell whoever runs the server"

    /// What came over HTTP/2 cannot be the whole document.
    static let shorterOverHTTP2 = ConnectionMessage(
        .truncated, "the server sends less of the document over HTTP/2 than over HTTP/1.1", http2Remedy)

    /// Reads a result; `nil` for success.
    ///
    /// - Parameters:
    ///   - result: libcurl's result.
    ///   - message: what libcurl says about it; may be empty.
    ///   - isHeadWhole: whether a whole head had come.
    ///   - usesProxy: whether a proxy was to connect.
    ///   - isOfProxy: whether TLS was spoken with the proxy alone.
    static func message(
        of result: CURLcode, message: String, isHeadWhole: Bool, usesProxy: Bool, isOfProxy: Bool
    ) -> ConnectionMessage? {
        if result == CURLE_OK, isHeadWhole { return nil }
        let said = text(of: result, message)
        if isOfConnection(result),
            let known = Message(said, isHandshake: isOfTLS(result), isOfProxy: isOfProxy)
        {
            return known
        }
        let detail = clause(said)
        return connecting(result, detail, usesProxy: usesProxy) ?? Message(ofResponse: said)
            ?? receiving(result, detail) ?? reading(result, isHeadWhole: isHeadWhole)
            ?? other(result, detail)
    }

    /// What libcurl says about a result.
    private static func text(of result: CURLcode, _ message: String) -> String {
        if message.isEmpty { return String(cString: curl_easy_strerror(result)) }
        // What it quotes there may hold the proxy's password, and is recorded.
        if message.hasPrefix("Unsupported proxy syntax") { return "The environment's proxy is not a URL" }
        return message
    }

    /// A text as a clause of a sentence: it begins small, an abbreviation such as SSL or URL stays.
    private static func clause(_ text: String) -> String {
        let isAbbreviation = text.dropFirst().first?.isUppercase == true
        return isAbbreviation ? text : text.prefix(1).lowercased() + text.dropFirst()
    }

    // MARK: Results by what failed; `nil` for all others

    private static func connecting(_ result: CURLcode, _ detail: String, usesProxy: Bool) -> Message? {
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_PROXY,
            CURLE_INTERFACE_FAILED, CURLE_FAILED_INIT:
            let reached = usesProxy && result == CURLE_COULDNT_CONNECT ? "the proxy cannot be reached: " : ""
            return Message(.unreachable, reached + Message.connecting(detail), connectRemedy)
        case CURLE_OPERATION_TIMEDOUT:
            return Message(.connectTimeout, "no connection was made in time", connectRemedy)
        default: return nil
        }
    }

    private static func receiving(_ result: CURLcode, _ detail: String) -> Message? {
        let later = Message.later
        return switch result {
        // libcurl takes a connection that ends within the head for the end of the response.
        case CURLE_OK: Message(.truncated, "the connection ended before the head was whole", later)
        case CURLE_BAD_CONTENT_ENCODING: Message(.undecodable, detail)
        case CURLE_RECV_ERROR where detail.contains("nghttp2"): breach(ofHTTP2: detail)
        case CURLE_HTTP2: Message(.truncated, "the server ended the HTTP/2 connection", later)
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2_STREAM:
            Message(.truncated, detail, later)
        default: nil
        }
    }

    /// A head beyond what libcurl keeps (-902) or in too many pieces (-905), else a breach of the protocol.
    private static func breach(ofHTTP2 detail: String) -> Message {
        if detail.contains("-902") || detail.contains("-905") {
            return Message(.headTooLarge, "the head is larger than libcurl takes over HTTP/2")
        }
        // Before it stand functions of libcurl and a number.
        let words = String((detail.split(separator: ":").last ?? "").drop { $0 == " " })
        return Message(
            .malformed, "the server breaks HTTP/2: \(clause(words))", http2Remedy)
    }

    /// A head that libcurl does not read to its end.
    private static func reading(_ result: CURLcode, isHeadWhole: Bool) -> Message? {
        if isHeadWhole { return nil }
        if sizeResults.contains(result.rawValue) {
            return Message(.headTooLarge, "a line of the head is larger than 100 KiB")
        }
        // libcurl says so of a head whose first field goes on with a line before it (RFC 9112 section 5.2).
        if result == CURLE_BAD_FUNCTION_ARGUMENT {
            return Message(.malformed, "the server's head begins with a folded line")
        }
        return nil
    }

    private static func other(_ result: CURLcode, _ detail: String) -> Message {
        if result == CURLE_URL_MALFORMAT { return Message(.refusedURL, detail) }
        guard isOfTLS(result) else { return Message(.malformed, detail) }
        return Message(.tls, detail, Message.tlsRemedy)
    }

    // MARK: Results

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

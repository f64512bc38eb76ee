import CarrelHTTP

/// How the end of a response is told, and whether that can be trusted.
struct CurlFraming {
    /// How the end of a response's content is told.
    enum End {
        /// So that a break is not taken for it.
        case told
        /// By the coding alone, which must not be missing then.
        case byCoding
        /// By frames that libcurl does not tell from a break; over HTTP/1.1 they can be told.
        case byFrames
        /// By the end of a connection that somebody may have cut off.
        case byConnection
    }

    /// Whether the protocol keeps responses apart by itself: HTTP/2.
    let isFramed: Bool
    /// Whether servers and proxies may disagree about where the response ends, although it is told (RFC 9112 section
    /// 6.1).
    let isDoubtful: Bool
    /// Whether a length counts that libcurl does not heed, because a transfer coding is named that is none.
    let isUncounted: Bool
    private let isChunked: Bool

    /// Reads the framing off a whole head, before anything is made of its fields.
    ///
    /// - Parameters:
    ///   - reader: what has read the head.
    ///   - fields: its fields.
    ///   - speaksHTTP2: whether the connection does; `nil` if only the status line tells.
    init(_ reader: HeadReader, _ fields: HTTPFields, speaksHTTP2: Bool?) {
        isFramed = speaksHTTP2 ?? reader.isFramed
        let hasCodings = fields.contains("Transfer-Encoding")
        isChunked = hasCodings && fields.transferCodings != nil
        isUncounted = hasCodings && !isChunked
        isDoubtful = hasCodings && (!isChunked || reader.isOld || fields.contains("Content-Length"))
    }

    /// Whether only the end of the connection tells that of the content, whose head is given as it came, or frames do that are
    /// taken at their word.
    ///
    /// A coding tells nothing of it: a gzip file may come as it is, and another member may follow where one ends.
    func endsWithConnection(_ head: ResponseHead, trustsFrames: Bool) -> Bool {
        (!isFramed || trustsFrames) && !isChunked && head.contentLength == nil
            && (head.status == 200 || head.status == 203)
    }

    /// How the end of the content is told.
    ///
    /// What brings no document may end as it likes.
    ///
    /// - Parameters:
    ///   - status: the status of the response.
    ///   - length: the length that the head gives, before codings are taken off.
    ///   - isCoded: whether codings are taken off.
    ///   - isSecure: whether TLS is used.
    /// - Returns: how it is told.
    func end(status: Int, length: Int64?, isCoded: Bool, isSecure: Bool) -> End {
        guard length == nil, status == 200 || status == 203 else { return .told }
        // libcurl takes a stream that was reset without an error for one that has ended (RFC 9113 section 8.1), and a
        // connection that it closed itself for a protocol error, too.
        if isFramed { return isCoded ? .byCoding : .byFrames }
        return isSecure && !CurlTLS.isWatched && !isChunked ? .byConnection : .told
    }
}

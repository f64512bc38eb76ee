import CLibcurl
import CarrelHTTP

/// Content whose announced length libcurl does not heed: where a server names a transfer coding, even `identity`, it waits
/// for the end of the connection.
extension CurlExchange {
    /// Notes how much is to come, if nobody else counts it.
    ///
    /// - Returns: whether nothing is to come.
    func countContent(of status: Int, _ framing: CurlFraming) -> Bool {
        guard framing.isUncounted, phase == .receiving, status == 200 || status == 203,
            order.request.method != .head
        else { return false }
        uncounted = contentLength
        return uncounted == 0
    }

    /// Takes content up to the announced length, and ends the exchange there.
    func receive(_ content: UnsafeRawBufferPointer, upTo rest: Int64) -> Reception {
        let piece = UnsafeRawBufferPointer(rebasing: content.prefix(Int(clamping: rest)))
        let reception = piece.isEmpty ? .taken : take(piece)
        if case .refused = reception { return .refused }
        uncounted = rest - Int64(piece.count)
        guard uncounted == 0 else { return reception }
        if piece.count < content.count { foundExcess() }
        cutShort()
        return .refused
    }

    /// libcurl's result, given what it did not count.
    func counted(_ code: CURLcode) -> Result<CURLcode, FetchError> {
        switch uncounted {
        case 0: .success(CURLE_OK)
        case let rest? where code == CURLE_OK:
            .failure(error(.truncated, "the connection ended with \(rest) bytes of the content missing"))
        default: .success(code)
        }
    }
}

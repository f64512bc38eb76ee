import CarrelBasics
import CarrelHTTP
import CarrelServer
import Foundation

/// Fetches what a delayed request asks for and relays the response.
struct Upstream: Sendable {
    /// Performs the requests.
    let fetcher: any Fetcher
    /// The limits; `maxSize` bounds what is spooled.
    let limits: FetchLimits

    /// Conditions, ranges and preferences mean the same at the other end; nothing else of the client goes there.
    private static let forwarded = ["Accept", "If-None-Match", "If-Modified-Since", "Range", "If-Range"]
    private static let relayed = [
        "Content-Type", "ETag", "Last-Modified", "Content-Range", "Accept-Ranges", "Content-Disposition",
        "Content-Encoding", "Retry-After",
    ]

    /// Fetches a URL for a client's GET or HEAD request.
    func reply(to request: ServerRequest, url: URL) async -> ServerReply {
        var upstream = FetchRequest(url: url, limits: limits)
        for name in Self.forwarded {
            if let value = request.fields[name] { upstream.fields[name] = value }
        }
        let sink = SpoolSink(wantsContent: request.method == "GET")
        do {
            try await fetcher.fetch(upstream, into: sink)
        } catch {
            if let failure = sink.failure { return .text(502, "The response could not be kept: \(failure)") }
            return reply(to: error)
        }
        guard let head = sink.head, (200...599).contains(head.status) else {
            return .text(502, "The server sent no response")
        }
        var fields = HTTPFields()
        for name in Self.relayed {
            if let value = head.fields[name] { fields[name] = value }
        }
        if head.endsWithConnection {
            // The reply has a length, so that the client could not tell that it may be a part.
            (fields["ETag"], fields["Last-Modified"]) = (nil, nil)
        }
        let content = head.status == 304 ? .absent(length: head.contentLength) : sink.content
        return ServerReply(head.status, fields, content: content)
    }

    private func reply(to error: FetchError) -> ServerReply {
        switch error.code {
        case .cancelled: .text(503, "The server is stopping")
        case .refusedURL, .refusedAddress: .text(403, "url is refused: \(error.reason)")
        case .connectTimeout, .stalled, .totalTimeout: .text(504, "\(error.subject): \(error.reason)")
        default: .text(502, "\(error.subject): \(error.reason)")
        }
    }
}

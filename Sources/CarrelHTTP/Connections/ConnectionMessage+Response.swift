import Foundation

/// What is wrong with a response, or how its connection ended.
extension ConnectionMessage {
    /// Reads a message of libcurl about a response; `nil` if it is about something else or is not known.
    public init?(ofResponse message: String) {
        let text = message.lowercased()
        let found = Self.responses.first { known in known.phrases.contains { text.contains($0) } }
        guard let found else { return nil }
        self.init(found.code, found.reason(message), found.remedy)
    }

    /// What helps where a connection ended.
    public static let later = "Try again later"
    /// What helps where the server breaks HTTP.
    public static let tellServer = "Check the address, or tell whoever runs the server"

    private struct Response {
        /// In small letters.
        let phrases: [String]
        let code: FetchError.Code
        let reason: @Sendable (_ message: String) -> String
        let remedy: String?

        static func malformed(_ phrases: String..., reason: String) -> Response {
            Response(
                phrases: phrases, code: .malformed, reason: { _ in reason },
                remedy: ConnectionMessage.tellServer)
        }

        static func ended(
            _ phrases: String..., reason: @escaping @Sendable (_ message: String) -> String
        ) -> Response {
            Response(phrases: phrases, code: .truncated, reason: reason, remedy: ConnectionMessage.later)
        }
    }

    /// All that are known, of libcurl 7.88 and of later ones; what fits first counts.
    private static let responses: [Response] = [
        .malformed("http/0.9", reason: "what answers there does not speak HTTP"),
        .malformed(
            "unsupported http version", "unsupported http/1 subversion", "invalid status line",
            reason: "the server answers with a version of HTTP that is not known"),
        .malformed("unsupported response code", reason: "the server's status is not one of HTTP"),
        .malformed("nul byte in header", reason: "the server's head has a zero byte in it"),
        .malformed("header without colon", reason: "a line of the server's head has no colon"),
        .malformed("invalid content-length", reason: "the server announces a length that is not a number"),
        Response(
            phrases: ["out of memory in chunked"], code: .headTooLarge,
            reason: { _ in "a trailer field is larger than a fetcher takes" }, remedy: nil),
        .malformed(
            "chunked-encoding", "chunk hex-length", "invalid chunk", "chunked-encoded stream",
            reason: "the server's chunks are not as HTTP has them"),
        .ended("outstanding read data") { _ in "the connection ended before the last chunk of the content" },
        .ended("bytes remaining to read", "bytes missing") { message in
            let count = message.split(separator: " ").lazy.compactMap { Int64($0) }.first
            let missing = count.map { "\($0) bytes" } ?? "a part"
            return "the connection ended with \(missing) of the content missing"
        },
        Response(
            phrases: ["empty reply"], code: .truncated,
            reason: { _ in "the connection ended without a response" },
            // A server may agree on HTTP/2 and then not speak it.
            remedy: "\(ConnectionMessage.later). If that never helps over https, set download.http2 to false"),
        .ended("was closed cleanly") { _ in "the server ended the response before its head was whole" },
        .ended("end of the underlying stream") { _ in "the connection ended within the response" },
        .ended("connection died, tried", "failure when receiving data") { _ in
            "the server broke the response off"
        },
        .ended("was not closed cleanly") {
            "the server broke the response off (HTTP/2: \(Self.end(of: $0)))"
        },
        .ended("recv failure", "send failure", "ssl_read: connection", "ssl_write: connection") {
            "the connection broke off: \(Self.end(of: $0))"
        },
    ]

    /// What stands behind the last colon, without the system's number of it.
    private static func end(of message: String) -> Substring {
        let colon = message.range(of: ": ", options: .backwards)
        let end = message[(colon?.upperBound ?? message.startIndex)...]
        return end.range(of: ", errno").map { end[..<$0.lowerBound] } ?? end
    }
}

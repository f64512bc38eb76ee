import CarrelHTTP
import Foundation

/// Replies of servers that do not keep to RFC 9110 and 9112, or take their time.
extension Reply {
    /// Content that ends before the announced length.
    public static func truncated(_ content: Data, after count: Int) -> Reply {
        Reply([
            .head(status: 200, fields: HTTPFields([length(content)])), .bytes(content.prefix(count)), .close,
        ])
    }

    /// The same with something behind it that nobody asked for.
    public func followed(by stray: [Step]) -> Reply {
        let steps = steps
        return Reply { steps($0) + stray }
    }

    /// Chunks without the last one that ends the content.
    public static func chunkedWithoutEnd(_ chunks: [Data]) -> Reply {
        let head = Step.head(status: 200, fields: HTTPFields([("Transfer-Encoding", "chunked")]))
        return Reply([head] + chunks.map { .chunk($0) } + [.close])
    }

    /// The head and some bytes, then nothing.
    public static func stalled(_ content: Data, after count: Int) -> Reply {
        let head = Step.head(status: 200, fields: HTTPFields([length(content)]))
        return Reply(count == 0 ? [head, .stall] : [head, .bytes(content.prefix(count)), .stall])
    }

    /// Nothing at all.
    public static let silent = Reply([.stall])

    /// A closed connection instead of an answer.
    public static let closedAtOnce = Reply([.close])

    /// Content a piece at a time, with a pause before each.
    public static func dripped(_ content: Data, piece: Int, every pause: Duration) -> Reply {
        var steps = [Step.head(status: 200, fields: HTTPFields([length(content)]))]
        for start in stride(from: 0, to: content.count, by: piece) {
            steps += [.delay(pause), .bytes(content.dropFirst(start).prefix(piece))]
        }
        return Reply(steps)
    }

    /// Content that does not end before anyone has lost patience, not fast enough to keep a machine busy.
    public static let endless = Reply([.head(status: 200), .zeros(1 << 40, pause: .milliseconds(1))])

    /// A head of about that many bytes, in many fields.
    public static func hugeHead(_ size: Int) -> Reply {
        let fields = (0..<max(1, size / 1024)).map {
            ("X-Padding-\($0)", String(repeating: "x", count: 1000))
        }
        return .content("ok", fields: fields)
    }

    /// A 206 for a range other than the one that was asked for.
    public static func wrongRange(_ content: Data, from first: Int, entityTag: String? = nil) -> Reply {
        let part = content.dropFirst(first)
        var fields = [("Content-Range", "bytes \(first)-\(content.count - 1)/\(content.count)")]
        if let entityTag { fields.append(("ETag", entityTag)) }
        return .content(Data(part), status: 206, fields: fields)
    }

    /// The whole content, whatever range is asked for.
    public static func ignoringRange(_ content: Data, entityTag: String? = nil) -> Reply {
        .content(content, fields: entityTag.map { [("ETag", $0)] } ?? [])
    }

    /// Bytes that are sent as they are; then the connection is closed.
    public static func raw(_ text: String) -> Reply { Reply([.raw(Data(text.utf8)), .close]) }
}

import CarrelBasics
import CarrelModel

/// One request of a try, and its response, in words.
public struct ExchangeRow: Encodable, Sendable {
    /// What the request asked for.
    public var asked: String
    /// The URLs that redirected to `url`, in order.
    public var redirects: [String]
    /// The URL that answered, or that was requested without an answer.
    public var url: String
    /// The status, if there was a response.
    public var status: Int?
    /// What the response said of the document.
    public var entityTag, lastModified, mediaType: String?
    /// The length of the content in bytes, as the response says.
    public var length: Int64?
    /// The promised digests, such as `sha-256=…`, each with who promised it.
    public var digests: [String]
    /// The `Retry-After` of the response.
    public var retryAfter: String?
    /// What Carrel decided.
    public var decision: String

    public init(_ exchange: AttemptExchange) {
        (asked, decision) = (exchange.asked.words, exchange.decision.words)
        (redirects, url) = (exchange.redirects.map(ShownText.of), ShownText.of(exchange.url))
        (status, length) = (exchange.status, exchange.length)
        (entityTag, lastModified) = (exchange.entityTag, exchange.lastModified)
        (mediaType, retryAfter) = (exchange.mediaType, exchange.retryAfter)
        digests = exchange.digests.map(\.textWithOrigin)
    }
}

extension AttemptExchange.Asked {
    /// Completes “asked for …”.
    fileprivate var words: String {
        switch self {
        case .whole: "the whole document"
        case .unlessUnchanged: "the document if it changed"
        case .rest(let offset, 0): "the bytes from \(offset) on"
        case .rest(let offset, let overlap):
            "the bytes from \(offset) on, and the \(overlap) before to compare"
        case .proven(let offset): "the bytes from \(offset) on; the digests of its pieces prove those before"
        case .confirmation: "whether the whole document that is there is still the current one"
        case .worded(let words): words
        }
    }
}

extension AttemptExchange.Decision {
    /// Completes “decided to …”.
    fileprivate var words: String {
        switch self {
        case .take: "take it"
        case .keep: "change nothing"
        case .setAside(let reason): "set it aside: \(reason)"
        case .giveUp(let reason): "give up: \(reason)"
        case .tryAgain(let reason): "leave it to another try: \(reason)"
        case .stop(let reason): reason.map { "stop: \($0)" } ?? "stop"
        case .startOver: "start over"
        case .confirm: "ask whether what is there is current"
        case .worded(let words): words
        }
    }
}

import CarrelHTTP
import Foundation

/// One request of a try for an item, its response, and what was made of it.
///
/// All of it are values; whoever shows them finds the words. Its JSON form is how libraries keep it, so that it also reads
/// what earlier versions wrote, which recorded words.
public struct AttemptExchange: Sendable, Hashable {
    /// What a request asked for.
    public enum Asked: Sendable, Hashable {
        /// The whole document.
        case whole
        /// The document, unless the stored version is current.
        case unlessUnchanged
        /// The bytes from an offset on, and the `overlap` before it to compare.
        case rest(offset: Int64, overlap: Int)
        /// The bytes from an offset on, where digests of pieces prove those before.
        case proven(offset: Int64)
        /// Whether a partial document that has every byte is current.
        case confirmation
        /// What an earlier version of Carrel wrote.
        case worded(String)

        /// Whether it is a part.
        public var isOfPart: Bool {
            switch self {
            case .rest, .proven: true
            case .whole, .unlessUnchanged, .confirmation, .worded: false
            }
        }
    }

    /// What was decided after the response.
    public enum Decision: Sendable, Hashable {
        /// To store the document.
        case take
        /// To keep the stored version, or to do without what was discarded.
        case keep
        /// To set the document aside.
        case setAside(reason: String)
        /// To fail.
        case giveUp(reason: String)
        /// To fail, and to leave the rest to another try.
        case tryAgain(reason: String)
        /// To stop; the reason is missing if it was cancelled.
        case stop(reason: String?)
        /// To ask for the whole document.
        case startOver
        /// To ask whether the partial document is current.
        case confirm
        /// What an earlier version of Carrel wrote.
        case worded(String)

        /// Whether a document came.
        package var brought: Bool {
            switch self {
            case .take, .setAside: true
            default: false
            }
        }
    }

    /// What the request asked for.
    public var asked: Asked
    /// The URLs that redirected to `url`, in order.
    public var redirects: [String] = []
    /// The URL that answered, or that was requested without an answer.
    public var url: String
    /// The status, if there was a response.
    public var status: Int?
    /// The `ETag` of the response.
    public var entityTag: String?
    /// The `Last-Modified` of the response.
    public var lastModified: String?
    /// The `Content-Type` of the response.
    public var mediaType: String?
    /// The beginning of the SHA-256 of the document that it brought, 16 digits: what its server called that is known by it
    /// once the document is an earlier version.
    public var content: String?
    /// The length of the content in bytes, as the response says.
    public var length: Int64?
    /// The promised digests.
    public var digests: [ExpectedDigest]
    /// The `Retry-After` of the response.
    public var retryAfter: String?
    /// What was decided.
    public var decision: Decision

    /// Makes one from what is known of it.
    ///
    /// - Parameters:
    ///   - asked: what the request asked for.
    ///   - url: the URL that was requested.
    ///   - head: the head of the response, if there was one.
    ///   - trail: where redirects led, if they were all that was answered.
    ///   - digests: the promised digests.
    ///   - decision: what was decided.
    public init(
        asked: Asked, url: String, head: ResponseHead?, trail: RedirectTrail? = nil,
        digests: [ExpectedDigest] = [], decision: Decision
    ) {
        (self.asked, self.digests, self.decision) = (asked, digests, decision)
        guard let head else {
            self.url = trail?.url.absoluteString ?? url
            (redirects, status) = (trail?.redirects.map(\.absoluteString) ?? [], trail?.status)
            return
        }
        if !head.redirects.isEmpty { redirects = head.redirects.map(\.absoluteString) }
        (self.url, status, length) = (head.target.text, head.status, head.contentLength)
        let validators = head.validators
        (entityTag, lastModified) = (validators.entityTag, validators.lastModified)
        (mediaType, retryAfter) = (head.fields["Content-Type"], head.fields["Retry-After"])
    }
}

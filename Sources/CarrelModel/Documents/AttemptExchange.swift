import CarrelHTTP
import Foundation

/// One request of a try for an item, and its response, as `carrel why` shows them.
public struct AttemptExchange: Sendable, Hashable, Codable {
    /// What the request asked for, in a few words.
    public var asked: String
    /// The URLs that redirected to `url`, in order.
    public var redirects: [String]
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
    /// The length of the content in bytes, as the response says.
    public var length: Int64?
    /// The promised digests, such as `sha-256=…`, each with where it came from.
    public var digests: [String]
    /// The `Retry-After` of the response.
    public var retryAfter: String?
    /// What Carrel decided, in a few words.
    public var decision: String

    public init(asked: String, url: String, head: ResponseHead?, digests: [String] = [], decision: String) {
        (self.asked, self.digests, self.decision) = (asked, digests, decision)
        guard let head else {
            (redirects, self.url) = ([], url)
            return
        }
        redirects = head.redirects.isEmpty ? [] : head.redirects.map(\.absoluteString)
        (self.url, status, length) = (head.target.text, head.status, head.contentLength)
        let validators = head.validators
        (entityTag, lastModified) = (validators.entityTag, validators.lastModified)
        (mediaType, retryAfter) = (head.fields["Content-Type"], head.fields["Retry-After"])
    }
}

import CarrelHTTP
import Foundation

/// A document that was set aside because it is not what was promised or was damaged.
public struct QuarantinedDocument: Sendable, Hashable {
    /// The item that it was fetched for; `nil` for a file that was found in the quarantine without a record.
    public var key: ItemKey?
    /// Its name in the quarantine.
    public var token: String
    /// The name that it gets when it is accepted.
    public var name: String
    /// Why it was set aside.
    public var reason: String
    /// Its size and SHA-256.
    public var digest: ContentDigest
    /// The media type that the server declared, if any.
    public var mediaType: MediaType?
    /// Where it came from.
    public var origin: DocumentOrigin
    /// When it was set aside.
    public var date: Date
    /// Whether it is complete; an incomplete one can be looked at, but not accepted.
    public var isWhole: Bool
    /// Whether it was a stored document that changed on disk; it is never removed unasked, because the change may have
    /// been intended.
    public var wasStored = false

    public init(
        key: ItemKey?, token: String, name: String, reason: String, digest: ContentDigest,
        mediaType: MediaType?, origin: DocumentOrigin, date: Date, isWhole: Bool = true
    ) {
        self.isWhole = isWhole
        self.key = key
        self.token = token
        self.name = name
        self.reason = reason
        self.digest = digest
        self.mediaType = mediaType
        self.origin = origin
        self.date = date
    }

    /// A new unique name in the quarantine for a document.
    ///
    /// Chosen before the document is moved there, so that the move can be recorded first.
    public static func newToken(for name: String) -> String {
        DocumentName.adding(
            suffix: String(UInt64.random(in: .min ... .max), radix: 36), to: DocumentName.safe(name))
    }
}

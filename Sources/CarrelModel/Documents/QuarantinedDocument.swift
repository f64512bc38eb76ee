import CarrelHTTP
import Foundation

/// A body that is not what was promised: set aside, for somebody to look at.
public struct QuarantinedDocument: Sendable, Hashable {
    /// The item that it came for; `nil` for a file that was found in the quarantine without a record.
    public var key: ItemKey?
    /// Its name in the quarantine.
    public var token: String
    /// The name that it gets when it is accepted.
    public var name: String
    /// Why it was set aside.
    public var reason: String
    /// What it holds.
    public var digest: ContentDigest
    /// The media type that the server declared, if any.
    public var mediaType: MediaType?
    /// Where it came from.
    public var origin: DocumentOrigin
    /// When it was set aside.
    public var date: Date
    /// Whether it came to its end; a beginning can be looked at, but never be stored as the document.
    public var isWhole: Bool
    /// Whether it was a stored document that something else has changed; it is never removed unasked, for the change
    /// may have been meant.
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

    /// A name in the quarantine that nothing else has, for a document that wants a name.
    ///
    /// Chosen before the document is moved there, so that the move can be recorded first.
    public static func newToken(for name: String) -> String {
        DocumentName.adding(
            suffix: String(UInt64.random(in: .min ... .max), radix: 36), to: DocumentName.safe(name))
    }
}

import CarrelHTTP
import Foundation

/// A document that is durably in the store, whole and verified.
public struct StoredDocument: Sendable, Hashable, Codable {
    /// The name in the store: one path component, safe on every file system.
    public var name: String
    /// The size in bytes.
    public var size: Int64
    /// The SHA-256 of the content, 64 lower-case hexadecimal digits.
    public var sha256: String
    /// The media type that the server declared, if any.
    public var mediaType: MediaType?
    /// The validators of this version, for the next conditional request.
    public var validators: Validators
    /// The URL that delivered it, after redirects.
    public var url: String
    /// The URL that was asked for, where redirects led from it to `url`.
    public var requestedURL: String?
    /// When it was stored.
    public var storedAt: Date
    /// The SHA-256 of what its server has, where an earlier version was restored over it: the validators are that one's.
    public var restoredOver: String?
    /// When its file was written last, where the store knows: what differs from it may have been edited.
    public var fileTime: FileTime?
    /// The name under which the version before is still, for somebody wrote into it: this one has another name.
    public var editedCopy: String?
    /// The name that its server suggests, where it was named so.
    public var suggestedName: String?

    public init(
        name: String, size: Int64, sha256: String, mediaType: MediaType?, validators: Validators,
        url: String, storedAt: Date
    ) {
        self.name = name
        self.size = size
        self.sha256 = sha256
        self.mediaType = mediaType
        self.validators = validators
        self.url = url
        self.storedAt = storedAt
    }

    /// Whether a body is what is known of the server: the document itself, or what an earlier version was restored over.
    package func isCurrent(_ sha256: String) -> Bool { sha256 == self.sha256 || sha256 == restoredOver }

    /// What it holds.
    public var digest: ContentDigest { ContentDigest(size: size, sha256: sha256) }

    /// Where this version came from.
    public var origin: DocumentOrigin {
        DocumentOrigin(url: url, requestedURL: requestedURL, validators: validators)
    }
}

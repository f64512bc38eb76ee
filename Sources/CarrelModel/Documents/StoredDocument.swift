import CarrelHTTP
import Foundation

/// A document that is durably in the store, whole and verified.
public struct StoredDocument: Sendable, Hashable, Codable {
    /// The name in the store: safe path components with slashes between them.
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
    /// The URL that was requested, if redirects led from it to `url`.
    public var requestedURL: String? {
        get { extras?.values.requestedURL }
        set { change { $0.requestedURL = newValue } }
    }
    /// The URL that the catalogue gave it.
    package var listedURL: String { requestedURL ?? url }
    /// When it was stored.
    public var storedAt: Date
    /// If an earlier version was restored: the SHA-256 of the server's version, to which the validators belong.
    public var restoredOver: String? {
        get { extras?.values.restoredOver }
        set { change { $0.restoredOver = newValue } }
    }
    /// When its file was last written, if the store knows; a file with another time may have been edited.
    public var fileTime: FileTime?
    /// The name of the edited version before this one, which kept that name, so that this one has another.
    public var editedCopy: String? {
        get { extras?.values.editedCopy }
        set { change { $0.editedCopy = newValue } }
    }
    /// The name that its server suggests in `Content-Disposition`, if any.
    public var suggestedName: String? {
        get { extras?.values.suggestedName }
        set { change { $0.suggestedName = newValue } }
    }
    /// What the catalogue promised of a document that was imported (`Item.promise`), until its server is asked.
    public var importedPromise: String? {
        get { extras?.values.importedPromise }
        set { change { $0.importedPromise = newValue } }
    }

    /// What the catalogue promised (`Item.promise`) when the document was taken although it is not that; empty for nothing.
    ///
    /// Somebody accepted it from the quarantine. Of one that came in a content coding, and has another size without that, it
    /// is the size.
    public var acceptedPromise: String? {
        get { extras?.values.acceptedPromise }
        set { change { $0.acceptedPromise = newValue } }
    }

    /// What the catalogue said of the server's known version; `nil` if that does not tell it from others.
    public var listed: ListedVersion? {
        get { extras?.values.listed }
        set { change { $0.listed = newValue } }
    }

    /// What few documents have, so that the others take less memory.
    private var extras: Extras?

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

    /// Whether a digest is that of the server's known version: the document itself, or the one that was restored over.
    package func isCurrent(_ sha256: String) -> Bool { sha256 == self.sha256 || sha256 == restoredOver }

    /// The SHA-256 of the server's known version; `nil` if somebody accepted that against what was promised.
    package var promisedSHA256: String? { acceptedPromise == nil ? restoredOver ?? sha256 : nil }

    /// Whether somebody restored an earlier version.
    public var isRestored: Bool { restoredOver != nil }

    /// Whether the server's known version was taken although it is not what the catalogue promises, which promises the same now.
    package func isAccepted(size: Int64?, _ digest: ExpectedDigest?) -> Bool {
        acceptedPromise == Item.promise(size: size, digest) ?? ""
    }

    /// Whether a catalogue promises another document than the stored one and the server's known version: by the SHA-256 or,
    /// without one, by the size.
    ///
    /// The promise against which it was taken contradicts nothing.
    package func contradicts(size: Int64?, _ digest: ExpectedDigest?) -> Bool {
        guard !isAccepted(size: size, digest) else { return false }
        if let digest, digest.algorithm == .sha256 { return !isCurrent(digest.hex) }
        guard let size, !isRestored else { return false }
        if acceptedPromise == Item.promise(size: size, nil) { return false }
        return size != self.size
    }

    /// Its size and SHA-256.
    public var digest: ContentDigest { ContentDigest(size: size, sha256: sha256) }

    /// Where this version came from.
    public var origin: DocumentOrigin {
        DocumentOrigin(url: url, requestedURL: requestedURL, validators: validators, listed: listed)
    }
}

extension StoredDocument {
    /// Values behind a reference that is shared and never changed.
    private final class Extras: Sendable, Hashable {
        struct Values: Sendable, Hashable, Codable {
            var requestedURL, restoredOver, editedCopy, suggestedName: String?
            var importedPromise, acceptedPromise: String?
            var listed: ListedVersion?
        }

        let values: Values

        /// `nil` if all values are missing.
        init?(_ values: Values) {
            guard values != Values() else { return nil }
            self.values = values
        }

        static func == (left: Extras, right: Extras) -> Bool { left.values == right.values }

        func hash(into hasher: inout Hasher) { hasher.combine(values) }
    }

    private mutating func change(_ change: (inout Extras.Values) -> Void) {
        var values = extras?.values ?? Extras.Values()
        change(&values)
        extras = Extras(values)
    }

    private enum CodingKeys: CodingKey {
        case name, size, sha256, mediaType, validators, url, storedAt, fileTime
    }

    /// Reads all keys from one object, including those that few documents have.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try values.decode(String.self, forKey: .name),
            size: try values.decode(Int64.self, forKey: .size),
            sha256: try values.decode(String.self, forKey: .sha256),
            mediaType: try values.decodeIfPresent(MediaType.self, forKey: .mediaType),
            validators: try values.decode(Validators.self, forKey: .validators),
            url: try values.decode(String.self, forKey: .url),
            storedAt: try values.decode(Date.self, forKey: .storedAt))
        fileTime = try values.decodeIfPresent(FileTime.self, forKey: .fileTime)
        extras = Extras(try Extras.Values(from: decoder))
    }

    /// Writes all keys into one object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(size, forKey: .size)
        try container.encode(sha256, forKey: .sha256)
        try container.encodeIfPresent(mediaType, forKey: .mediaType)
        try container.encode(validators, forKey: .validators)
        try container.encode(url, forKey: .url)
        try container.encode(storedAt, forKey: .storedAt)
        try container.encodeIfPresent(fileTime, forKey: .fileTime)
        try extras?.values.encode(to: encoder)
    }
}

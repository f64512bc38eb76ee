/// What must be known of a partial document to continue it safely.
public struct PartialNote: Sendable, Hashable, Codable {
    /// The URL that the bytes came from.
    public var url: String
    /// The URL that was asked for, where redirects led from it to `url`.
    public var requestedURL: String?
    /// The validators of the version that the bytes belong to.
    public var validators: Validators
    /// The length of the whole document in bytes, if known.
    public var completeLength: Int64?
    /// The media type that the server declared: the answer to a range need not repeat it.
    public var mediaType: MediaType?
    /// Whether the bytes were decoded from a content coding: no range of the document continues them.
    public var isDecoded: Bool?
    /// The digests of the whole document that the server promised with its first bytes.
    public var digests: [ExpectedDigest]?
    /// The `Content-Disposition` field that came with the first bytes.
    public var contentDisposition: String?

    /// Makes a note.
    public init(
        url: String, validators: Validators, completeLength: Int64?, mediaType: MediaType? = nil,
        isDecoded: Bool = false, digests: [ExpectedDigest] = [], contentDisposition: String? = nil
    ) {
        self.digests = digests.isEmpty ? nil : digests
        self.contentDisposition = contentDisposition
        self.isDecoded = isDecoded ? true : nil
        self.url = url
        self.validators = validators
        self.completeLength = completeLength
        self.mediaType = mediaType
    }

    /// Where the bytes came from.
    var origin: DocumentOrigin {
        DocumentOrigin(url: url, requestedURL: requestedURL, validators: validators)
    }

    /// Whether a later request can make sure that it continues the same version: by a validator, or by fetching
    /// the last bytes again where the length tells at least that nothing was added.
    public var allowsResuming: Bool {
        isDecoded != true && (validators.rangeValidator != nil || completeLength != nil)
    }
}

/// A partial document that waits to be continued.
public struct PartialDocument: Sendable, Hashable {
    /// How many bytes there are.
    public var bytes: Int64
    /// What is known of them.
    public var note: PartialNote

    /// Makes a value.
    public init(bytes: Int64, note: PartialNote) {
        self.bytes = bytes
        self.note = note
    }
}

/// The size and SHA-256 of content.
public struct ContentDigest: Sendable, Hashable, Codable {
    /// The size in bytes.
    public var size: Int64
    /// 64 lower-case hexadecimal digits.
    public var sha256: String

    /// Makes a digest.
    public init(size: Int64, sha256: String) {
        self.size = size
        self.sha256 = sha256
    }
}

/// A whole document in memory.
public struct DocumentContent: Sendable {
    /// The item.
    public var key: ItemKey
    /// The bytes.
    public var bytes: [UInt8]

    /// Makes a value.
    public init(key: ItemKey, bytes: [UInt8]) {
        self.key = key
        self.bytes = bytes
    }
}

/// A whole document that can be published: one without a name yet, or one that is to get another.
public struct StagedDocument: Sendable, Hashable, Codable {
    /// The store's own token for the bytes.
    public var token: String
    /// What the bytes are.
    public var digest: ContentDigest

    /// Makes a value.
    public init(token: String, digest: ContentDigest) {
        self.token = token
        self.digest = digest
    }
}

/// A staged document and the name it is to have.
public struct Publication: Sendable, Hashable, Codable {
    /// Where the name is.
    public enum Area: String, Sendable, Hashable, Codable {
        /// Among the documents.
        case documents
        /// In the quarantine.
        case quarantine
    }

    /// The document.
    public var document: StagedDocument
    /// Where its name is to be.
    public var area: Area
    /// The name: one path component.
    public var name: String
    /// What the name holds now and may be replaced, or `nil` where the name must be free.
    public var replaces: ContentDigest?

    /// Makes a publication.
    public init(
        document: StagedDocument, in area: Area = .documents, name: String, replaces: ContentDigest? = nil
    ) {
        self.document = document
        self.area = area
        self.name = name
        self.replaces = replaces
    }
}

/// A publication that could not be done, for a reason of its own: others may succeed.
public struct RefusedPublication: Error, Sendable, Hashable {
    /// The publication.
    public var publication: Publication
    /// Why.
    public var error: StoreError

    /// Makes a value.
    public init(_ publication: Publication, _ error: StoreError) {
        self.publication = publication
        self.error = error
    }

    /// Why, and what to do.
    var reason: String { [error.reason, error.remedy].compactMap { $0 }.joined(separator: ". ") }
}

/// What a store holds under a name, without a look at the content.
public struct StoreEntry: Sendable, Hashable {
    /// The size in bytes.
    public var size: Int64

    /// Makes an entry.
    public init(size: Int64) { self.size = size }
}

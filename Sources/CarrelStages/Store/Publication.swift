import CarrelBasics
import CarrelModel
import Foundation

/// A whole document in memory.
public struct DocumentContent: Sendable {
    /// The item.
    public var key: ItemKey
    /// The bytes.
    public var bytes: [UInt8]

    public init(key: ItemKey, bytes: [UInt8]) {
        self.key = key
        self.bytes = bytes
    }
}

/// A whole document that can be published: one without a name yet, or one that is to get another name.
public struct StagedDocument: Sendable, Hashable, Codable {
    /// The store's own token for the bytes.
    public var token: String
    /// The size and SHA-256 of the bytes.
    public var digest: ContentDigest
    /// When the bytes were last written, if the store knows.
    public var fileTime: FileTime?

    public init(token: String, digest: ContentDigest, fileTime: FileTime? = nil) {
        self.token = token
        self.digest = digest
        self.fileTime = fileTime
    }
}

/// A staged document and the name that it is to get.
public struct Publication: Sendable, Hashable, Codable {
    /// Where the name is.
    public enum Area: String, Sendable, Hashable, Codable {
        /// Among the documents.
        case documents
        /// In the quarantine, for stores that have one.
        case quarantine
        /// Nowhere: a stored document that is about to be removed. It is recorded like the others, and no store publishes it.
        case removal
    }

    /// The document.
    public var document: StagedDocument
    /// Where it gets its name.
    public var area: Area
    /// The name: safe path components with slashes between them; in the quarantine one component.
    public var name: String
    /// The content that the name holds now and that may be replaced; `nil` if the name must be free.
    public var replaces: ContentDigest?
    /// The name of an edited document that this one succeeds and that keeps its name.
    ///
    /// The earlier versions move to the new name, and the edited document becomes one of them. The new name must be
    /// free.
    public var succeeds: String?
    /// The name that the document has now and gives up; its versions move with it.
    ///
    /// If somebody renamed the document, so that it has its new name already, only the versions move.
    public var moves: String?
    /// Whether the replaced document becomes a version even if the store keeps none: after somebody restored a version.
    public var keepsReplaced = false

    public init(
        document: StagedDocument, in area: Area = .documents, name: String, replaces: ContentDigest? = nil
    ) {
        self.document = document
        self.area = area
        self.name = name
        self.replaces = replaces
    }
}

/// A publication that failed for a reason of its own; others may succeed.
public struct RefusedPublication: Error, Sendable, Hashable {
    /// The publication.
    public var publication: Publication
    /// Why.
    public var error: StoreError

    public init(_ publication: Publication, _ error: StoreError) {
        self.publication = publication
        self.error = error
    }

    /// Why, and what to do.
    package var reason: String { [error.reason, error.remedy].compactMap { $0 }.joined(separator: ". ") }
}

/// What a store holds under a name, as far as it is known without reading the content.
public struct StoreEntry: Sendable, Hashable {
    /// The size in bytes.
    public var size: Int64
    /// When the content was last written, if the store knows.
    public var fileTime: FileTime?
    /// The SHA-256 that the service of the store computed of the content, in lower-case hexadecimal digits; `nil` if it
    /// computes none.
    public var sha256: String?

    public init(size: Int64, fileTime: FileTime? = nil, sha256: String? = nil) {
        self.size = size
        self.fileTime = fileTime
        self.sha256 = sha256
    }

    /// The entry of a document that the store could not look at: it may be there, and nothing is known of it.
    public static let unseen = StoreEntry(size: -1)

    /// Whether the store could look at it.
    public var isSeen: Bool { size >= 0 }

    /// Whether nothing that is known without reading speaks against the content that is recorded.
    package func seems(_ document: StoredDocument) -> Bool {
        size == document.size && fileTime != nil && !isTouched(since: document)
            && (sha256 ?? document.sha256) == document.sha256
    }

    /// Whether its size or time speaks against the content that is recorded; not of what the store could not look at.
    package func differs(from document: StoredDocument) -> Bool {
        isSeen && (size != document.size || isTouched(since: document))
    }

    /// Whether the file was written after the document was stored.
    ///
    /// If so, different content is an edit; otherwise it is damage, because a bad disk changes no time.
    package func isTouched(since document: StoredDocument) -> Bool {
        isTouched(since: document.fileTime, storedAt: document.storedAt)
    }

    /// Whether the file was written after its document was stored, by what is recorded of that.
    package func isTouched(since recorded: FileTime?, storedAt: Date) -> Bool {
        guard let fileTime else { return false }
        if let recorded { return !fileTime.isSame(as: recorded) }
        // Earlier versions of Carrel recorded no time; the bytes were written before the record.
        return Double(fileTime.nanoseconds) / 1e9 > storedAt.timeIntervalSince1970 + 2
    }
}

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

/// A whole document that can be published: one without a name yet, or one that is to get another.
public struct StagedDocument: Sendable, Hashable, Codable {
    /// The store's own token for the bytes.
    public var token: String
    /// What the bytes are.
    public var digest: ContentDigest
    /// When the bytes were written last, where the store knows.
    public var fileTime: FileTime?

    public init(token: String, digest: ContentDigest, fileTime: FileTime? = nil) {
        self.token = token
        self.digest = digest
        self.fileTime = fileTime
    }
}

/// A staged document and the name it is to have.
public struct Publication: Sendable, Hashable, Codable {
    /// Where the name is.
    public enum Area: String, Sendable, Hashable, Codable {
        /// Among the documents.
        case documents
        /// In the quarantine, for stores that have one.
        case quarantine
    }

    /// The document.
    public var document: StagedDocument
    /// Where its name is to be.
    public var area: Area
    /// The name: one path component.
    public var name: String
    /// What the name holds now and may be replaced, or `nil` if the name must be free.
    public var replaces: ContentDigest?
    /// The name of the document that it succeeds and that stays where it is, for somebody wrote into it.
    ///
    /// The earlier versions go with the new name, and the edited document is one of them. The name must be free.
    public var succeeds: String?
    /// The name that the document has and is to lose: its versions go with it.
    ///
    /// Where the document has its new name already, for somebody renamed it, only the versions follow.
    public var moves: String?
    /// Whether what it replaces is kept as a version even where the store keeps none: somebody restored another one.
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

/// A publication that could not be done, for a reason of its own: others may succeed.
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

/// What a store holds under a name, without a look at the content.
public struct StoreEntry: Sendable, Hashable {
    /// The size in bytes.
    public var size: Int64
    /// When the content was written last, where the store knows.
    public var fileTime: FileTime?

    public init(size: Int64, fileTime: FileTime? = nil) {
        self.size = size
        self.fileTime = fileTime
    }

    /// Whether somebody wrote it after it was stored.
    ///
    /// Content that differs is an edit then, and damage otherwise: a bad disk changes no time.
    package func isTouched(since document: StoredDocument) -> Bool {
        guard let fileTime else { return false }
        if let recorded = document.fileTime { return !fileTime.isSame(as: recorded) }
        // An earlier Carrel recorded no time; the bytes were there before the record.
        return Double(fileTime.nanoseconds) / 1e9 > document.storedAt.timeIntervalSince1970 + 2
    }
}

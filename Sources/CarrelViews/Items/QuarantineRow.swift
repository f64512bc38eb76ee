import CarrelCore
import CarrelHTTP
import CarrelModel
import Foundation

/// A document that was set aside.
public struct QuarantineRow: Encodable, Sendable {
    /// Its place in the list, from 1.
    public var number: Int
    /// The item, by its catalogue's location, its collection and its identity there; `nil` if unknown.
    public var catalog, collection, item: String?
    /// The item's title, or else the name.
    public var title: String
    /// Its own name in the quarantine, which no other file has or will have.
    public var file: String
    /// The name that it gets if it is accepted, and why it was set aside.
    public var name, reason: String
    /// Its size in bytes.
    public var bytes: Int64
    /// Its SHA-256, in hexadecimal digits.
    public var sha256: String
    /// The media type that the server declared.
    public var mediaType: String?
    /// The URL that delivered it; empty if unknown.
    public var url: String
    /// When it was set aside.
    public var date: Date
    /// The path of its file; `nil` if it is not a file on this machine, or is gone.
    public var path: String?

    /// Makes a row of the list.
    ///
    /// - Parameters:
    ///   - entry: the document.
    ///   - file: its file.
    public init(_ entry: QuarantineEntry, file: URL?) {
        let document = entry.document
        (number, title, name, self.file) = (entry.number, entry.title, document.name, document.token)
        (catalog, collection, item) = (
            document.key?.catalog, document.key?.collection, document.key?.item
        )
        (reason, bytes, sha256) = (document.reason, document.digest.size, document.digest.sha256)
        (mediaType, url, date) = (document.mediaType?.description, document.origin.url, document.date)
        path = file?.path
    }
}

/// A document that was set aside and then accepted.
public struct AcceptedRow: Encodable, Sendable {
    /// The item's identity in its collection; `nil` if unknown.
    public var item: String?
    /// The document's name.
    public var name: String
    /// Its SHA-256, in hexadecimal digits.
    public var sha256: String

    public init(item: String?, _ document: StoredDocument) {
        (self.item, name, sha256) = (item, document.name, document.sha256)
    }
}

import CarrelHTTP
import CarrelModel
import Foundation

/// A body that was set aside.
public struct QuarantineRow: Encodable, Sendable {
    /// Its place in the list, from 1.
    public var number: Int
    /// The item, by its catalogue's location, its collection and its identity there; `nil` if it is not known.
    public var catalog, collection, item: String?
    /// The item's title, or the name.
    public var title: String
    /// The name that the document would have got, and why it did not.
    public var name, reason: String
    /// Its size.
    public var bytes: Int64
    /// Its SHA-256, in hexadecimal digits.
    public var sha256: String
    /// What the server called it.
    public var mediaType: String?
    /// The URL that delivered it; empty if it is not known.
    public var url: String
    /// When it was set aside.
    public var date: Date
    /// The path of the file that holds it; `nil` if that is none of this machine, or is gone.
    public var path: String?

    /// A body of the list.
    ///
    /// - Parameters:
    ///   - document: the body.
    ///   - number: its place in the list, from 1.
    ///   - title: the title under which its item is or was listed.
    ///   - file: the file that holds it.
    public init(_ document: QuarantinedDocument, number: Int, title: String, file: URL?) {
        (self.number, self.title, name) = (number, title, document.name)
        (catalog, collection, item) = (
            document.key?.catalog, document.key?.collection, document.key?.item
        )
        (reason, bytes, sha256) = (document.reason, document.digest.size, document.digest.sha256)
        (mediaType, url, date) = (document.mediaType?.description, document.origin.url, document.date)
        path = file?.path
    }
}

/// A body that was set aside and is a document after all.
public struct AcceptedRow: Encodable, Sendable {
    /// The item's identity in its collection; `nil` if it is not known.
    public var item: String?
    /// The document's name.
    public var name: String
    /// Its SHA-256, in hexadecimal digits.
    public var sha256: String

    /// What was set aside for an item, and the document that it has become.
    public init(item: String?, _ document: StoredDocument) {
        (self.item, name, sha256) = (item, document.name, document.sha256)
    }
}

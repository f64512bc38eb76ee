import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// A version of a document.
public struct VersionRow: Encodable, Sendable {
    /// The item, by its catalogue's location, its collection and its identity there.
    public var catalog, collection, item: String
    /// Its number; `nil` for the stored document.
    public var number: Int?
    /// When it was stored, if known.
    public var date: Date?
    /// Its size in bytes; `nil` if it is gone or cannot be read.
    public var bytes: Int64?
    /// Its SHA-256, in hexadecimal digits; `nil` if it is gone or cannot be read.
    public var sha256: String?
    /// Why it cannot be read, if it is there.
    public var problem: String?
    /// Whether it is the stored document, and whether somebody edited it.
    public var isCurrent, isEdited: Bool
    /// Whether it waits for its name, which still has the version before or nothing; `nil` if it has it.
    public var isUnnamed: Bool?
    /// Whether it is a restored version, and the server has another one.
    public var isRestored: Bool

    public init(_ version: Desk.Version, of key: ItemKey) {
        (catalog, collection, item) = (key.catalog, key.collection, key.item)
        (number, date, isEdited) = (version.number, version.date, version.isEdited)
        (bytes, sha256) = (version.digest?.size, version.digest?.sha256)
        (isCurrent, isRestored) = (version.number == nil, version.isRestored)
        isUnnamed = version.isUnnamed ? true : nil
        problem = version.trouble?.reason
    }
}

/// A document, or a version of one, that was or would be removed.
public struct PrunableRow: Encodable, Sendable {
    /// Why: `orphaned`, `ignored` or `versions`.
    public var kind: String
    /// The item, by its catalogue's location, its collection and its identity there; `nil` for a version of a document
    /// that is no longer recorded.
    public var catalog, collection, item: String?
    /// The item's title; the name of a document that is no longer recorded.
    public var title: String
    /// The document's name.
    public var name: String
    /// The version's number; `nil` for the document itself.
    public var number: Int?
    /// Its size in bytes.
    public var bytes: Int64
    /// When it was stored, if known.
    public var date: Date?
    /// Whether somebody edited it; then it stays, unless that was asked for.
    public var isEdited: Bool
    /// Whether it stays because its document waits for its name; `nil` if that has it.
    public var isUnnamed: Bool?
    /// Where a version is within the library, if its document is no longer recorded.
    public var path: String?

    public init(_ prunable: Desk.Prunable) {
        (kind, title, name) = (prunable.kind.rawValue, prunable.title, prunable.name)
        (catalog, collection, item) = (prunable.key?.catalog, prunable.key?.collection, prunable.key?.item)
        (number, bytes, date) = (prunable.version?.number, prunable.size, prunable.date)
        (isEdited, path) = (prunable.isEdited, prunable.place)
        isUnnamed = prunable.isUnnamed ? true : nil
    }
}

import CarrelCore
import CarrelModel
import Foundation

/// One item as a list shows it.
public struct ItemRow: Encodable, Sendable {
    /// The item, by its catalogue's location, its collection and its identity there.
    public var catalog, collection, item: String
    /// Its place in its collection, from 1; `nil` if it is no longer listed.
    public var number: Int?
    /// Its position in a chart.
    public var rank: String?
    /// Its title.
    public var title: String
    /// What is shown smaller beside the title.
    public var subtitle: String?
    /// Its URL; `nil` if it is not available yet.
    public var url: String?
    /// The name of its state, such as `updateAvailable`.
    public var status: String
    /// Whether the stored document is `new` or `updated`; `nil` once somebody has looked at it.
    public var news: String?
    /// Whether it is ignored; `nil` if it is not.
    public var isIgnored: Bool?
    /// Whether somebody edited the stored document; `nil` if nobody did.
    public var isEdited: Bool?
    /// Whether the document waits for its name; `nil` if it has it.
    public var isUnnamed: Bool?
    /// The name of the edited version before this one, which keeps it.
    public var editedCopy: String?
    /// Why the last try failed.
    public var reason: String?
    /// Where its document is stored.
    public var path: String?
    /// The size of the document in bytes.
    public var bytes: Int64?
    /// The SHA-256 of the document, in hexadecimal digits.
    public var sha256: String?
    /// When the document was stored.
    public var storedAt: Date?

    /// An item.
    ///
    /// - Parameters:
    ///   - row: the item.
    ///   - root: the store's folder, for the path of its document; without it, the path is only the name.
    public init(_ row: LibraryView.Row, root: URL?) {
        (catalog, collection, item) = (row.key.catalog, row.key.collection, row.key.item)
        (title, subtitle, rank, url) = (row.item.title, row.item.subtitle, row.item.rank, row.item.url)
        number = row.number == 0 ? nil : row.number
        status = row.status.name
        news = row.news?.rawValue
        (isIgnored, isEdited) = (row.isIgnored ? true : nil, row.isEdited ? true : nil)
        isUnnamed = row.isUnnamed ? true : nil
        editedCopy = row.document?.editedCopy
        switch row.trouble ?? row.status {
        case .failed(let reason), .setAside(let reason), .discarded(let reason): self.reason = reason
        default: break
        }
        if let document = row.storedDocument {
            path = root.path(of: document.name)
            (bytes, sha256, storedAt) = (document.size, document.sha256, document.storedAt)
        }
    }
}

/// One item with what its catalogue says of it: the keys of `ItemRow`, and `details`.
public struct ItemDetailsRow: Encodable, Sendable {
    /// The item.
    public var item: ItemRow
    /// What its catalogue says of it, in its order.
    public var details: [Detail]

    /// An item; the path of its document begins with the store's folder, if there is one.
    public init(_ row: LibraryView.Row, root: URL?) {
        (item, details) = (ItemRow(row, root: root), row.details)
    }

    /// Writes the keys of both into one object.
    public func encode(to encoder: any Encoder) throws {
        try item.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(details, forKey: .details)
    }

    private enum CodingKeys: String, CodingKey { case details }
}

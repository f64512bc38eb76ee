import CarrelModel

/// A library at one moment: what is recorded, and what is being fetched.
public struct DeskSnapshot: Sendable {
    /// The recorded library.
    public let view: LibraryView
    /// The number of the last change that it includes.
    public let number: Int64
    let live: [ItemKey: ItemStatus]
    let underWay: Set<ItemKey>

    /// The items of a collection with their current status.
    public func rows(of collection: LibraryView.CollectionRow) -> [LibraryView.Row] {
        view.rows(of: collection).map { row in
            var row = row
            row.status = status(of: row.key) ?? row.status
            return row
        }
    }

    /// The status of an item that is queued or being fetched; `nil` for any other.
    public func status(of key: ItemKey) -> ItemStatus? {
        live[key] ?? (underWay.contains(key) ? .downloading(fraction: nil) : nil)
    }
}

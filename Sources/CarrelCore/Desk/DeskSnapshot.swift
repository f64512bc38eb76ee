import CarrelModel

/// A library at one instant: what is recorded, and what is on its way.
public struct DeskSnapshot: Sendable {
    /// What is recorded.
    public let view: LibraryView
    /// The number of the last change that it shows.
    public let number: Int64
    let live: [ItemKey: ItemStatus]
    let underWay: Set<ItemKey>

    /// The items of a collection with their status just now.
    public func rows(of collection: LibraryView.CollectionRow) -> [LibraryView.Row] {
        view.rows(of: collection).map { row in
            var row = row
            row.status = status(of: row.key) ?? row.status
            return row
        }
    }

    /// The status of an item that is on its way; `nil` for any other.
    public func status(of key: ItemKey) -> ItemStatus? {
        live[key] ?? (underWay.contains(key) ? .downloading(fraction: nil) : nil)
    }
}

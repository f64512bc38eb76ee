import CarrelModel

/// A library at one moment: what is recorded, and what is being fetched.
public struct DeskSnapshot: Sendable {
    /// The recorded library.
    public let view: LibraryView
    /// The number of the last change that it includes.
    public let number: Int64
    /// The items that are queued or being fetched, by the keys that their documents are recorded under.
    public let underWay: [ItemKey: LiveStatus]

    package init(_ view: LibraryView, number: Int64, underWay: [ItemKey: LiveStatus] = [:]) {
        (self.view, self.number, self.underWay) = (view, number, underWay)
    }

    /// The items of a collection with their current status.
    public func rows(of collection: LibraryView.CollectionRow) -> [LibraryView.Row] {
        view.rows(of: collection).map { $0.now(underWay[$0.documentKey]) }
    }
}

import CarrelModel
import CarrelStages
import Foundation

/// An item that was viewed.
public struct RecentRow: Encodable, Sendable {
    /// The item, by its catalogue's location, its collection and its identity there.
    public var catalog, collection, item: String
    /// The text that names it on a command line; `nil` if it is no longer listed.
    public var address: String?
    /// The title under which it was last listed.
    public var title: String
    /// Whether its document is `new` or `updated` since then.
    public var news: String?
    /// When it was viewed last.
    public var viewedAt: Date

    public init(_ view: RecentView, address: String?, news: News?) {
        (self.address, self.news) = (address, news?.rawValue)
        (catalog, collection, item) = (view.key.catalog, view.key.collection, view.key.item)
        (title, viewedAt) = (view.title, view.date)
    }
}

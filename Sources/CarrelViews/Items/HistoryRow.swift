import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// What was tried for an item, what is there of it, and what comes next.
public struct HistoryRow: Encodable, Sendable {
    /// One try.
    public struct Try: Encodable, Sendable {
        /// When it ended.
        public var date: Date
        /// What was to be done, and how it ended.
        public var action, outcome: String
        /// The status of the last response, if there was one.
        public var status: Int?
        /// Bytes that were transferred.
        public var bytes: Int64
        /// Where the item was.
        public var url: String
        /// Why it failed.
        public var reason: String?
        /// Every request, in order.
        public var exchanges: [AttemptExchange]
    }

    /// A body that was set aside.
    public struct Aside: Encodable, Sendable {
        /// The name that the document would have got, and why it did not.
        public var name, reason: String
        /// Its size.
        public var bytes: Int64
        /// When it was set aside.
        public var date: Date
    }

    /// A host that asked for patience.
    public struct Hold: Encodable, Sendable {
        /// The host.
        public var host: String
        /// Until when nothing is asked of it.
        public var until: Date
        /// Why.
        public var reason: String
    }

    /// What a sync would do.
    public struct Next: Encodable, Sendable {
        /// The action, and why.
        public var action, reason: String
    }

    /// The item, by its catalogue's location, its collection and its identity there.
    public var catalog, collection, item: String
    /// What it is called.
    public var title: String
    /// Where it is; `nil` if it is not available yet.
    public var url: String?
    /// The newest tries, the newest first.
    public var attempts: [Try]
    /// What is recorded of its document.
    public var document: StoredDocument?
    /// Whether that document is gone from the folder.
    public var isMissing: Bool
    /// Whether somebody wrote into it; `nil` if nobody did.
    public var isEdited: Bool?
    /// Bytes of a download that will be continued.
    public var partialBytes: Int64?
    /// What was set aside.
    public var quarantined: Aside?
    /// Where its host asked for patience.
    public var hold: Hold?
    /// What a sync would do.
    public var next: Next?

    /// An item's history.
    public init(_ row: LibraryView.Row, _ history: ItemHistory) {
        (catalog, collection, item) = (row.key.catalog, row.key.collection, row.key.item)
        (title, url) = (row.item.title, row.item.url.map(ShownText.of))
        attempts = history.attempts.map {
            Try(
                date: $0.date, action: $0.action.rawValue, outcome: $0.outcome.rawValue, status: $0.status,
                bytes: $0.bytes, url: ShownText.of($0.url), reason: $0.reason, exchanges: $0.exchanges)
        }
        (document, isMissing, partialBytes) = (history.document, history.isMissing, history.partial?.bytes)
        // Only of use to whoever compares it with the file's.
        document?.fileTime = nil
        isEdited = history.isEdited ? true : nil
        quarantined = history.quarantined.map {
            Aside(name: $0.name, reason: $0.reason, bytes: $0.digest.size, date: $0.date)
        }
        hold = history.hold.map { Hold(host: $0.host, until: $0.until, reason: $0.reason) }
        next = history.next.map { Next(action: $0.action.rawValue, reason: $0.reason) }
    }
}

import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// What was tried for an item, what is stored, and what comes next.
public struct HistoryRow: Encodable, Sendable {
    /// One try.
    public struct Try: Encodable, Sendable {
        /// When it began.
        public var date: Date
        /// What was planned, and how it ended.
        public var action, outcome: String
        /// The status of the last response, if there was one.
        public var status: Int?
        /// The bytes of content that were received.
        public var bytes: Int64
        /// The URL that answered last.
        public var url: String
        /// Why it failed.
        public var reason: String?
        /// Every request, in order.
        public var exchanges: [ExchangeRow]
    }

    /// A document that was set aside.
    public struct Aside: Encodable, Sendable {
        /// The name that it gets if it is accepted, and why it was set aside.
        public var name, reason: String
        /// Its size in bytes.
        public var bytes: Int64
        /// When it was set aside.
        public var date: Date
    }

    /// A host that asked to wait.
    public struct Hold: Encodable, Sendable {
        /// The host.
        public var host: String
        /// When requests may be sent again.
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
    /// Its title.
    public var title: String
    /// Its URL; `nil` if it is not available yet.
    public var url: String?
    /// The tries, newest first.
    public var attempts: [Try]
    /// The record of its document.
    public var document: StoredDocument?
    /// Whether the document's file is missing.
    public var isMissing: Bool
    /// Whether somebody edited it; `nil` if nobody did.
    public var isEdited: Bool?
    /// Whether the document waits for its name; `nil` if it has it.
    public var isUnnamed: Bool?
    /// The bytes of a download that will be continued.
    public var partialBytes: Int64?
    /// The newest document that was set aside.
    public var quarantined: Aside?
    /// Its host's request to wait, while it holds.
    public var hold: Hold?
    /// What a sync would do.
    public var next: Next?

    public init(_ row: LibraryView.Row, _ history: ItemHistory) {
        (catalog, collection, item) = (row.key.catalog, row.key.collection, row.key.item)
        (title, url) = (row.item.title, row.item.url.map(ShownText.of))
        attempts = history.attempts.map {
            Try(
                date: $0.date, action: $0.action.rawValue, outcome: $0.outcome.rawValue, status: $0.status,
                bytes: $0.bytes, url: ShownText.of($0.url), reason: $0.reason,
                exchanges: $0.exchanges.map(ExchangeRow.init))
        }
        (document, isMissing, partialBytes) = (history.document, history.isMissing, history.partial?.bytes)
        // Only Carrel needs it, to compare it with the file's time.
        document?.fileTime = nil
        (isEdited, isUnnamed) = (history.isEdited ? true : nil, history.isUnnamed ? true : nil)
        quarantined = history.quarantined.map {
            Aside(name: $0.name, reason: $0.reason, bytes: $0.digest.size, date: $0.date)
        }
        hold = history.hold.map { Hold(host: $0.host, until: $0.until, reason: $0.reason) }
        next = history.next.map { Next(action: $0.action.rawValue, reason: $0.reason) }
    }
}

import CarrelCore
import Foundation

/// An item's history as one object.
struct HistoryRow: Encodable {
    struct Try: Encodable {
        var date: Date
        var action: String
        var outcome: String
        var status: Int?
        var bytes: Int64
        var url: String
        var reason: String?
        var exchanges: [AttemptExchange]
    }

    struct Aside: Encodable {
        var name: String
        var reason: String
        var bytes: Int64
        var date: Date
    }

    struct Hold: Encodable {
        var host: String
        var until: Date
        var reason: String
    }

    struct Next: Encodable {
        var action: String
        var reason: String
    }

    var catalog: String
    var collection: String
    var item: String
    var title: String
    var url: String?
    var attempts: [Try]
    var document: StoredDocument?
    var isMissing: Bool
    var partialBytes: Int64?
    var quarantined: Aside?
    var hold: Hold?
    var next: Next?

    init(_ row: LibraryView.Row, _ history: ItemHistory) {
        (catalog, collection, item) = (row.key.catalog, row.key.collection, row.key.item)
        (title, url) = (row.item.title, row.item.url.map(ShownText.of))
        attempts = history.attempts.map {
            Try(
                date: $0.date, action: $0.action.rawValue, outcome: $0.outcome.rawValue, status: $0.status,
                bytes: $0.bytes, url: ShownText.of($0.url), reason: $0.reason, exchanges: $0.exchanges)
        }
        (document, isMissing, partialBytes) = (history.document, history.isMissing, history.partial?.bytes)
        quarantined = history.quarantined.map {
            Aside(name: $0.name, reason: $0.reason, bytes: $0.digest.size, date: $0.date)
        }
        hold = history.hold.map { Hold(host: $0.host, until: $0.until, reason: $0.reason) }
        next = history.next.map { Next(action: $0.action.rawValue, reason: $0.reason) }
    }
}

import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// One event of a run as an object: docs/JSON.md.
public struct EventRow: Encodable, Sendable {
    /// What happened, such as `stored`; the other keys depend on it.
    public var event: String
    /// The version of the JSON form, in the first event.
    public var version: Int?
    /// The catalogue's location, and its name if it has one.
    public var catalog, catalogName: String?
    /// The item: its collection, its identity there, its title and its URL.
    public var collection, item, title, url: String?
    /// What is planned, and why; or why something failed.
    public var action, reason: String?
    /// The place of a problem in a catalogue; the parser that read the catalogue.
    public var place, parser: String?
    /// The number of links that a setting leaves out of the catalogue.
    public var leftOut: Int?
    /// Where a document is stored.
    public var path: String?
    /// The name of the edited version before this one, which keeps it.
    public var editedCopy: String?
    /// The bytes of a document, of its progress, or of a whole run; and the length of a document in progress.
    public var bytes, total: Int64?
    /// Whether a stored document is `new` or `updated`.
    public var news: String?
    /// The SHA-256 of a document, in hexadecimal digits.
    public var sha256: String?
    /// The number of items of a run, and how they ended.
    public var listed, downloaded, new, updated, unchanged, discarded, failed, quarantined, parked: Int?
    /// The numbers of items that a run did not fetch, by reason.
    public var unavailable, orphaned, deferred, ignored, duplicates, unreached, posted: Int?
    /// The number of opened collections that could not be read again.
    public var unread: Int?
    /// The numbers of collections and meetings of a catalogue without documents.
    public var collections, meetings: Int?
    /// How long a run took, in seconds.
    public var seconds: Double?
    /// The number of the last change before a gap.
    public var since: Int64?
    /// The exit status of a command that ended with an error.
    public var status: Int?
    /// What a program had asked for that ended with an error: `get` or `sync`.
    public var request: String?

    /// The first event of every run: `begin`, with the version of the JSON form.
    public static let begin = EventRow(event: EventKind.begin.rawValue, version: JSONForm.version)

    private init(event: String, version: Int) { (self.event, self.version) = (event, version) }

    /// Makes the row of an event.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - root: the store's folder, for the paths of stored documents; without it, paths are only names.
    public init(_ event: PipelineEvent, root: URL?) {
        self.event = EventKind(event).rawValue
        if let item = event.item { set(item) }
        switch event {
        case .catalogRead(let location, let parser, let leftOut):
            (catalog, self.parser) = (location, parser)
            if leftOut > 0 { self.leftOut = leftOut }
        case .catalogUnchanged(let location): catalog = location
        case .problem(let problem, _): (place, reason) = (problem.place, problem.reason)
        case .unread(let key, let title, let reason):
            (catalog, collection, self.title, self.reason) = (key.catalog, key.collection, title, reason)
        case .planned(let entry, _):
            (collection, item, title, url) = (
                entry.collection, entry.item.id, entry.item.title, entry.item.url
            )
            (action, reason, bytes) = (entry.action.rawValue, entry.reason, entry.bytes)
        case .started, .unchanged: break
        case .progress(_, let bytes, let total): (self.bytes, self.total) = (bytes, total)
        case .stored(_, let document, let news):
            self.news = news?.rawValue
            path = root.path(of: document.name)
            (bytes, sha256, editedCopy) = (document.size, document.sha256, document.editedCopy)
        case .failed(_, let reason), .quarantined(_, let reason), .refetching(_, let reason):
            self.reason = reason
        case .parked(_, let reason): self.reason = reason
        case .moved(_, let former, let name):
            path = root.path(of: name)
            reason = "it was \(former)"
        case .gap(let since): self.since = since
        case .finished(let summary, _): set(summary)
        }
    }

    /// Makes the row of the error that ended a command.
    ///
    /// - Parameters:
    ///   - reason: what happened, and what to do.
    ///   - status: the exit status.
    public init(error reason: String, status: Int) {
        event = EventKind.error.rawValue
        (self.reason, self.status) = (reason, status)
    }

    /// Sets what a program had asked for.
    ///
    /// - Parameters:
    ///   - request: `get` or `sync`.
    ///   - item: the item that it named, if it named one.
    public mutating func setRequest(_ request: String, _ item: ItemKey? = nil) {
        self.request = request
        (collection, self.item) = (item?.collection, item?.item)
    }

    /// Makes the row of a server that listens.
    public init(serving page: String) { (event, url) = (EventKind.serving.rawValue, page) }

    /// Makes the row of a catalogue that could not be read.
    public init(failed catalog: CatalogLabel, reason: String) {
        event = EventKind.catalogFailed.rawValue
        self.reason = reason
        set(catalog)
    }

    /// Sets which of several catalogues the event is about; does nothing without a label.
    public mutating func set(_ label: CatalogLabel?) {
        guard let label else { return }
        (catalog, catalogName) = (catalog ?? label.location, label.name)
    }

    private mutating func set(_ item: ItemEvent) {
        (collection, self.item, title, url) = (item.key.collection, item.key.item, item.title, item.url)
    }

    private mutating func set(_ summary: RunSummary) {
        (listed, downloaded, unchanged, failed) = (
            summary.listed, summary.downloaded, summary.unchanged, summary.failed
        )
        (new, updated) = (summary.new, summary.updated)
        (unavailable, orphaned, deferred) = (summary.unavailable, summary.orphaned, summary.deferred)
        ignored = summary.ignored
        (quarantined, unread) = (summary.quarantined, summary.unread)
        (duplicates, parked, bytes) = (summary.duplicates, summary.parked, summary.bytes)
        unreached = summary.unreached
        if summary.discarded > 0 { discarded = summary.discarded }
        if summary.posted > 0 { posted = summary.posted }
        if summary.collections > 0 { (collections, meetings) = (summary.collections, summary.meetings) }
        seconds = (summary.seconds * 1000).rounded() / 1000
    }
}

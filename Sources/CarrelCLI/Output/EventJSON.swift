import CarrelCore
import Foundation

/// Prints the events of a run as one object a line.
struct JSONEventPrinter: PipelineObserver {
    /// The store's folder, for the paths of stored documents.
    let root: URL?
    /// The catalogue that the run is about, where it is one of several.
    var catalogue: CatalogueLabel?

    func receive(_ event: PipelineEvent) {
        guard var row = EventRow(event, root: root) else { return }
        row.set(catalogue)
        JSONLine.write(row)
    }
}

/// What tells a catalogue from the others of one command.
struct CatalogueLabel: Sendable {
    /// Where it is, where its source can be made.
    var location: String?
    /// The name that the profile gives it, if it does.
    var name: String?
}

/// One event as an object.
struct EventRow: Encodable {
    var event: String
    var catalog: String?
    var catalogName: String?
    var collection: String?
    var item: String?
    var title: String?
    var url: String?
    var action: String?
    var reason: String?
    var place: String?
    var parser: String?
    var path: String?
    var bytes: Int64?
    var total: Int64?
    var sha256: String?
    var listed: Int?
    var downloaded: Int?
    var unchanged: Int?
    var failed: Int?
    var quarantined: Int?
    var unread: Int?
    var unavailable: Int?
    var orphaned: Int?
    var deferred: Int?
    var duplicates: Int?
    var parked: Int?
    var unreached: Int?
    var collections: Int?
    var meetings: Int?
    var seconds: Double?
    var since: Int64?

    init?(_ event: PipelineEvent, root: URL?) {
        switch event {
        case .catalogRead(let location, let parser):
            self.event = "catalogRead"
            (catalog, self.parser) = (location, parser)
        case .catalogUnchanged(let location):
            self.event = "catalogUnchanged"
            catalog = location
        case .problem(let problem):
            self.event = "problem"
            (place, reason) = (problem.place, problem.reason)
        case .unread(let key, let title, let reason):
            self.event = "unread"
            (catalog, collection, self.title, self.reason) = (key.catalog, key.collection, title, reason)
        case .planned(let entry):
            self.event =
                entry.action == .unavailable
                ? "unavailable" : entry.action == .orphaned ? "orphaned" : "planned"
            (collection, item, title, url) = (
                entry.collection, entry.item.id, entry.item.title, entry.item.url
            )
            (action, reason, bytes) = (entry.action.rawValue, entry.reason, entry.bytes)
        case .started(let item):
            self.event = "started"
            set(item)
        case .progress(let item, let bytes, let total):
            self.event = "progress"
            set(item)
            (self.bytes, self.total) = (bytes, total)
        case .stored(let item, let document):
            self.event = "stored"
            set(item)
            path = root.map { $0.path + "/" + document.name } ?? document.name
            (bytes, sha256) = (document.size, document.sha256)
        case .unchanged(let item):
            self.event = "unchanged"
            set(item)
        case .failed(let item, let reason):
            self.event = "failed"
            set(item)
            self.reason = reason
        case .quarantined(let item, let reason):
            self.event = "quarantined"
            set(item)
            self.reason = reason
        case .parked(let item, let reason):
            self.event = "parked"
            set(item)
            self.reason = reason
        case .refetching(let item, let reason):
            self.event = "refetching"
            set(item)
            self.reason = reason
        case .gap(let since):
            self.event = "gap"
            self.since = since
        case .finished(let summary):
            self.event = "summary"
            set(summary)
        }
    }

    /// A catalogue that could not be read.
    init(failed catalogue: CatalogueLabel, reason: String) {
        event = "catalogFailed"
        self.reason = reason
        set(catalogue)
    }

    mutating func set(_ catalogue: CatalogueLabel?) {
        guard let catalogue else { return }
        (catalog, catalogName) = (catalog ?? catalogue.location, catalogue.name)
    }

    private mutating func set(_ item: ItemEvent) {
        (collection, self.item, title, url) = (item.key.collection, item.key.item, item.title, item.url)
    }

    private mutating func set(_ summary: RunSummary) {
        (listed, downloaded, unchanged, failed) = (
            summary.listed, summary.downloaded, summary.unchanged, summary.failed
        )
        (unavailable, orphaned, deferred) = (summary.unavailable, summary.orphaned, summary.deferred)
        (quarantined, unread) = (summary.quarantined, summary.unread)
        (duplicates, parked, bytes) = (summary.duplicates, summary.parked, summary.bytes)
        unreached = summary.unreached
        if summary.collections > 0 { (collections, meetings) = (summary.collections, summary.meetings) }
        seconds = (summary.seconds * 1000).rounded() / 1000
    }
}

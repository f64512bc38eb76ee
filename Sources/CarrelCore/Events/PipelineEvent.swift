import CarrelModel
import CarrelStages
import Foundation

/// Something that happened in a run, as every front end learns it.
///
/// Order, for each catalogue: `catalogRead` or `catalogUnchanged` first, then `problem`s and `unread`s, then `moved`, then `planned`
/// for every entry, then for each item `started`, any number of `progress`, and one of `stored`, `unchanged`,
/// `failed`, `quarantined` or `parked`;
/// last of all `finished`, exactly once. Catalogues that are synced side by side take turns. Progress may be dropped, nothing else is.
///
/// Where a connection turns out to be mixed, `refetching` takes an item's result back: `started` and another result
/// follow, or `parked`. The summary counts each item once, as it came to in the end.
public enum PipelineEvent: Sendable {
    /// The catalogue was read and parsed.
    case catalogRead(location: String, parser: String)
    /// The catalogue is the one that was read last.
    case catalogUnchanged(location: String)
    /// An entry of the catalogue could not be used.
    case problem(CatalogProblem, of: String)
    /// A collection that was opened before could not be read again; what is known of it stays.
    case unread(CollectionKey, title: String, reason: String)
    /// What will be done with an item.
    case planned(PlanEntry, of: String)
    /// A document that somebody renamed was found again by its content, and is known by its new name.
    case moved(ItemEvent, from: String, to: String)
    /// A transfer began.
    case started(ItemEvent)
    /// Bytes came; `bytes` counts those of an earlier try.
    case progress(ItemEvent, bytes: Int64, total: Int64?)
    /// A document is durably stored; without news it is the version that was there before, and was lost.
    case stored(ItemEvent, StoredDocument, News?)
    /// The stored document is current.
    case unchanged(ItemEvent)
    /// The item failed.
    case failed(ItemEvent, reason: String)
    /// The server sent something else than was promised, which is set aside.
    case quarantined(ItemEvent, reason: String)
    /// The transfer was cancelled, or left for a later run with a reason; what came is kept.
    case parked(ItemEvent, reason: String?)
    /// What came for the item may be the content of another one: its result does not count, and it is fetched again.
    case refetching(ItemEvent, reason: String)
    /// A listener took too long and missed what has happened since a change of that number.
    case gap(since: Int64)
    /// What was asked of a catalogue is done.
    case finished(RunSummary, of: String)

    /// The location of the catalogue that it is about; `nil` for what a listener missed.
    public var catalog: String? {
        switch self {
        case .catalogRead(let location, _), .catalogUnchanged(let location), .problem(_, let location),
            .planned(_, let location), .finished(_, let location):
            location
        case .unread(let key, _, _): key.catalog
        case .started(let item), .progress(let item, _, _), .stored(let item, _, _), .unchanged(let item),
            .failed(let item, _), .quarantined(let item, _), .parked(let item, _), .refetching(let item, _),
            .moved(let item, _, _):
            item.key.catalog
        case .gap: nil
        }
    }
}

/// The item of an event.
public struct ItemEvent: Sendable, Hashable {
    /// The item.
    public var key: ItemKey
    /// Its title.
    public var title: String
    /// Its URL.
    public var url: String
    /// What tells it from others of its title in its collection, where there are any.
    public var distinction: String?
    /// What is to be said of the document beside that it is stored.
    public var remark: String?

    public init(key: ItemKey, title: String, url: String, distinction: String? = nil) {
        (self.key, self.title, self.url, self.distinction) = (key, title, url, distinction)
    }

    /// The title with what tells it from others of its collection.
    public var label: String { [title, distinction].compactMap(\.self).joined(separator: " · ") }
}

import CarrelModel
import CarrelStages
import Foundation

/// Something that happened in a run, as every front end learns it.
///
/// Order, for each catalogue: `catalogRead` or `catalogUnchanged` first, then `problem`s and `unread`s, then `planned`
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
    /// A transfer began.
    case started(ItemEvent)
    /// Bytes came; `bytes` counts those of an earlier try.
    case progress(ItemEvent, bytes: Int64, total: Int64?)
    /// A document is durably stored.
    case stored(ItemEvent, StoredDocument)
    /// The stored document is current.
    case unchanged(ItemEvent)
    /// The item failed.
    case failed(ItemEvent, reason: String)
    /// What came is not what was promised, and is set aside.
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
        case .started(let item), .progress(let item, _, _), .stored(let item, _), .unchanged(let item),
            .failed(let item, _), .quarantined(let item, _), .parked(let item, _), .refetching(let item, _):
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

    /// Makes a value.
    public init(key: ItemKey, title: String, url: String) {
        self.key = key
        self.title = title
        self.url = url
    }
}

/// What a run came to.
public struct RunSummary: Sendable, Hashable {
    /// The items that the catalogue lists.
    public var listed = 0
    /// The documents that were stored.
    public var downloaded = 0
    /// The stored documents that are current or were left as they are.
    public var unchanged = 0
    /// The items that failed.
    public var failed = 0
    /// The items whose body was set aside, because it is not what was promised.
    public var quarantined = 0
    /// The collections that were opened before and could not be read again.
    public var unread = 0
    /// The items that are listed without a URL.
    public var unavailable = 0
    /// The stored documents that are listed no more.
    public var orphaned = 0
    /// The items that are left until somebody asks for them.
    public var deferred = 0
    /// The items that are the same document as another of their collection.
    public var duplicates = 0
    /// The transfers that were cancelled.
    public var parked = 0
    /// The collections of a catalogue that lists no documents, such as a timetable.
    public var collections = 0
    /// The meetings of such a catalogue.
    public var meetings = 0
    /// The bytes of content that came.
    public var bytes: Int64 = 0
    /// How long the run took, in seconds.
    public var seconds = 0.0

    /// The items that a run which was stopped had not come to yet.
    public var unreached: Int {
        let reached =
            downloaded + unchanged + failed + quarantined + unavailable + deferred + duplicates + parked
        return max(0, listed - reached)
    }

    /// Makes an empty summary.
    public init() {}

    /// Whether something could not be brought up to date.
    public var hasFailures: Bool { failed + quarantined + unread > 0 }

    /// What two runs came to together.
    public static func + (left: Self, right: Self) -> Self {
        var sum = left
        for count: WritableKeyPath<Self, Int> in [
            \.listed, \.downloaded, \.unchanged, \.failed, \.quarantined, \.unread, \.unavailable, \.orphaned,
            \.deferred,
            \.duplicates, \.parked,
        ] {
            sum[keyPath: count] += right[keyPath: count]
        }
        sum.bytes += right.bytes
        sum.seconds += right.seconds
        return sum
    }
}

/// Takes the events of a run.
///
/// Called in order, one call at a time, from any thread; must return quickly and must not call back.
public protocol PipelineObserver: Sendable {
    /// Takes an event.
    func receive(_ event: PipelineEvent)
}

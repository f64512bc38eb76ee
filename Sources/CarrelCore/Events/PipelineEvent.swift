import CarrelModel
import CarrelStages
import Foundation

/// Something that happened in a run, for every front end.
///
/// The order for each catalogue: if it is read, `catalogRead` or `catalogUnchanged`, then `problem`s and `unread`s;
/// then `moved`, and `planned` for every entry; then for each item `started`, any number of `progress`, and one of
/// `stored`, `unchanged`, `failed`, `quarantined` or `parked`. An item that is not requested here has only an end: one
/// that must not be requested, that is over the byte budget, whose host asked to wait, or that somebody else is to
/// fetch; one that is cancelled before it began here has none, and is counted in the summary's `unreached`. The last one
/// is `finished`, once, unless the run failed before anything was planned. A catalogue in parts is planned part by part,
/// while earlier parts are carried out. The events of catalogues that are synced side by side are mixed. Only progress may
/// be dropped.
///
/// Where documents are fetched, what is no longer listed is `planned` only before `finished`, because a document may turn
/// out to be that of an item at a new address.
///
/// If a connection turns out to be mixed, `refetching` takes an item's result back; `started` and another result
/// follow, or `parked`. The summary counts each item once, by its last result.
public indirect enum PipelineEvent: Sendable {
    /// The catalogue was read and parsed; `leftOut` is `Catalog.leftOut` of all its pages.
    case catalogRead(location: String, parser: String, leftOut: Int)
    /// The catalogue has not changed since it was last read.
    case catalogUnchanged(location: String)
    /// An entry of the catalogue could not be used.
    case problem(CatalogProblem, of: String)
    /// A collection that was opened before could not be read again; its recorded items stay.
    case unread(CollectionKey, title: String, reason: String)
    /// What the run will do with an item.
    case planned(PlanEntry, of: String)
    /// A document that somebody renamed was found by its content, and is recorded under its new name.
    case moved(ItemEvent, from: String, to: String)
    /// A transfer began.
    case started(ItemEvent)
    /// Bytes came; `bytes` includes those of an earlier try, and `total` is the length if known.
    case progress(ItemEvent, bytes: Int64, total: Int64?)
    /// A document was durably stored; without news it is the same version as before, which was lost.
    case stored(ItemEvent, StoredDocument, News?)
    /// The stored document is current; or none is stored, and the server has only what somebody discarded.
    case unchanged(ItemEvent)
    /// The item failed.
    case failed(ItemEvent, reason: String)
    /// The server sent something other than was promised, which was set aside.
    case quarantined(ItemEvent, reason: String)
    /// The transfer was cancelled, or left for a later run with a reason; a store with `partials` keeps the bytes so
    /// far.
    case parked(ItemEvent, reason: String?)
    /// The item may have got the content of another one: its result does not count, and it is fetched again.
    case refetching(ItemEvent, reason: String)
    /// A listener was too slow and missed what happened since the change with that number.
    case gap(since: Int64)
    /// The run is done with the catalogue.
    case finished(RunSummary, of: String)

    /// The location of the catalogue that it is about; `nil` for a gap.
    public var catalog: String? {
        switch self {
        case .catalogRead(let location, _, _), .catalogUnchanged(let location), .problem(_, let location),
            .planned(_, let location), .finished(_, let location):
            location
        case .unread(let key, _, _): key.catalog
        case .gap: nil
        case .started, .progress, .stored, .unchanged, .failed, .quarantined, .parked, .refetching, .moved:
            item?.key.catalog
        }
    }

    /// The item whose transfer or document it is about; `nil` for any other event.
    public var item: ItemEvent? {
        switch self {
        case .started(let item), .progress(let item, _, _), .stored(let item, _, _), .unchanged(let item),
            .failed(let item, _), .quarantined(let item, _), .parked(let item, _), .refetching(let item, _),
            .moved(let item, _, _):
            item
        case .catalogRead, .catalogUnchanged, .problem, .unread, .planned, .gap, .finished: nil
        }
    }
}

/// The item of an event; it never changes, and all who hear of it share it.
public final class ItemEvent: Sendable, Hashable {
    /// The item.
    public let key: ItemKey
    /// Its title.
    public let title: String
    /// Its URL.
    public let url: String
    /// Tells it apart from other items of its collection with the same title; `nil` if there are none.
    public let distinction: String?
    /// A remark on the result, such as that the document was changed on disk.
    public let remark: String?
    /// What helps against its failure, where front ends have words of their own for it.
    public let remedy: Remedy?
    /// Whether its transfer goes on from what an earlier run left, if the server allows.
    public let isContinued: Bool

    public init(
        key: ItemKey, title: String, url: String, distinction: String? = nil, remark: String? = nil,
        remedy: Remedy? = nil, isContinued: Bool = false
    ) {
        (self.key, self.title, self.url) = (key, title, url)
        (self.distinction, self.remark, self.isContinued) = (distinction, remark, isContinued)
        self.remedy = remedy
    }

    /// Whether both say the same, also where they were made apart.
    public static func == (one: ItemEvent, other: ItemEvent) -> Bool {
        one === other
            || one.key == other.key && one.title == other.title && one.url == other.url
                && one.distinction == other.distinction && one.remark == other.remark
                && one.remedy == other.remedy && one.isContinued == other.isContinued
    }

    /// By the item alone: few events of one item are ever together.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }

    /// The title, with the distinction if it has one.
    public var label: String { distinction.map { "\(title) · \($0)" } ?? title }
}

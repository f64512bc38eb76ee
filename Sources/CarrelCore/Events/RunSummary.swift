/// The counts of a run.
public struct RunSummary: Sendable, Hashable {
    /// The items that the plan listed, without orphaned documents.
    public var listed = 0
    /// The documents that were stored.
    public var downloaded = 0
    /// Of these, the documents that were stored for the first time.
    public var new = 0
    /// Of these, the documents that replaced another version.
    public var updated = 0
    /// The stored documents that are current or were left as they are.
    public var unchanged = 0
    /// The items that have no stored document, and whose server has only what somebody discarded.
    public var discarded = 0
    /// The items that failed.
    public var failed = 0
    /// The items whose document was set aside, because it is not what was promised.
    public var quarantined = 0
    /// The collections that were opened before and could not be read again.
    public var unread = 0
    /// The items that are listed without a URL.
    public var unavailable = 0
    /// The stored documents that are no longer listed.
    public var orphaned = 0
    /// The items that are not fetched until somebody asks for them.
    public var deferred = 0
    /// The ignored items.
    public var ignored = 0
    /// The items that are the same document as another item of their collection.
    public var duplicates = 0
    /// The items whose transfer was cancelled or left for a later run.
    public var parked = 0
    /// The items that were left to the machines that share the library's jobs.
    public var posted = 0
    /// The collections of a catalogue that lists no documents, such as a timetable.
    public var collections = 0
    /// The meetings of such a catalogue.
    public var meetings = 0
    /// The bytes of content that were received.
    public var bytes: Int64 = 0
    /// How long the run took, in seconds.
    public var seconds = 0.0

    /// The items that a stopped run did not reach.
    public var unreached: Int {
        let reached =
            downloaded + unchanged + discarded + failed + quarantined + unavailable + deferred + ignored
            + duplicates + parked + posted
        return max(0, listed - reached)
    }

    public init() {}

    /// Whether documents were stored that are new or updated.
    public var hasNews: Bool { new + updated > 0 }

    /// Whether an item or a collection could not be brought up to date.
    public var hasFailures: Bool { failed + quarantined + unread > 0 }

    /// The sum of two runs, without `collections` and `meetings`.
    public static func + (left: Self, right: Self) -> Self {
        var sum = left
        for count: WritableKeyPath<Self, Int> in [
            \.listed, \.downloaded, \.new, \.updated, \.unchanged, \.failed, \.quarantined, \.unread,
            \.unavailable, \.orphaned, \.deferred, \.ignored, \.duplicates, \.parked, \.posted, \.discarded,
        ] {
            sum[keyPath: count] += right[keyPath: count]
        }
        sum.bytes += right.bytes
        sum.seconds += right.seconds
        return sum
    }
}

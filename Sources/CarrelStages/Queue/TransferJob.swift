import CarrelBasics
import CarrelHTTP
import CarrelModel
import Foundation

/// One transfer to do: what to fetch for which item, and everything that a worker must know.
///
/// It holds no closure, secret or handle, and can be sent to another process as JSON. The worker looks up credentials
/// by origin. It is a class only so that a million of them can wait in little memory.
public final class TransferJob: Sendable, Codable {
    /// Where else the document is, for the case that its URL does not bring it.
    ///
    /// All places are asked once, one after the other; then those that may do better are asked again after a wait.
    public struct Mirrors: Sendable, Codable {
        /// The URLs to ask next, in order.
        public var next: [String]
        /// Those that failed in a way that may pass, in the order in which they were asked.
        public var later: [String] = []
        /// Whether one of those was asked itself, and did not only lead to a host that is held; `nil` for no.
        public var hasFailed: Bool?

        public init(next: [String]) { self.next = next }
    }

    /// The results of earlier tries.
    public struct Tries: Sendable, Codable {
        /// When the first one began.
        public var began: Date
        /// The number of tries in a row that brought the document no further; asking one mirror after the other is one.
        public var count = 0
        /// Whether the content of a try did not match a promised digest.
        public var hasMismatch = false
        /// The bytes of content that were received.
        public var bytes: Int64 = 0
        /// Their requests and responses, in order.
        public var exchanges: [AttemptExchange] = []
        /// The connections that were used, as far as the fetcher tells.
        public var connections: [ConnectionID] = []

        public init(began: Date) { self.began = began }
    }

    /// Tells a job from every other one of a queue.
    package struct ID: Sendable, Hashable {
        package let assignment: Int
        let key: ItemKey
    }

    /// The item.
    public let key: ItemKey
    /// Its title.
    public let title: String
    /// Tells it apart from other items of its collection with the same title; `nil` if there are none.
    public let distinction: String?
    /// Its URL as listed, or that of the mirror whose turn it is; the worker checks it before the request.
    public let url: String
    /// Host and port of the URL: the limits for each host go by it.
    public let host: String
    /// Where else the document is; `nil` for nowhere.
    public let mirrors: Shared<Mirrors>?
    /// What the plan asks for.
    public let action: PlanEntry.Action
    /// What is promised of the document.
    public let promise: DocumentPromise
    /// The name for the document, unless the server suggests one and the profile takes it.
    public let name: String
    /// The stored version, if there is one and its file exists.
    public let stored: DocumentOrigin?
    /// The limits of every request.
    public let limits: Shared<FetchLimits>
    /// When nothing more of it is fetched; `nil` for never.
    public let deadline: Date?
    /// The number of the assignment that it belongs to.
    public let assignment: Int
    /// Its place in the assignment's plan, from 0.
    public let place: Int
    /// How to treat a partial document and earlier failures.
    public let ways: Ways
    /// What the name depends on if the server suggests one; `nil` if the plan is at hand, or it may not.
    public let naming: Shared<Naming>?
    /// The results of earlier tries of this run; `nil` before the first one.
    public let tries: Shared<Tries>?

    /// What a name is made of.
    public struct Naming: Sendable, Codable {
        /// The item's title.
        public let title: String
        /// Its URL as listed.
        public let url: String?
        /// Its subtitle.
        public let subtitle: String?
        /// Its facts.
        public let details: [Detail]
        /// Its place in its collection, from 1, if names contain it.
        public let number: Int?

        public init(_ item: Item, number: Int?) {
            (title, url, subtitle, details) = (item.title, item.url, item.subtitle, item.details)
            self.number = number
        }

        /// The item, as far as names depend on it.
        public var item: Item {
            var item = Item(title: title, url: url)
            (item.subtitle, item.details) = (subtitle, details)
            return item
        }
    }

    /// How a job treats a partial document and earlier failures.
    public struct Ways: OptionSet, Sendable, Codable {
        /// The bits.
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Continues a partial document, if there is one.
        public static let resuming = Ways(rawValue: 1)
        /// Tells caches to ask the server, because a cache may have caused the earlier mismatch.
        public static let pastCaches = Ways(rawValue: 2)
        /// Uses a connection of its own for every request.
        public static let ownConnection = Ways(rawValue: 4)
        /// Does not try again if the content does not match a promised digest.
        public static let lastMismatch = Ways(rawValue: 8)
        /// Asks for the whole document although there is a partial one, which is kept until much of the whole has come.
        public static let withoutRange = Ways(rawValue: 16)
        /// Asks whether there is something else than what was discarded, while nothing is stored.
        public static let pastDiscarded = Ways(rawValue: 32)
        /// Fetches once more what came over a connection that brought more than was asked for.
        public static let onceMore = Ways(rawValue: 64)
    }

    public init(
        key: ItemKey, title: String, url: String, action: PlanEntry.Action, promise: DocumentPromise,
        name: String, stored: DocumentOrigin? = nil, limits: Shared<FetchLimits> = Shared(FetchLimits()),
        deadline: Date? = nil, assignment: Int = 0, place: Int = 0, ways: Ways = [], tries: Tries? = nil,
        host: String? = nil,
        distinction: String? = nil, mirrors: Mirrors? = nil, naming: Shared<Naming>? = nil
    ) {
        self.naming = naming
        (self.key, self.title, self.url, self.action, self.promise) = (key, title, url, action, promise)
        (self.name, self.stored, self.limits, self.deadline) = (name, stored, limits, deadline)
        (self.assignment, self.place, self.ways) = (assignment, place, ways)
        self.tries = tries.map { Shared($0) }
        self.host = host ?? HostName.of(url)
        self.distinction = distinction
        self.mirrors = mirrors.flatMap { $0.next.isEmpty && $0.later.isEmpty ? nil : Shared($0) }
    }

    /// Its identity within a queue.
    package var id: ID { ID(assignment: assignment, key: key) }

    /// The same job as one of another assignment.
    ///
    /// - Parameters:
    ///   - assignment: the assignment's number.
    ///   - place: its place there.
    ///   - naming: what its name depends on; `nil` for what it has.
    public func assigned(to assignment: Int, at place: Int, naming: Shared<Naming>? = nil) -> TransferJob {
        TransferJob(
            key: key, title: title, url: url, action: action, promise: promise, name: name, stored: stored,
            limits: limits, deadline: deadline, assignment: assignment, place: place, ways: ways,
            tries: tries?.value, host: host,
            distinction: distinction, mirrors: mirrors?.value, naming: naming ?? self.naming)
    }

    /// The same job once more, over connections of its own and past caches, from the beginning.
    public func alone() -> TransferJob {
        TransferJob(
            key: key, title: title, url: url, action: .download, promise: promise, name: name, limits: limits,
            ways: ways.intersection(.pastDiscarded).union([.onceMore, .ownConnection, .pastCaches]),
            host: host, distinction: distinction,
            mirrors: mirrors?.value, naming: naming)
    }

    /// The same job for another try: of its mirrors in their order, those that may do better than the last time, or
    /// else of its URL.
    ///
    /// - Parameters:
    ///   - tries: the results of the tries so far.
    ///   - isOfURL: whether its URL is not asked again if there is another one.
    ///   - ways: what it does differently from now on.
    public func repeated(after tries: Tries, leaving isOfURL: Bool = false, _ ways: Ways = []) -> TransferJob
    {
        let later = mirrors?.value.later ?? []
        let places = isOfURL && !later.isEmpty ? later : later + [url]
        return job(at: places.first ?? url, Mirrors(next: Array(places.dropFirst())), after: tries, ways)
    }

    /// How it ends if its deadline has passed; `nil` while there is time.
    ///
    /// - Parameters:
    ///   - date: the time of day, or when the next try would begin.
    ///   - reason: why there has to be a next try; `nil` before the first one.
    package func endingAfterDeadline(at date: Date, because reason: String? = nil) -> Receipt.Ending? {
        guard let deadline, date >= deadline else { return nil }
        let lack =
            reason.map { "\($0), and the run has no time for another try" }
            ?? "the time of the run is used up"
        return .parked(reason: "\(lack) (download.max-time)")
    }

    /// The same job for a try that continues what the last one brought, at the same place.
    ///
    /// - Parameter tries: the results of the tries so far.
    public func continued(after tries: Tries) -> TransferJob {
        job(at: url, mirrors?.value ?? Mirrors(next: []), after: tries)
    }

    /// Whether it continues a partial document.
    public var asksForRest: Bool { ways.contains(.resuming) && !ways.contains(.withoutRange) }

    /// The same job at the mirror that is next.
    ///
    /// - Parameters:
    ///   - tries: the results of the tries so far; `nil` if there were none.
    ///   - isOfURL: whether its URL is not asked again.
    ///   - isPostponed: whether its URL only led to a host that is held.
    /// - Returns: the job; `nil` if every mirror was asked.
    public func atNextMirror(
        after tries: Tries?, leaving isOfURL: Bool, isPostponed: Bool = false
    ) -> TransferJob? {
        guard var places = mirrors?.value, !places.next.isEmpty else { return nil }
        let next = places.next.removeFirst()
        if !isOfURL {
            places.later.append(url)
            if !isPostponed { places.hasFailed = true }
        }
        return job(at: next, places, after: tries)
    }

    private func job(
        at url: String, _ mirrors: Mirrors, after tries: Tries?, _ further: Ways = []
    ) -> TransferJob {
        var ways = ways.union(further)
        if let tries {
            ways.formUnion(.resuming)
            if tries.hasMismatch { ways.formUnion([.pastCaches, .lastMismatch]) }
        }
        return TransferJob(
            key: key, title: title, url: url, action: action, promise: promise, name: name, stored: stored,
            limits: limits, deadline: deadline, assignment: assignment, place: place, ways: ways,
            tries: tries,
            host: url == self.url ? host : nil, distinction: distinction, mirrors: mirrors, naming: naming)
    }
}

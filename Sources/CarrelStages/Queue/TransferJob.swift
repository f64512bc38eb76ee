import CarrelBasics
import CarrelHTTP
import CarrelModel
import Foundation

/// One transfer to do: what to fetch for which item, and all that must be known for it.
///
/// A value without closures, secrets or handles: it can be sent to another process as JSON. Credentials are looked up
/// where the work is done, by origin. An object only so that a million of them can wait.
public final class TransferJob: Sendable, Codable {
    /// What the tries before came to.
    public struct Tries: Sendable, Codable {
        /// When the first one began.
        public var began: Date
        /// How many there were.
        public var count = 0
        /// Whether one brought a body with another digest than the promised one.
        public var hasMismatch = false
        /// How many bytes of content came.
        public var bytes: Int64 = 0
        /// Their requests and answers, in order.
        public var exchanges: [AttemptExchange] = []
        /// What they came over, as far as the fetcher tells.
        public var connections: [ConnectionID] = []

        /// Makes the value for an item that was not tried yet.
        public init(began: Date) { self.began = began }
    }

    /// The item.
    public let key: ItemKey
    /// Its title.
    public let title: String
    /// What tells it from others of its title in its collection, where there are any.
    public let distinction: String?
    /// Its URL as it is listed; whether it is requested is decided where the work is done.
    public let url: String
    /// Host and port of the URL, which the limits a host count.
    public let host: String
    /// What the plan asks for.
    public let action: PlanEntry.Action
    /// What is promised of the document.
    public let promise: DocumentPromise
    /// The name that the document is to have, unless its server knows a better one.
    public let name: String
    /// The stored version, if there is one whose file is there.
    public let stored: DocumentOrigin?
    /// Limits of every request.
    public let limits: Shared<FetchLimits>
    /// The assignment of the run that it belongs to, and its place there.
    public let assignment: Int
    /// Its place in the assignment's plan, from 0.
    public let place: Int
    /// How it goes about what is there and what went wrong before.
    public let ways: Ways
    /// What earlier tries of this run came to; `nil` before the first one.
    public let tries: Shared<Tries>?

    /// How a job goes about what is there and what went wrong before.
    public struct Ways: OptionSet, Sendable, Codable {
        /// The bits.
        public let rawValue: UInt8

        /// Makes a set of bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// There may be a partial document to continue.
        public static let resuming = Ways(rawValue: 1)
        /// Caches on the way are told to ask the server: what was wrong before may be theirs.
        public static let pastCaches = Ways(rawValue: 2)
        /// Every request has a connection of its own.
        public static let ownConnection = Ways(rawValue: 4)
        /// A body with another digest than the promised one is not asked for again.
        public static let lastMismatch = Ways(rawValue: 8)
    }

    public init(
        key: ItemKey, title: String, url: String, action: PlanEntry.Action, promise: DocumentPromise,
        name: String, stored: DocumentOrigin? = nil, limits: Shared<FetchLimits> = Shared(FetchLimits()),
        assignment: Int = 0, place: Int = 0, ways: Ways = [], tries: Tries? = nil, host: String? = nil,
        distinction: String? = nil
    ) {
        (self.key, self.title, self.url, self.action, self.promise) = (key, title, url, action, promise)
        (self.name, self.stored, self.limits) = (name, stored, limits)
        (self.assignment, self.place, self.ways) = (assignment, place, ways)
        self.tries = tries.map { Shared($0) }
        self.host = host ?? HostName.of(url)
        self.distinction = distinction
    }

    /// The same job for another try.
    ///
    /// - Parameter tries: what the tries so far came to.
    /// - Returns: the job.
    public func repeated(after tries: Tries) -> TransferJob {
        var ways = ways.union(.resuming)
        if tries.hasMismatch { ways.formUnion([.pastCaches, .lastMismatch]) }
        return TransferJob(
            key: key, title: title, url: url, action: action, promise: promise, name: name, stored: stored,
            limits: limits, assignment: assignment, place: place, ways: ways, tries: tries, host: host,
            distinction: distinction)
    }
}

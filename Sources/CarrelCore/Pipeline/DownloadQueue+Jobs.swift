/// What the queue takes, and what it is told.
extension DownloadQueue {
    /// One item to download; passed on by reference, for ten thousand may wait.
    public final class Job: Sendable {
        /// The plan's entry.
        public let entry: PlanEntry
        /// The item.
        public let key: ItemKey
        /// Host and port, which the limits a host count.
        public let host: String
        /// The entry's place in its plan.
        public let index: Int

        /// Makes a job.
        public init(entry: PlanEntry, key: ItemKey, index: Int = 0) {
            self.entry = entry
            self.key = key
            self.index = index
            host = HostName.of(entry.item.url ?? "")
        }
    }

    /// How a job ended.
    public enum Outcome: Sendable, Hashable {
        /// The document is stored or current.
        case done
        /// It failed, with what that says of a host rather than of the document.
        case failed(reason: String, host: HostVerdict? = nil)
        /// It was cancelled.
        case cancelled
        /// It is to be done again after a time, with what the try says of a host.
        case again(after: Duration, host: HostVerdict? = nil)
    }

    /// What a failed try says of a host.
    public struct HostVerdict: Sendable, Hashable {
        /// Host and port: those that the item names, or those to which it was redirected.
        public var host: String
        /// Whether the host itself failed.
        public var hasFailed = false
        /// How long nothing of the host is to be started.
        public var hold: Duration?
        /// Whether nothing more is to be requested of it.
        public var isOver = false

        /// Makes a verdict.
        public init(_ host: String, hasFailed: Bool = false, hold: Duration? = nil, isOver: Bool = false) {
            self.host = host
            self.hasFailed = hasFailed
            self.hold = hold
            self.isOver = isOver
        }
    }

    /// Does one job; tells the fraction that is there as it grows.
    public typealias Work =
        @Sendable (Job, _ progress: @escaping @Sendable (Double?) -> Void) async -> Outcome

    /// Gives up a job that was not started, with the reason.
    public typealias GiveUp = @Sendable (Job, _ reason: String) async -> Void

    /// How many jobs run at once, and how hosts are treated.
    public struct Limits: Sendable, Hashable {
        /// The most jobs at once.
        public var maxConcurrent = 3
        /// The most jobs at once for one host and port; `nil` for as many as at all.
        public var maxPerHost: Int?
        /// The shortest time between two requests to one host.
        public var interval: Duration = .zero
        /// After so many failures of a host in a row its other jobs are given up; 0 for never.
        public var hostFailures = 0

        /// Makes limits.
        public init(maxConcurrent: Int = 3, maxPerHost: Int? = nil) {
            self.maxConcurrent = maxConcurrent
            self.maxPerHost = maxPerHost
        }
    }
}

/// How many jobs run at once, how often a try is repeated, and how hosts are treated.
public struct QueueLimits: Sendable, Hashable, Codable {
    /// The most jobs at once that a sync listed.
    public var maxConcurrent = 3
    /// The most jobs at once that a person asked for, in addition to those.
    public var maxRequested = 3
    /// The most jobs at once for one host and port; `nil` for no limit of its own.
    public var maxPerHost: Int?
    /// The shortest time between two requests to one host.
    public var interval: Duration = .zero
    /// The number of failures in a row after which a host's other jobs are given up; 0 for never.
    public var hostFailures = 0
    /// How often a try is repeated.
    public var retries = 2
    /// Whether jobs that would wait, or that go on at another host, leave the queue: for the jobs of a `HostLease`, which
    /// all machines share.
    public var passesOn = false
    /// Whether a response that asks for patience, such as 429 or 503, holds every item of the host, not only the requested one.
    public var holdsHosts = true

    public init(maxConcurrent: Int = 3, maxPerHost: Int? = nil) {
        self.maxConcurrent = maxConcurrent
        self.maxPerHost = maxPerHost
    }

    /// The limits for a queue that two catalogues with different limits share.
    ///
    /// The stricter one counts, except for `retries`, where the larger number counts.
    package func strictest(_ other: Self) -> Self {
        var limits = self
        limits.maxConcurrent = min(maxConcurrent, other.maxConcurrent)
        limits.maxRequested = min(maxRequested, other.maxRequested)
        limits.maxPerHost = [maxPerHost, other.maxPerHost].compactMap(\.self).min()
        limits.interval = max(interval, other.interval)
        limits.hostFailures = [hostFailures, other.hostFailures].filter { $0 > 0 }.min() ?? 0
        limits.retries = max(retries, other.retries)
        limits.holdsHosts = holdsHosts || other.holdsHosts
        limits.passesOn = passesOn || other.passesOn
        return limits
    }
}

extension Sequence<QueueLimits> {
    /// The limits for a queue that catalogues with all these limits share; `nil` for none.
    package var strictest: QueueLimits? {
        reduce(nil) { (sum: QueueLimits?, next) in sum?.strictest(next) ?? next }
    }
}

/// How many jobs are done at once, and how hosts are treated.
public struct QueueLimits: Sendable, Hashable {
    /// The most jobs at once that a sync listed.
    public var maxConcurrent = 3
    /// The most jobs at once that a person asked for, beside those.
    public var maxRequested = 3
    /// The most jobs at once for one host and port; `nil` for as many as at all.
    public var maxPerHost: Int?
    /// The shortest time between two requests to one host.
    public var interval: Duration = .zero
    /// Failures of a host in a row after which its other jobs are given up; 0 for never.
    public var hostFailures = 0
    /// How often a try is repeated.
    public var retries = 2
    /// Whether 429 and 503 hold every item of the host, not only the one that was asked for.
    public var holdsHosts = true

    /// Makes limits.
    public init(maxConcurrent: Int = 3, maxPerHost: Int? = nil) {
        self.maxConcurrent = maxConcurrent
        self.maxPerHost = maxPerHost
    }

    /// What holds for those with these limits and for those with others, where they share a queue.
    ///
    /// As few at once, and as far apart, as either says; repeated as often as either says.
    package func strictest(_ other: Self) -> Self {
        var limits = self
        limits.maxConcurrent = min(maxConcurrent, other.maxConcurrent)
        limits.maxRequested = min(maxRequested, other.maxRequested)
        limits.maxPerHost = [maxPerHost, other.maxPerHost].compactMap(\.self).min()
        limits.interval = max(interval, other.interval)
        limits.hostFailures = [hostFailures, other.hostFailures].filter { $0 > 0 }.min() ?? 0
        limits.retries = max(retries, other.retries)
        limits.holdsHosts = holdsHosts || other.holdsHosts
        return limits
    }
}

import Foundation

/// A host that asked for patience: RFC 9110 section 10.2.3, RFC 6585 section 4.
public struct HostHold: Sendable, Hashable {
    /// Host and port, as `DownloadQueue.Job.host` has them.
    public var host: String
    /// The instant before which nothing is to be requested.
    public var until: Date
    /// What it said.
    public var reason: String

    /// Makes a record.
    public init(host: String, until: Date, reason: String) {
        self.host = host
        self.until = until
        self.reason = reason
    }

    /// How long it still holds.
    func wait(from now: Date) -> Duration { .seconds(max(0, until.timeIntervalSince(now))) }
}

import CarrelBasics
import Foundation

/// A host that asked for patience: RFC 9110 section 10.2.3, RFC 6585 section 4.
public struct HostHold: Sendable, Hashable {
    /// The longest time that a host is left alone, whatever it asks for.
    ///
    /// Nobody means the year 9999, and a clock that was wrong for a while must not keep a library from a host.
    public static let longest: Duration = .seconds(86_400)

    /// Host and port, as `TransferJob.host` has them.
    public var host: String
    /// The instant before which nothing is to be requested.
    public var until: Date
    /// What it said.
    public var reason: String

    public init(host: String, until: Date, reason: String) {
        self.host = host
        self.until = until
        self.reason = reason
    }

    /// The same for no longer than the longest time from now.
    public func limited(from now: Date) -> HostHold {
        var hold = self
        hold.until = min(until, now.addingTimeInterval(Self.longest.seconds))
        return hold
    }

    /// How long it still holds.
    package func wait(from now: Date) -> Duration { .seconds(max(0, until.timeIntervalSince(now))) }
}

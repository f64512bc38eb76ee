import CarrelBasics
import CarrelHTTP
import Foundation

/// A host that asked to wait before further requests, of anything or of one URL: RFC 9110 section 10.2.3, RFC 6585 section 4.
public struct HostHold: Sendable, Hashable {
    /// The longest hold, whatever the host asks for: a day.
    ///
    /// Nobody means the year 9999, and a clock that was wrong for a while must not block a host for long.
    public static let longest: Duration = .seconds(86_400)

    /// Host and port, as in `TransferJob.host`.
    public var host: String
    /// The URL that alone waits; `nil` if everything of the host does.
    public var url: String?
    /// When requests may be sent again.
    public var until: Date
    /// What the server answered.
    public var reason: String

    public init(host: String, url: String? = nil, until: Date, reason: String) {
        (self.host, self.url) = (host, url)
        self.until = until
        self.reason = reason
    }

    /// The hold that is recorded under a name.
    package init(named name: String, until: Date, reason: String) {
        let isOfURL = name.contains("://")
        self.init(
            host: isOfURL ? HostName.of(name) : name, url: isOfURL ? name : nil, until: until, reason: reason)
    }

    /// What is held, and what it is recorded under: the URL, or else the host.
    package var name: String { url ?? host }

    /// What the host did, such as “x.example asked to wait”.
    package var asking: String {
        host + (url == nil ? " asked to wait" : " asked to wait with this document")
    }

    /// Why nothing is requested, and until when.
    package var told: String { "\(asking) until \(until.formatted(Self.timeStyle)): \(reason)" }

    /// As people read times here, with the zone: other machines may be elsewhere.
    private static let timeStyle = Date.ISO8601FormatStyle(
        dateTimeSeparator: .space, timeZoneSeparator: .colon, timeZone: .current)

    /// How far the clocks of machines that share a library may be apart.
    private static let skew: Duration = .seconds(60)

    /// Whether it is one that could have been recorded by now.
    ///
    /// One that ends later was recorded while a clock was ahead, or this one is behind, as that of a machine without a battery
    /// that boots: nobody knows how long the host meant. It stays recorded, for it may be right.
    public func isBelieved(at now: Date) -> Bool {
        until.timeIntervalSince(now) <= (Self.longest + Self.skew).seconds
    }

    /// The same hold, for at most `longest` from now.
    public func limited(from now: Date) -> HostHold {
        var hold = self
        hold.until = min(until, now.addingTimeInterval(Self.longest.seconds))
        return hold
    }

    /// The time that is left.
    package func wait(from now: Date) -> Duration { .seconds(max(0, until.timeIntervalSince(now))) }
}

import CarrelBasics
import CarrelStages
import Foundation

/// When catalogues are due: a pure rule.
///
/// A catalogue is due one interval after its last visit, and up to a tenth later, so that many libraries do not ask one
/// server at the same time. After a failure it is due sooner: after a quarter of an hour, then half an hour, an hour
/// and so on, but never later than without the failure. It is never due before its server allows.
public struct RefreshSchedule: Sendable, Hashable {
    /// The interval of catalogues that have none of their own.
    public var every: Duration

    /// The wait after a first failure.
    private static let firstWait = Duration.seconds(15 * 60)

    /// How far the clocks of machines that share a library may be apart, in seconds.
    private static let skew: TimeInterval = 60

    /// The wait before what was just tried is tried again, if nothing else says when.
    public var afterFailure: Duration { min(every, Self.firstWait) }

    public init(every: Duration) { self.every = every }

    /// When a catalogue is due.
    ///
    /// - Parameters:
    ///   - visit: its last visit; without one, it is due at once.
    ///   - refresh: its own interval, if it has one.
    ///   - now: the present; a visit after it was made while the clock was ahead, and says nothing.
    /// - Returns: the time when it is due.
    public func due(after visit: CatalogVisit?, refresh: Duration?, now: Date) -> Date {
        guard let visit, visit.date <= now + Self.skew else { return .distantPast }
        var interval = refresh ?? every
        if visit.failures > 0 {
            interval = min(interval, Self.firstWait * Double(1 << min(visit.failures - 1, 16)))
        }
        let due = visit.date.addingTimeInterval(interval.seconds * (1 + Self.jitter(visit) / 10))
        return max(due, visit.notBefore ?? due)
    }

    /// A number from 0 to 1 that depends only on the visit.
    private static func jitter(_ visit: CatalogVisit) -> Double {
        let hash = StableHash.short("\(visit.location) \(visit.date.timeIntervalSince1970)")
        // The high bits hardly differ between texts that differ only at the end.
        return Double((hash ^ hash >> 16) & 0xFFFF) / 65_535
    }
}

extension Desk {
    /// When catalogues are due, the earliest first.
    ///
    /// - Parameters:
    ///   - locations: where they are.
    ///   - schedule: the schedule.
    ///   - tried: visits that the caller made and the library may not have noted, such as a failed one of a place that was
    ///     never read; a later one of the library wins.
    /// - Returns: each location with its time.
    /// - Throws: `StoreError` if the library cannot be read.
    public func due(
        _ locations: [String], by schedule: RefreshSchedule, tried: [String: CatalogVisit] = [:]
    ) async throws(StoreError) -> [(location: String, date: Date)] {
        let library = try await library
        let now = parts.pipeline.context.now()
        let recorded = Dictionary(try await library.visits().map { ($0.location, $0) }) { first, _ in first }
        let visits = recorded.merging(tried) { $0.date < $1.date ? $1 : $0 }
        return locations.map { location in
            let refresh = pipeline(for: location, library).refresh
            return (location, schedule.due(after: visits[location], refresh: refresh, now: now))
        }.sorted { $0.date < $1.date }
    }

    /// The visits of catalogues whose last reading failed, in no order.
    public func failedVisits() async throws(StoreError) -> [CatalogVisit] {
        try await library.visits().filter { $0.failures > 0 }
    }
}

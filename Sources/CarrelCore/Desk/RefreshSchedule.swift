import CarrelBasics
import CarrelStages
import Foundation

/// When catalogues are due: a pure rule.
///
/// A catalogue is due an interval after its last visit, and up to a tenth of it later, so that many libraries do not ask
/// one server at the same moment. After a failure it is due sooner: after a quarter of an hour, then after half an hour,
/// an hour and so on, never later than otherwise. It is not due before its server allows.
public struct RefreshSchedule: Sendable, Hashable {
    /// The interval of catalogues that have none of their own.
    public var every: Duration

    /// The wait after a first failure.
    private static let firstWait = Duration.seconds(15 * 60)

    /// The wait after a failure of a catalogue that was never read.
    public var afterFailure: Duration { min(every, Self.firstWait) }

    public init(every: Duration) { self.every = every }

    /// When a catalogue is due.
    ///
    /// - Parameters:
    ///   - visit: its last visit; `nil` for none, which makes it due at once.
    ///   - refresh: its own interval, if it has one.
    /// - Returns: the instant.
    public func due(after visit: CatalogVisit?, refresh: Duration?) -> Date {
        guard let visit else { return .distantPast }
        var interval = refresh ?? every
        if visit.failures > 0 {
            interval = min(interval, Self.firstWait * Double(1 << min(visit.failures - 1, 16)))
        }
        let due = visit.date.addingTimeInterval(interval.seconds * (1 + Self.jitter(visit) / 10))
        return max(due, visit.notBefore ?? due)
    }

    /// From 0 to 1: the same for the same visit, another one for every other.
    private static func jitter(_ visit: CatalogVisit) -> Double {
        let hash = StableHash.of("\(visit.location) \(visit.date.timeIntervalSince1970)")
        // Of texts that differ in their end only, the high bits hardly differ.
        return Double((hash ^ hash >> 16) & 0xFFFF) / 65_535
    }
}

extension Desk {
    /// When catalogues are due, the first one first.
    ///
    /// - Parameters:
    ///   - locations: where they are.
    ///   - schedule: the schedule.
    /// - Returns: each with its instant.
    /// - Throws: `StoreError` where the library cannot be read.
    public func due(
        _ locations: [String], by schedule: RefreshSchedule
    ) async throws(StoreError) -> [(location: String, date: Date)] {
        let library = try await library
        let visits = Dictionary(try await library.visits().map { ($0.location, $0) }) { first, _ in first }
        return locations.map { location in
            let refresh = pipeline(for: location, library).refresh
            return (location, schedule.due(after: visits[location], refresh: refresh))
        }.sorted { $0.date < $1.date }
    }

    /// The visits of catalogues that could not be read the last time, in no order.
    public func failedVisits() async throws(StoreError) -> [CatalogVisit] {
        try await library.visits().filter { $0.failures > 0 }
    }
}

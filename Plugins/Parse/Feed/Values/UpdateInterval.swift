import CarrelBasics
import Foundation

/// How often a feed changes, as it says itself: RSS with `ttl` in minutes, others with the syndication module's period
/// and frequency.
struct UpdateInterval {
    /// Minutes.
    var ttl: String?
    /// `hourly`, `daily`, `weekly`, `monthly` or `yearly`.
    var period: String?
    /// How many times in a period.
    var frequency: String?

    private static let periods: [String: Int64] = [
        "hourly": 3600, "daily": 86_400, "weekly": 604_800, "monthly": 2_592_000, "yearly": 31_536_000,
    ]

    /// The interval, a year at the most; `nil` if the feed says nothing of it that can be used.
    var duration: Duration? {
        if let minutes = ttl.flatMap(Self.number) { return .seconds(min(minutes * 60, 31_536_000)) }
        guard let period = period.flatMap({ Self.periods[$0.trimmed.lowercased()] }) else { return nil }
        return .seconds(max(1, period / (frequency.flatMap(Self.number) ?? 1)))
    }

    /// A whole number above zero.
    private static func number(_ text: String) -> Int64? {
        Int64(text.trimmed.prefix(9)).flatMap { $0 > 0 ? $0 : nil }
    }
}

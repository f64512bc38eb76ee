/// A delay that is fixed, or drawn each time from a range: `5s`, `0s..3s`.
public struct RandomDelay: Sendable, Hashable {
    /// The shortest and the longest delay.
    public let range: ClosedRange<Duration>

    public init(_ range: ClosedRange<Duration>) { self.range = range }

    /// The longest delay that a proxy is asked for.
    public static let longestOfProxy = Duration.seconds(600)

    /// No delay.
    public static let none = RandomDelay(.zero ... .zero)

    /// Reads one duration, or two separated by `..`; `nil` for anything else.
    public init?(text: String) {
        let ends = text.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
        let durations = ends.compactMap(Duration.init(durationText:))
        guard durations.count == ends.count, (1...2).contains(ends.count) else { return nil }
        guard let first = durations.first, let last = durations.last, first <= last else { return nil }
        range = first...last
    }

    /// Draws a delay, to the millisecond.
    public func draw(using random: inout some RandomNumberGenerator) -> Duration {
        let low = Int64((range.lowerBound.seconds * 1000).rounded())
        let high = Int64((range.upperBound.seconds * 1000).rounded())
        return .milliseconds(Int64.random(in: low...high, using: &random))
    }
}

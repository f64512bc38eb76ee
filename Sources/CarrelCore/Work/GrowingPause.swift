/// The waits after failures in a row, which double.
struct GrowingPause {
    private var time = Duration.milliseconds(200)

    private static let longest = Duration.seconds(5)

    /// The next wait.
    mutating func next() -> Duration {
        defer { time = min(Self.longest, time * 2) }
        return time
    }
}

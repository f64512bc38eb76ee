/// Decides how long a fetcher pauses while its bytes wait to be written.
///
/// Each piece that comes meanwhile asks for a longer pause, so that on a slow disk the waiting bytes grow ever more
/// slowly instead of up to the document's length.
struct BackPressure: Sendable, Hashable {
    /// Bytes that may wait before the fetcher pauses.
    static let highWater = 4 << 20
    /// The first pause: about the time to write half of these bytes.
    static let shortest = Duration.milliseconds(2)
    /// The longest pause.
    static let longest = Duration.seconds(1)

    private var next = BackPressure.shortest

    /// How long to pause while `bytes` wait; `nil` for not at all.
    mutating func pause(waiting bytes: Int) -> Duration? {
        guard bytes > Self.highWater else {
            next = Self.shortest
            return nil
        }
        defer { next = min(Self.longest, next * 2) }
        return next
    }
}

/// How long a fetcher pauses while what it brought waits to be written.
///
/// Each piece that comes meanwhile asks for a pause again, and for a longer one, so that what waits on a disk that does
/// not keep up grows ever more slowly instead of by the document's length.
struct BackPressure: Sendable, Hashable {
    /// Bytes that may wait before the fetcher pauses.
    static let highWater = 4 << 20
    /// The first pause: about as long as half of them take to be written.
    static let shortest = Duration.milliseconds(2)
    /// The longest pause.
    static let longest = Duration.seconds(1)

    private var next = BackPressure.shortest

    /// How long to pause; `nil` if what waits is little.
    mutating func pause(waiting bytes: Int) -> Duration? {
        guard bytes > Self.highWater else {
            next = Self.shortest
            return nil
        }
        defer { next = min(Self.longest, next * 2) }
        return next
    }
}

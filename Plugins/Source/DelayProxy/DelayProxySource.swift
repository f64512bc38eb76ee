import CarrelBasics
import CarrelHTTP
import CarrelStages

/// Waits, and reads another source then, as over a slow network.
///
/// The delay is drawn anew for each reading. The location is that of the catalogue itself, so that a library
/// filled with delays and one filled directly are the same library.
public struct DelayProxySource: Source {
    private let source: any Source
    private let timer: DelayTimer

    /// Makes a source that waits and then reads another one.
    ///
    /// - Parameters:
    ///   - wrapped: the source to read.
    ///   - delay: how long to wait before each reading.
    ///   - clock: waits.
    ///   - random: draws the delays.
    public init(
        wrapping wrapped: any Source, delay: RandomDelay, clock: any Clock<Duration>,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        (source, timer) = (wrapped, DelayTimer(delay, clock: clock, random: random))
    }

    /// The location of the catalogue itself.
    public var location: String { source.location }

    /// Waits, and reads.
    ///
    /// See `Source`.
    public func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
        do {
            try await timer.wait()
        } catch {
            throw .cancelled(location)
        }
        return try await source.read(after: validators)
    }
}

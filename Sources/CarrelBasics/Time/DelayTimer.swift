/// Waits a random time, drawn again for each wait: the one implementation of all forced delays.
public final class DelayTimer: Sendable {
    private let delay: RandomDelay
    private let clock: any Clock<Duration>
    private let random: Locked<any RandomNumberGenerator & Sendable>

    /// - Parameters:
    ///   - delay: the range to draw from.
    ///   - clock: measures the waits.
    ///   - random: the random numbers.
    public init(
        _ delay: RandomDelay, clock: any Clock<Duration>,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.delay = delay
        self.clock = clock
        self.random = Locked(random)
    }

    /// Draws the next delay without waiting for it.
    public func draw() -> Duration { random.withLock { delay.draw(using: &$0) } }

    /// Waits for the next delay.
    ///
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
    public func wait() async throws(CancellationError) { try await wait(draw()) }

    /// Waits for a delay that was drawn.
    ///
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
    public func wait(_ wait: Duration) async throws(CancellationError) {
        guard wait > .zero else { return }
        do {
            try await clock.sleep(for: wait)
        } catch {
            throw CancellationError()
        }
    }
}

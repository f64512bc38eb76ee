import CarrelCore

/// A clock whose sleeps end at once, moving its time on: what waits an hour takes no time, and is on record.
public final class InstantClock: Clock {
    /// A time: the sum of the sleeps before it.
    public struct Instant: InstantProtocol {
        private var offset: Duration

        init(offset: Duration) { self.offset = offset }

        /// A later or earlier time.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// How long it is until another time.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Orders by time.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let state = Locked((now: Instant(offset: .zero), sleeps: [Duration]()))

    /// Makes a clock.
    public init() {}

    /// The time.
    public var now: Instant { state.value.now }

    /// The finest sleep.
    public var minimumResolution: Duration { .zero }

    /// How long each sleep would have been, in order.
    public var sleeps: [Duration] { state.value.sleeps }

    /// Records the sleep and returns.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.sleeps.append(state.now.duration(to: deadline))
            state.now = max(state.now, deadline)
        }
    }
}

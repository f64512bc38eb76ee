import CarrelBasics

/// A clock that moves only when a test says so.
///
///     let clock = ManualClock()
///     async let delayed = read(with: clock)
///     try await clock.sleepers(atLeast: 1)
///     clock.advance(by: .seconds(5))
public final class ManualClock: Clock {
    /// How the clock treats those who sleep.
    public enum Mode: Sendable {
        /// They sleep until a test advances the clock.
        case manual
        /// They wake at once, and the clock jumps to the instant they wanted.
        case autoAdvancing
    }

    /// A time since the clock was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public var offset: Duration

        /// The instant so much later.
        public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

        /// The time until another instant.
        public func duration(to other: Self) -> Duration { other.offset - offset }

        /// Orders by time.
        public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var deadlines: [Int: Instant] = [:]
        var lastSleeper = 0
        var sleeps: [Duration] = []
    }

    private let mode: Mode
    private let state = Locked(State())
    private let changed = ChangeSignal()

    /// Makes a clock that stands at zero.
    public init(_ mode: Mode = .manual) { self.mode = mode }

    /// The instant at which the clock stands.
    public var now: Instant { state.withLock { $0.now } }

    /// Zero: the clock is exact.
    public var minimumResolution: Duration { .zero }

    /// How long each sleep so far was meant to last, in the order in which they began.
    public var sleeps: [Duration] { state.withLock { $0.sleeps } }

    /// How many sleep now.
    public var sleeperCount: Int { state.withLock { $0.deadlines.count } }

    /// Waits until that many sleep.
    ///
    /// - Throws: `CancellationError` where the task is cancelled.
    public func sleepers(atLeast count: Int) async throws {
        while true {
            let version = changed.version
            if sleeperCount >= count { return }
            try await changed.wait(after: version)
        }
    }

    /// Moves the clock and wakes everyone whose time has come.
    public func advance(by duration: Duration) {
        state.withLock { $0.now = $0.now.advanced(by: duration) }
        changed.notify()
    }

    /// Sleeps until the clock has come to the instant.
    ///
    /// - Throws: `CancellationError` where the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let mode = mode
        let number = state.withLock { state in
            state.sleeps.append(state.now.duration(to: deadline))
            if mode == .autoAdvancing { state.now = max(state.now, deadline) }
            state.lastSleeper += 1
            if state.now < deadline { state.deadlines[state.lastSleeper] = deadline }
            return state.lastSleeper
        }
        changed.notify()
        defer {
            state.withLock { $0.deadlines[number] = nil }
            changed.notify()
        }
        while true {
            let version = changed.version
            if now >= deadline { return }
            try await changed.wait(after: version)
        }
    }
}

import CarrelBasics
import CarrelStages

/// What runs share that go on side by side in one process, so that its limits hold for all of them together.
struct RunCommons: Sendable {
    private let rates: RateLimiters
    /// The space on the library's disk.
    let room: DiskRoom
    /// As many as there may be transfers at once; `nil` for a run by itself, which has as many hands.
    let slots: Slots?

    /// Makes what is shared.
    ///
    /// - Parameters:
    ///   - parts: what the runs work with.
    ///   - width: how many transfers there may be at once; `nil` for a run by itself.
    init(_ parts: RunParts, width: Int? = nil) {
        rates = RateLimiters(elapsed: MonotonicTime(parts.context.clock).elapsed)
        room = DiskRoom(parts.store)
        slots = width.map { Slots($0) }
    }

    /// What holds all downloads with a limit to it together; `nil` without one.
    func rate(_ bytesPerSecond: Int64?) -> RateLimiter? { bytesPerSecond.map { rates[$0] } }
}

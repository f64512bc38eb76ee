import CarrelBasics

/// Lets through ten progress events a second at most, and those besides that tell of a tenth of the document more: what
/// comes just before a pause would be left out otherwise, and one that stalls shown where it began.
final class ProgressMeter: Sendable {
    private struct State {
        var next = Duration.zero
        /// The bytes of the last event.
        var told: Int64 = 0
    }

    /// So little of a document is not an event of its own.
    private static let leastStep: Int64 = 16 << 10

    private let time: MonotonicTime
    private let state = Locked(State())

    init(_ time: MonotonicTime) { self.time = time }

    /// Whether the next event is due; of a document of unknown length also where twice as much has come.
    ///
    /// - Parameters:
    ///   - bytes: how many bytes have come.
    ///   - total: the length of the document; `nil` if it is not known.
    func isDue(at bytes: Int64, of total: Int64?) -> Bool {
        let now = time.elapsed()
        return state.withLock { state in
            let step = max(total.map { $0 / 10 } ?? state.told, Self.leastStep)
            guard now >= state.next || bytes - state.told >= step else { return false }
            state = State(next: now + .milliseconds(100), told: bytes)
            return true
        }
    }
}

/// Decides what to do on signals that ask the program to end.
///
/// The first one asks for an orderly end. A second one within a second means the same, because a shell, a terminal and
/// `timeout` may each send one. A third one, or one after more than a second, ends the program at once.
package struct InterruptPolicy: Sendable {
    /// What to do on a signal.
    package enum Answer: Sendable, Hashable {
        /// Park what is in flight, and end.
        case stop
        /// Do nothing: the program is about to end.
        case wait
        /// End at once.
        case end
    }

    /// The time in which a second signal means the same as the first.
    package static let patience = Duration.seconds(1)

    private var first: Duration?
    private var count = 0

    package init() {}

    /// Answers a signal.
    ///
    /// - Parameter instant: when it came, on a clock that never goes back.
    /// - Returns: what to do.
    package mutating func answer(at instant: Duration) -> Answer {
        count += 1
        guard let first else {
            first = instant
            return .stop
        }
        return count == 2 && instant - first < Self.patience ? .wait : .end
    }
}

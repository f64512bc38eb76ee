/// What signals that ask a program to end come to.
///
/// The first asks for an orderly end. One that follows within a second says the same again: a shell, a terminal and
/// `timeout` each send one. A third, or one after a second's patience, ends the program at once.
package struct InterruptPolicy: Sendable {
    /// What becomes of a signal.
    package enum Answer: Sendable, Hashable {
        /// What is under way is parked, and the program ends.
        case stop
        /// Nothing: the program is about to end.
        case wait
        /// The program ends at once.
        case end
    }

    /// How long a second signal means what the first meant.
    package static let patience = Duration.seconds(1)

    private var first: Duration?
    private var count = 0

    /// Makes a policy that has seen no signal.
    package init() {}

    /// Answers a signal.
    ///
    /// - Parameter instant: when it came, on a clock that never goes back.
    /// - Returns: what becomes of it.
    package mutating func answer(at instant: Duration) -> Answer {
        count += 1
        guard let first else {
            first = instant
            return .stop
        }
        return count == 2 && instant - first < Self.patience ? .wait : .end
    }
}

import CarrelBasics
import CarrelStages

/// Ends a process at a chosen step, as far as store and library can tell: from then on every call fails and
/// changes nothing.
public final class CrashScript: Sendable {
    private struct State {
        var steps: [String] = []
        var hasCrashed = false
    }

    private let crashStep: Int
    private let error: StoreError
    private let state = Locked(State())

    /// - Parameters:
    ///   - step: the number of the step at which everything ends, from 0.
    ///   - error: what every call gets after the end.
    public init(
        at step: Int,
        error: StoreError = StoreError(.database, subject: "the process", reason: "it has been killed")
    ) { (crashStep, self.error) = (step, error) }

    /// Whether the step has come.
    public var hasCrashed: Bool { state.withLock { $0.hasCrashed } }

    /// The steps that were taken, the last one included.
    public var steps: [String] { state.withLock { $0.steps } }

    /// Takes a step.
    ///
    /// - Parameter name: what it is, for messages.
    /// - Throws: `StoreError` when it is the last one, and ever after.
    func step(_ name: String) throws(StoreError) {
        let isOver = state.withLock { state in
            if !state.hasCrashed {
                state.hasCrashed = state.steps.count == crashStep
                state.steps.append(name)
            }
            return state.hasCrashed
        }
        if isOver { throw error }
    }

    /// Passes while the process lives.
    func live() throws(StoreError) { if hasCrashed { throw error } }
}

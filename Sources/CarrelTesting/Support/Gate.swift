import CarrelBasics
import Dispatch

/// Holds something back until a test opens it.
public final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var threads: [DispatchSemaphore] = []
    }

    private let state = Locked(State())
    private let changed = ChangeSignal()

    /// Makes a closed gate.
    public init() {}

    /// Whether it was opened.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Opens the gate, for good.
    public func open() {
        let threads = state.withLock { state in
            state.isOpen = true
            defer { state.threads.removeAll() }
            return state.threads
        }
        for thread in threads { thread.signal() }
        changed.notify()
    }

    /// Waits until the gate is open.
    ///
    /// - Throws: `CancellationError` where the task is cancelled.
    public func wait() async throws {
        while true {
            let version = changed.version
            if isOpen { return }
            try await changed.wait(after: version)
        }
    }

    /// Holds up a thread, never a cooperative one, until one of the gates is open or time is up.
    static func block(until gates: [Gate], timeout: DispatchTime = .distantFuture) {
        let thread = DispatchSemaphore(value: 0)
        for gate in gates {
            let isOpen = gate.state.withLock { state in
                state.threads.append(thread)
                return state.isOpen
            }
            if isOpen { return }
        }
        _ = thread.wait(timeout: timeout)
        for gate in gates { gate.state.withLock { $0.threads.removeAll { $0 === thread } } }
    }
}

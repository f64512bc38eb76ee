import CarrelBasics

/// Awaits an operation that cannot be cancelled; a cancelled task stops waiting for it at once.
///
/// Reading a terminal or a pipe blocks until somebody writes. The operation is left behind: its result is
/// dropped when it comes.
func abandonedWhenCancelled<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let outcome = Outcome<Value>()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            outcome.await(continuation)
            Task.detached {
                do {
                    outcome.settle(.success(try await operation()))
                } catch {
                    outcome.settle(.failure(error))
                }
            }
        }
    } onCancel: {
        outcome.settle(.failure(CancellationError()))
    }
}

/// Resumes one continuation with the first of several results, whichever comes first.
private final class Outcome<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case idle
        case waiting(CheckedContinuation<Value, any Error>)
        case settled(Result<Value, any Error>)
    }

    private let state = Locked(State.idle)

    func await(_ continuation: CheckedContinuation<Value, any Error>) {
        let settled: Result<Value, any Error>? = state.withLock { state in
            if case .settled(let result) = state { return result }
            state = .waiting(continuation)
            return nil
        }
        if let settled { continuation.resume(with: settled) }
    }

    func settle(_ result: Result<Value, any Error>) {
        let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
            guard case .settled = state else {
                defer { state = .settled(result) }
                if case .waiting(let continuation) = state { return continuation }
                return nil
            }
            return nil
        }
        waiting?.resume(with: result)
    }
}

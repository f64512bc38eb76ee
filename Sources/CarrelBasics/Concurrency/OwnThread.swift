import CPlatform
import Dispatch
import Foundation

/// Threads for work that may block, one for each piece of work.
package enum OwnThread {
    /// What begins a thread.
    package typealias Beginning = (@escaping @Sendable () -> Void) throws(POSIXError) -> Void

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// How often a thread is asked for, 50 ms apart: whoever has the last one may just be ending.
    private static let attempts = 20

    /// Begins a thread that does something and then ends.
    ///
    /// Foundation does not say whether a thread begins.
    ///
    /// - Parameter body: what it does.
    /// - Throws: the error of the system, which begins none.
    package static func begin(_ body: @escaping @Sendable () -> Void) throws(POSIXError) {
        let work = Unmanaged.passRetained(Work(body))
        var code: Int32 = 0
        for attempt in 1...attempts {
            code = carrel_begin_thread(
                { work in
                    guard let work else { return nil }
                    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
                    return nil
                }, work.toOpaque())
            if code == 0 { return }
            if attempt < attempts { usleep(50_000) }
        }
        work.release()
        throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EAGAIN)
    }

    /// Does something on a thread of its own; where the system begins none, on one of the pool as soon as that has one.
    ///
    /// - Parameters:
    ///   - begin: what begins the thread.
    ///   - body: what is done.
    package static func run(begin: Beginning = OwnThread.begin, _ body: @escaping @Sendable () -> Void) {
        do throws(POSIXError) {
            try begin(body)
        } catch {
            DispatchQueue.global().async { body() }
        }
    }

    /// What something gives that may block, done on a thread of its own.
    ///
    /// - Parameter body: what is done; it may ask whether the task was cancelled.
    package static func value<Value: Sendable>(
        of body: @escaping @Sendable (_ isCancelled: () -> Bool) throws -> Value
    ) async throws -> Value {
        let isCancelled = Locked(false)
        let result: Result<Value, any Error> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                run { continuation.resume(returning: Result { try body { isCancelled.value } }) }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
        return try result.get()
    }
}

import Synchronization

/// A value behind a lock: the only lock of the code base.
///
/// Closures must be short and must not call out: no callbacks, no input or output, no resuming of continuations.
public final class Locked<Value: Sendable>: Sendable {
    @usableFromInline let storage: Mutex<Value>

    @inlinable public init(_ value: Value) { storage = Mutex(value) }

    /// Runs a closure while holding the lock.
    @inlinable public func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withLock { (value: inout sending Value) throws(Failure) -> Result in try body(&value) }
    }

    /// A copy of the value.
    @inlinable public var value: Value { withLock { $0 } }
}

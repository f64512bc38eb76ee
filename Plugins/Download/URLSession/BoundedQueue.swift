import Dispatch
import Foundation

/// The queue on which URLSession calls its delegate, one call after the other and with room for a few only.
///
/// Foundation on Linux reads as fast as the network gives and queues every piece for the delegate, so that a
/// slow sink would fill the memory. It queues with `addOperation(_:)`, and waits there while the queue is full.
/// Elsewhere URLSession itself waits for the delegate.
///
/// `@unchecked Sendable` because the superclass is: this class adds constants that are thread-safe.
final class BoundedQueue: OperationQueue, @unchecked Sendable {
    /// A serial queue has a thread of its own; by default the delegate would take turns with cooperative threads.
    private let calls = DispatchQueue(label: "carrel.urlsession.delegate")
    private let room = DispatchSemaphore(value: 16)

    override init() {
        super.init()
        maxConcurrentOperationCount = 1
        underlyingQueue = calls
    }

    #if canImport(FoundationNetworking)
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        room.wait()
        let room = room
        super.addOperation {
            room.signal()
            block()
        }
    }
    #endif
}

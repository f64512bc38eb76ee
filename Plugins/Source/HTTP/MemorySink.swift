import CarrelBasics
import CarrelHTTP
import Foundation

/// Collects a response in memory.
///
/// The fetcher's size limit bounds it.
final class MemorySink: ResponseSink {
    private struct State: Sendable {
        var head: ResponseHead?
        var data = Data()
    }

    private let state = Locked(State())

    /// The response, once its head has come.
    var response: (head: ResponseHead, data: Data)? {
        let state = state.value
        return state.head.map { ($0, state.data) }
    }

    func receive(head: ResponseHead) -> ContentDemand {
        state.withLock { $0.head = head }
        // The text of an error page helps nobody.
        return (200...299).contains(head.status) ? .deliver : .skip
    }

    func receive(bytes: UnsafeRawBufferPointer) -> Pace {
        state.withLock { $0.data.append(contentsOf: bytes) }
        return .proceed
    }
}

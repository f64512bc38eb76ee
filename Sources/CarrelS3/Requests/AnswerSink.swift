import CarrelBasics
import CarrelHTTP

/// Collects a response of limited size.
final class AnswerSink: ResponseSink {
    private let state = Locked<(head: ResponseHead?, content: [UInt8])>((nil, []))
    private let limit: Int

    /// - Parameter limit: the most bytes to collect.
    init(limit: Int) { self.limit = limit }

    /// The head, if it came.
    var head: ResponseHead? { state.value.head }
    /// What was collected.
    var content: [UInt8] { state.value.content }

    func receive(head: ResponseHead) throws(SinkStopped) -> ContentDemand {
        state.withLock { $0.head = head }
        return .deliver
    }

    func receive(bytes: UnsafeRawBufferPointer) throws(SinkStopped) -> Pace {
        let isTooMuch = state.withLock { state in
            guard state.content.count + bytes.count <= limit else { return true }
            state.content.append(contentsOf: bytes)
            return false
        }
        if isTooMuch { throw SinkStopped() }
        return .proceed
    }
}

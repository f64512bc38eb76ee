import CarrelBasics
import CarrelHTTP
import Foundation

/// Collects the responses of a batch, one exchange after the other, and hands over the one that is not for it.
///
/// All calls but those of `CurlOpenExchange` come from the loop's thread.
final class CurlCollector: ResponseSink {
    /// How far the exchange under way is.
    private enum Phase {
        /// Its response is collected.
        case collecting
        /// It was handed over and has no sink yet; with the result where it has ended meanwhile.
        case handedOver(CurlResult?)
        /// It has a sink, and somebody who waits for its end.
        case attached(any ResponseSink, CheckedContinuation<CurlResult, Never>)
        /// There is none.
        case over
    }

    private struct State {
        var phase = Phase.collecting
        var next = 1
        var ended: [CollectedExchange] = []
        var current = CollectedExchange()
        var size: Int64 = 0
    }

    /// What a sink has to be told that was attached.
    enum Attachment {
        /// The head that came before, and content.
        case begun(ResponseHead, [UInt8])
        /// Nothing: no head has come.
        case nothing
        /// The exchange has ended, with what came.
        case ended(CollectedExchange)
    }

    private let order: CurlBatchOrder
    private let until = ContinuousClock.now + BatchLimits.patience
    private let state = Locked(State())

    init(_ order: CurlBatchOrder) { self.order = order }

    /// The URL of the request under way.
    var url: String { order.requests[state.withLock { $0.next } - 1].target.text }

    /// Whether the exchange under way is the batch's.
    var isCollecting: Bool {
        state.withLock { state in if case .collecting = state.phase { true } else { false } }
    }

    /// Whether the exchange under way waits for a sink, so that nothing of its content may come.
    var isHeld: Bool {
        state.withLock { state in
            if case .handedOver = state.phase { state.current.head != nil } else { false }
        }
    }

    // MARK: The response

    func receive(head: ResponseHead) throws(SinkStopped) -> ContentDemand {
        let length = Self.plainLength(of: head)
        let (sink, handsOver) = state.withLock { state -> ((any ResponseSink)?, Bool) in
            if case .attached(let sink, _) = state.phase { return (sink, false) }
            state.current.head = head
            guard case .collecting = state.phase else { return (nil, false) }
            if let length { state.current.content.reserveCapacity(Int(length)) }
            return (nil, length == nil)
        }
        if let sink { return try sink.receive(head: head) }
        if handsOver { handOver() }
        return .deliver
    }

    func receive(bytes: UnsafeRawBufferPointer) throws(SinkStopped) -> Pace {
        let sink = state.withLock { state -> (any ResponseSink)? in
            if case .attached(let sink, _) = state.phase { return sink }
            state.current.content.append(contentsOf: bytes)
            return nil
        }
        return try sink?.receive(bytes: bytes) ?? .proceed
    }

    /// The length of a response that is small and says where it ends; `nil` for any other.
    private static func plainLength(of head: ResponseHead) -> Int64? {
        if head.status == 204 || head.status == 304 { return 0 }
        guard head.decodedCodings.isEmpty, head.contentCoding == nil, let length = head.contentLength,
            length <= BatchLimits.maxContent
        else { return nil }
        return length
    }

    // MARK: The end of an exchange

    /// Takes note of how the exchange under way ended.
    ///
    /// - Returns: the next request of the batch, if there is one to be sent.
    func ended(_ result: CurlResult) -> FetchRequest? {
        let now = ContinuousClock.now
        let (next, attached) = state.withLock {
            state -> (FetchRequest?, CheckedContinuation<CurlResult, Never>?) in
            switch state.phase {
            case .collecting: break
            case .handedOver:
                state.phase = .handedOver(result)
                return (nil, nil)
            case .attached(_, let continuation):
                state.phase = .over
                return (nil, continuation)
            case .over: return (nil, nil)
            }
            var ended = CollectedExchange()
            swap(&ended, &state.current)
            if case .failure(let error) = result { ended.error = error }
            state.size += Int64(ended.content.count)
            let isLast =
                ended.error != nil || state.size > BatchLimits.maxContent || now > until
                || ended.head?.isTransient == true
            state.ended.append(ended)
            guard !isLast, order.requests.indices.contains(state.next) else { return (nil, nil) }
            defer { state.next += 1 }
            return (order.requests[state.next], nil)
        }
        if let attached {
            attached.resume(returning: result)
        } else if let next, order.goesOn() {
            return next
        } else {
            end(.over)
        }
        return nil
    }

    /// Ends the batch before the exchange under way, which goes on.
    func handOver() { end(.handedOver(nil), open: self) }

    /// Ends the batch, unless it has ended before.
    private func end(_ phase: Phase, open: CurlCollector? = nil) {
        let ended = state.withLock { state -> [CollectedExchange]? in
            guard case .collecting = state.phase else { return nil }
            state.phase = phase
            return state.ended
        }
        if let ended { order.continuation.resume(returning: CurlBatchResult(ended: ended, open: open)) }
    }

    // MARK: An exchange that was handed over

    /// Gives it a sink.
    ///
    /// - Returns: what the sink has to be told first; nothing more comes where the exchange has ended.
    func attach(
        _ sink: any ResponseSink, _ continuation: CheckedContinuation<CurlResult, Never>
    ) -> Attachment {
        let url = url
        return state.withLock { state in
            var collected = state.current
            guard case .handedOver(let result) = state.phase else {
                collected.error = FetchError(.cancelled, url: url, reason: "it has a sink already")
                return .ended(collected)
            }
            if let result {
                state.phase = .over
                if case .failure(let error) = result { collected.error = error }
                return .ended(collected)
            }
            state.phase = .attached(sink, continuation)
            return collected.head.map { .begun($0, collected.content) } ?? .nothing
        }
    }
}

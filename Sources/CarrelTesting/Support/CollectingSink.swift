import CarrelBasics
import CarrelHTTP
import Foundation

/// A sink that keeps the response, and can be told to stop, to skip, to pause or to hold up its thread.
public final class CollectingSink: ResponseSink {
    /// What reached the sink.
    public struct Received: Sendable {
        /// The heads: more than one breaks a promise.
        public var heads: [ResponseHead] = []
        /// The content so far.
        public var content = Data()
        /// How many calls brought content.
        public var contentCalls = 0
        /// What happened against the rules of `Fetcher`, such as content before the head.
        public var violations: [String] = []
    }

    /// What the sink does with what it gets.
    public enum Behaviour: Sendable {
        /// Keeps everything.
        case collect
        /// Does not want the content.
        case skip
        /// Throws at the head.
        case stopAtHead
        /// Throws at the content that brings it to that many bytes.
        case stopAfter(Int)
        /// Holds up the calling thread at each content until the gate is open.
        case block(Gate)
        /// Counts the bytes and keeps none: for large content.
        case count
        /// Asks for a pause after each of the first pieces of content; it is kept track of in real time.
        case pause(Duration, pieces: Int)
        /// Asks for a pause after the first piece of content and throws at the second.
        case pauseThenStop(Duration)
    }

    private let behaviour: Behaviour
    private let received = Locked(Received())
    private let isClosed = Locked(false)
    private let callCount = Locked(0)
    private let pausedUntil = Locked(ContinuousClock.now)
    private let calls = Recorder<Int64>()

    public init(_ behaviour: Behaviour = .collect) { self.behaviour = behaviour }

    /// What has come so far.
    public var result: Received { received.value }

    /// The head.
    public var head: ResponseHead? { result.heads.first }

    /// The content.
    public var content: Data { result.content }

    /// How many bytes of content have come, also if none are kept.
    public var byteCount: Int64 { calls.elements.reduce(0, +) }

    /// Notes that the exchange has ended: a call from now on is a violation.
    public func close() { isClosed.withLock { $0 = true } }

    /// Waits until the head (1) or the head and that many pieces of content (1 + n) have come.
    ///
    /// - Throws: `CancellationError` where the task is cancelled.
    public func calls(atLeast count: Int) async throws { try await calls.wait(atLeast: count) }

    /// Takes the head.
    ///
    /// - Returns: whether the content is wanted.
    /// - Throws: `SinkStopped` where the behaviour says so.
    public func receive(head: ResponseHead) throws(SinkStopped) -> ContentDemand {
        enter()
        defer { leave(0) }
        received.withLock { received in
            if !received.heads.isEmpty { received.violations.append("a second head") }
            received.heads.append(head)
        }
        switch behaviour {
        case .stopAtHead: throw SinkStopped()
        case .skip: return .skip
        case .collect, .stopAfter, .block, .count, .pause, .pauseThenStop: return .deliver
        }
    }

    /// Takes the next bytes.
    ///
    /// - Returns: whether more may follow at once.
    /// - Throws: `SinkStopped` where the behaviour says so.
    public func receive(bytes: UnsafeRawBufferPointer) throws(SinkStopped) -> Pace {
        enter()
        defer { leave(Int64(bytes.count)) }
        var piece = Data()
        if case .count = behaviour {} else { piece = Data(bytes) }
        let total = received.withLock { received in
            if received.heads.isEmpty { received.violations.append("content before a head") }
            if bytes.isEmpty { received.violations.append("empty content") }
            received.contentCalls += 1
            received.content.append(piece)
            return (size: received.content.count, pieces: received.contentCalls)
        }
        switch behaviour {
        case .stopAfter(let limit) where total.size >= limit: throw SinkStopped()
        case .block(let gate): Gate.block(until: [gate])
        case .skip: note("content although it was not wanted")
        case .pause(let duration, let pieces) where total.pieces <= pieces:
            pausedUntil.withLock { $0 = .now + duration }
            return .pause(duration)
        case .pauseThenStop(let duration):
            guard total.pieces == 1 else { throw SinkStopped() }
            pausedUntil.withLock { $0 = .now + duration }
            return .pause(duration)
        case .collect, .stopAtHead, .stopAfter, .count, .pause: break
        }
        return .proceed
    }

    private func enter() {
        let others = callCount.withLock { count in
            count += 1
            return count - 1
        }
        if others > 0 { note("two calls at once") }
        if .now < pausedUntil.value { note("a call during a pause") }
        if isClosed.value { note("a call after the end") }
        if withUnsafeCurrentTask(body: { $0 != nil }) { note("a call from a cooperative thread") }
    }

    private func leave(_ count: Int64) {
        callCount.withLock { $0 -= 1 }
        calls.append(count)
    }

    private func note(_ violation: String) {
        received.withLock { $0.violations.append(violation) }
    }
}

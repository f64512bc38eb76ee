import CarrelBasics

/// Passes the events of a desk on to any number of listeners, in the same order to each.
///
/// Each listener has a buffer and takes events from it at its own pace, so that none ever holds up a transfer. A full
/// buffer drops progress first, then everything, which leaves one `gap`.
final class EventHub: PipelineObserver {
    fileprivate struct Listener {
        let capacity: Int
        var buffer: ArraySlice<PipelineEvent> = []
        /// The number of the last change when the listener had last taken everything.
        var number: Int64
        var waiting: CheckedContinuation<PipelineEvent?, Never>?
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var last = 0
        /// The number of the last recorded change.
        var number: Int64 = 0
        var isClosed = false
    }

    private let state = Locked(State())

    func receive(_ event: PipelineEvent) { receive([event]) }

    func receive(_ events: [PipelineEvent]) {
        guard let first = events.first else { return }
        let woken = state.withLock { state in
            var woken: [CheckedContinuation<PipelineEvent?, Never>] = []
            for id in state.listeners.keys {
                let continuation = state.listeners[id]?.takeWaiting(at: state.number)
                if let continuation { woken.append(continuation) }
                state.listeners[id]?.add(continuation == nil ? events[...] : events.dropFirst())
            }
            return woken
        }
        for continuation in woken { continuation.resume(returning: first) }
    }

    /// Notes the number of the last recorded change.
    func note(_ number: Int64) { state.withLock { $0.number = max($0.number, number) } }

    /// Adds a listener, which gets all events from now on.
    func listen(capacity: Int) -> EventListener {
        let id = state.withLock { state in
            state.last += 1
            state.listeners[state.last] = Listener(capacity: max(2, capacity), number: state.number)
            return state.last
        }
        return EventListener(hub: self, id: id)
    }

    /// The next event of a listener; `nil` once the desk is closed or the task is cancelled.
    func next(_ id: Int) async -> PipelineEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (event, isThere) = state.withLock { state -> (PipelineEvent?, Bool) in
                    guard state.listeners[id] != nil, !Task.isCancelled else { return (nil, true) }
                    // In place: a copy of a full buffer for each event would be made while transfers wait for the lock.
                    if let event = state.listeners[id]?.take(at: state.number) { return (event, true) }
                    guard !state.isClosed else { return (nil, true) }
                    state.listeners[id]?.waiting = continuation
                    return (nil, false)
                }
                if isThere { continuation.resume(returning: event) }
            }
        } onCancel: {
            let waiting = state.withLock { $0.listeners[id]?.waiting.take() }
            waiting?.resume(returning: nil)
        }
    }

    /// Forgets a listener.
    func leave(_ id: Int) {
        let waiting = state.withLock { $0.listeners.removeValue(forKey: id)?.waiting }
        waiting?.resume(returning: nil)
    }

    /// Ends every listener once it has taken the events in its buffer.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            let waiting = state.listeners.values.compactMap(\.waiting)
            for id in state.listeners.keys { state.listeners[id]?.waiting = nil }
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: nil) }
    }
}

extension EventHub.Listener {
    /// Takes the next event.
    ///
    /// - Parameter last: the number of the last recorded change.
    /// - Returns: the event; `nil` if there is none.
    fileprivate mutating func take(at last: Int64) -> PipelineEvent? {
        guard let event = buffer.popFirst() else { return nil }
        if buffer.isEmpty { number = last }
        return event
    }

    /// Whoever waits for the next event and gets it now; `nil` if nobody waits.
    fileprivate mutating func takeWaiting(at last: Int64) -> CheckedContinuation<PipelineEvent?, Never>? {
        guard let continuation = waiting else { return nil }
        (waiting, number) = (nil, last)
        return continuation
    }

    /// Adds events; where the buffer is full, drops progress or everything.
    fileprivate mutating func add(_ events: ArraySlice<PipelineEvent>) {
        for event in events { add(event) }
    }

    private mutating func add(_ event: PipelineEvent) {
        if buffer.count >= capacity { buffer.removeAll(where: \.isProgress) }
        if buffer.count >= capacity {
            if event.isProgress { return }
            // An earlier gap stays.
            if case .gap(let since) = buffer.first { number = since }
            buffer = [.gap(since: number)]
        }
        buffer.append(event)
    }
}

extension PipelineEvent {
    /// Whether it is progress, which may be dropped.
    var isProgress: Bool {
        if case .progress = self { true } else { false }
    }
}

/// The events of a desk for one listener.
///
/// Use it from one task at a time. It ends when the desk is closed or the task is cancelled. After a `gap`, look at
/// `Desk.changes(since:)` or a new snapshot.
public final class EventListener: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let hub: EventHub
    private let id: Int

    init(hub: EventHub, id: Int) { (self.hub, self.id) = (hub, id) }

    deinit { hub.leave(id) }

    /// Its own iterator, because there is one buffer: two loops over it would share the events between them.
    public func makeAsyncIterator() -> EventListener { self }

    /// The next event.
    public func next() async -> PipelineEvent? { await hub.next(id) }
}

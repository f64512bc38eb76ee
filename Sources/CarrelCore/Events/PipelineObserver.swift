/// Gets the events of a run.
///
/// It is called in order, one call at a time, from any thread, and must return quickly and must not call back.
public protocol PipelineObserver: Sendable {
    /// Takes an event.
    func receive(_ event: PipelineEvent)

    /// Takes events that came together, in order; one after the other unless the observer has a quicker way.
    func receive(_ events: [PipelineEvent])
}

extension PipelineObserver {
    /// Takes one event after the other.
    public func receive(_ events: [PipelineEvent]) {
        for event in events { receive(event) }
    }
}

/// Ignores all events.
public struct SilentObserver: PipelineObserver {
    public init() {}

    /// Ignores an event.
    public func receive(_ event: PipelineEvent) {}
}

/// Passes events on to two observers.
public struct ObserverPair: PipelineObserver {
    private let first, second: any PipelineObserver

    /// Pairs observers; the first one gets each event before the second.
    public init(_ first: any PipelineObserver, _ second: any PipelineObserver) {
        (self.first, self.second) = (first, second)
    }

    /// Passes an event on.
    public func receive(_ event: PipelineEvent) {
        first.receive(event)
        second.receive(event)
    }

    /// Passes events on, all of them to the first observer before the second gets any.
    public func receive(_ events: [PipelineEvent]) {
        first.receive(events)
        second.receive(events)
    }
}

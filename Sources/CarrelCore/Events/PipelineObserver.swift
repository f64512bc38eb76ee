/// Gets the events of a run.
///
/// It is called in order, one call at a time, from any thread, and must return quickly and must not call back.
public protocol PipelineObserver: Sendable {
    /// Takes an event.
    func receive(_ event: PipelineEvent)
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
}

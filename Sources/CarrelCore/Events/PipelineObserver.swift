/// Takes the events of a run.
///
/// Called in order, one call at a time, from any thread; must return quickly and must not call back.
public protocol PipelineObserver: Sendable {
    /// Takes an event.
    func receive(_ event: PipelineEvent)
}

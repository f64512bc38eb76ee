import CarrelBasics

/// Passes events on to an observer in order, one at a time, and never under a lock.
///
/// An event that comes while another one is delivered waits; the thread that is delivering passes it on, too.
final class EventRelay: PipelineObserver {
    private let observer: any PipelineObserver
    private let mail = Locked((waiting: [PipelineEvent](), isDelivering: false))

    init(_ observer: any PipelineObserver) { self.observer = observer }

    func receive(_ event: PipelineEvent) { receive([event]) }

    /// Passes events on, now or once the earlier ones are delivered.
    func receive(_ events: [PipelineEvent]) {
        let isFree = mail.withLock { mail in
            if mail.isDelivering { mail.waiting += events }
            defer { mail.isDelivering = true }
            return !mail.isDelivering
        }
        guard isFree else { return }
        observer.receive(events)
        while let next = take() { observer.receive(next) }
    }

    private func take() -> [PipelineEvent]? {
        mail.withLock { mail in
            guard !mail.waiting.isEmpty else {
                mail.isDelivering = false
                return nil
            }
            defer { mail.waiting = [] }
            return mail.waiting
        }
    }
}

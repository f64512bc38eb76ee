import CarrelBasics
import CarrelModel

/// Follows the events to know the items that are being fetched.
final class LiveStatuses: PipelineObserver {
    private let next: any PipelineObserver
    private let locked = Locked<[ItemKey: LiveStatus]>([:])

    /// Begins without items.
    ///
    /// - Parameter next: gets every event.
    init(_ next: any PipelineObserver) { self.next = next }

    /// The items in flight.
    var statuses: [ItemKey: LiveStatus] { locked.value }

    func receive(_ event: PipelineEvent) {
        locked.withLock { Self.note(event, in: &$0) }
        next.receive(event)
    }

    func receive(_ events: [PipelineEvent]) {
        locked.withLock { statuses in
            for event in events { Self.note(event, in: &statuses) }
        }
        next.receive(events)
    }

    private static func note(_ event: PipelineEvent, in statuses: inout [ItemKey: LiveStatus]) {
        guard let key = event.item?.key, let live = LiveStatus(event) else { return }
        statuses[key] = live.isUnderWay ? live : nil
    }
}

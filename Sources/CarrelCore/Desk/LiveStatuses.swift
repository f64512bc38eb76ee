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

    func receive(_ event: PipelineEvent) { receive([event]) }

    func receive(_ events: [PipelineEvent]) {
        locked.withLock { statuses in
            for event in events {
                guard let key = event.item?.key, let live = LiveStatus(event) else { continue }
                statuses[key] = live.isUnderWay ? live : nil
            }
        }
        next.receive(events)
    }
}

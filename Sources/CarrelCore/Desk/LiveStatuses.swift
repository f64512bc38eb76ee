import CarrelBasics
import CarrelModel

/// Follows the events to know the status of the items that are being fetched.
final class LiveStatuses: PipelineObserver {
    private let next: any PipelineObserver
    private let locked = Locked<[ItemKey: ItemStatus]>([:])

    /// Begins without items.
    ///
    /// - Parameter next: gets every event.
    init(_ next: any PipelineObserver) { self.next = next }

    /// The items in flight.
    var statuses: [ItemKey: ItemStatus] { locked.value }

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

    private static func note(_ event: PipelineEvent, in statuses: inout [ItemKey: ItemStatus]) {
        switch event {
        case .started(let item), .refetching(let item, _):
            statuses[item.key] = .downloading(fraction: nil)
        case .progress(let item, let bytes, let total):
            let fraction = total.map { $0 > 0 ? min(1, Double(bytes) / Double($0)) : 1 }
            statuses[item.key] = .downloading(fraction: fraction)
        case .stored(let item, _, _), .unchanged(let item), .failed(let item, _), .quarantined(let item, _),
            .parked(let item, _):
            statuses[item.key] = nil
        case .catalogRead, .catalogUnchanged, .problem, .unread, .moved, .planned, .gap, .finished: break
        }
    }
}

import CarrelModel
import CarrelStages

/// Counts how documents ended, and passes every event on.
struct CountingObserver: PipelineObserver {
    private let next: any PipelineObserver
    private let count: @Sendable ((inout WorkerReport) -> Void) -> Void

    init(_ next: any PipelineObserver, _ count: @escaping @Sendable ((inout WorkerReport) -> Void) -> Void) {
        (self.next, self.count) = (next, count)
    }

    func receive(_ event: PipelineEvent) {
        switch event {
        case .stored(_, let document, _):
            count { report in
                report.stored += 1
                report.bytes += document.size
            }
        case .unchanged: count { $0.unchanged += 1 }
        case .failed, .quarantined: count { $0.failed += 1 }
        default: break
        }
        next.receive(event)
    }
}

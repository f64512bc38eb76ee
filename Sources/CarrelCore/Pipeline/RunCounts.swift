/// Counts what happens in a run and passes the events on, one at a time.
final class RunCounts: Sendable {
    private let observer: any PipelineObserver
    private let locked = Locked(RunSummary())
    private let order = Locked(0)
    private let failureStorage = Locked<StoreError?>(nil)
    private let stoppedFlag = Locked(false)
    private let stopped: AsyncStream<Void>
    private let stopping: AsyncStream<Void>.Continuation

    init(observer: any PipelineObserver) {
        self.observer = observer
        (stopped, stopping) = AsyncStream.makeStream()
    }

    /// What happened so far.
    var summary: RunSummary { locked.value }

    /// Why the store can take no more.
    var storeFailure: StoreError? { failureStorage.value }

    /// Counts a plan's entry.
    func list(_ entry: PlanEntry) {
        locked.withLock { summary in
            if entry.action != .orphaned { summary.listed += 1 }
            switch entry.action {
            case .keep where entry.item.duplicateOf != nil: summary.duplicates += 1
            case .keep: summary.unchanged += 1
            case .unavailable: summary.unavailable += 1
            case .orphaned: summary.orphaned += 1
            case .deferred: summary.deferred += 1
            case .download, .resume, .revalidate, .refused: break
            }
        }
    }

    /// Counts an event and passes it on.
    func add(_ event: PipelineEvent) {
        locked.withLock { summary in
            switch event {
            case .stored: summary.downloaded += 1
            case .unchanged: summary.unchanged += 1
            case .failed: summary.failed += 1
            case .quarantined: summary.quarantined += 1
            case .parked: summary.parked += 1
            default: break
            }
        }
        // Observers are promised one call at a time; they return quickly and do not call back.
        order.withLock { _ in observer.receive(event) }
    }

    /// Takes back how an item was counted, because it is fetched again, and says so.
    func takeBack(_ outcome: ConnectionTrail.Outcome, _ item: ItemEvent, reason: String) {
        locked.withLock { summary in
            summary.listed -= 1
            switch outcome {
            case .stored: summary.downloaded -= 1
            case .unchanged: summary.unchanged -= 1
            case .failed: summary.failed -= 1
            case .quarantined: summary.quarantined -= 1
            }
        }
        add(.refetching(item, reason: reason))
    }

    /// Counts what became of a document that had come whole, and passes it on.
    func add(_ item: ItemEvent, _ verdict: Committer.Verdict) {
        switch verdict {
        case .stored(let document): add(.stored(item, document))
        case .unchanged: add(.unchanged(item))
        case .setAside(let reason): add(.quarantined(item, reason: reason))
        case .failed(let reason): add(.failed(item, reason: reason))
        }
    }

    /// Counts bytes of content.
    func add(bytes: Int64) { locked.withLock { $0.bytes += bytes } }

    /// Notes that the store can take no more, and stops the run.
    func fail(_ error: StoreError) {
        failureStorage.withLock { if $0 == nil { $0 = error } }
        stop()
    }

    /// Stops the run.
    func stop() {
        stoppedFlag.withLock { $0 = true }
        stopping.finish()
    }

    /// Whether the run is to be stopped.
    var isStopped: Bool { stoppedFlag.value }

    /// Returns when the run is to be stopped, or the task is cancelled.
    func waitUntilStopped() async { for await _ in stopped {} }
}

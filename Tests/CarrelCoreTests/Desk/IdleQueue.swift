import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import LocalQueueing

/// Queues of a library whose machines share its jobs, with no machine that works on them.
struct IdleQueues: QueueMaker {
    let queue: IdleQueue

    var isShared: Bool { true }

    func makeQueue(_ limits: QueueLimits, now: @escaping @Sendable () -> Date) -> any JobQueue {
        LocalQueues().makeQueue(limits, now: now)
    }

    func sharedQueue(of library: any Library) async throws(StoreError) -> (any SharedQueue)? { queue }
}

/// A shared queue that takes every job and gives none to anybody.
final class IdleQueue: SharedQueue {
    /// What was posted, in order.
    let jobs = Recorder<TransferJob>()

    func begin(
        catalog: String, _ limits: QueueLimits, isFollowed: Bool
    ) async throws(StoreError) -> JobOrder { JobOrder(number: 1) }

    func add(
        _ jobs: [TransferJob], to lane: JobLane, of order: JobOrder
    ) async throws(StoreError) -> [TransferJob] {
        for job in jobs { self.jobs.append(job) }
        return jobs
    }

    func progress(
        of order: JobOrder, forgetting known: [JobEnding.Number]
    ) async throws(StoreError) -> OrderProgress { OrderProgress(isDone: false, workers: 0) }

    func underWay(_ keys: [ItemKey]) async throws(StoreError) -> Set<ItemKey> { [] }

    func cancel(_ order: JobOrder) async throws(StoreError) -> Int { 0 }

    func withdraw(_ jobs: PostedSelection) async throws(StoreError) -> Int { 0 }

    func leave(_ order: JobOrder) async throws(StoreError) {}

    func enter(_ name: String, at place: String) async throws(StoreError) -> QueueWorker {
        QueueWorker(number: 1)
    }

    func lease(
        _ worker: QueueWorker, mostHosts hosts: Int, mostJobs jobs: Int
    ) async throws(StoreError) -> [HostLease] { [] }

    func extend(
        _ worker: QueueWorker, _ report: WorkerReport, keeping known: Set<HostLease.Number>?
    ) async throws(StoreError) -> LeaseNews {
        LeaseNews(isKnown: true, lasts: .seconds(30))
    }

    func release(_ lease: HostLease.Number, _ state: HostState) async throws(StoreError) {}

    func giveBack(
        _ jobs: [DelayedJob], of lease: HostLease.Number
    ) async throws(StoreError) -> [TransferJob] { [] }

    func turn(of host: String, every interval: Duration) async throws(StoreError) -> Duration { .zero }

    func hold(
        _ host: String, for duration: Duration, reason: String, said: Date, leftAlone: String?
    ) async throws(StoreError) {}

    func endHold(_ hold: HostHold, after date: Date) async throws(StoreError) {}

    func remove(_ worker: QueueWorker) async throws(StoreError) {}

    func waitForNews(atMost time: Duration) async {}

    func time() async throws(StoreError) -> Date { Date(timeIntervalSince1970: 1_000_000) }

    func status(mostHosts hosts: Int) async throws(StoreError) -> SharedQueueStatus {
        SharedQueueStatus(
            now: Date(timeIntervalSince1970: 1_000_000), workers: [], hosts: [], waiting: 0, leased: 0,
            hostCount: 0)
    }
}

import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation

/// Makes local queues whose leases wait for a gate on their way to the worker.
struct HeldLeases: QueueMaker {
    let queues: any QueueMaker
    /// Lets leases through once it is open.
    let gate = Gate()
    /// What is leased.
    let leased = Recorder<TransferJob>()

    func makeQueue(_ limits: QueueLimits, now: @escaping @Sendable () -> Date) -> any JobQueue {
        Queue(queue: queues.makeQueue(limits, now: now), gate: gate, leased: leased)
    }

    private struct Queue: JobQueue {
        let queue: any JobQueue
        let gate: Gate
        let leased: Recorder<TransferJob>

        func lease(atMost limit: Int) async -> JobLease? {
            guard let lease = await queue.lease(atMost: limit) else { return nil }
            for job in lease.jobs { leased.append(job) }
            try? await gate.wait()
            return lease
        }

        var underWay: Set<ItemKey> { queue.underWay }
        var pause: RequestPause? { queue.pause }
        func prepare() -> JobMark { queue.prepare() }
        func forget(_ mark: JobMark) { queue.forget(mark) }
        func tighten(to limits: QueueLimits) { queue.tighten(to: limits) }
        func add(_ jobs: [TransferJob], to lane: JobLane, since mark: JobMark?) -> [TransferJob] {
            queue.add(jobs, to: lane, since: mark)
        }
        func finish(_ lease: JobLease.Number, with receipts: [Receipt]) -> Settlement {
            queue.finish(lease, with: receipts)
        }
        func giveBack(_ jobs: [TransferJob], of lease: JobLease.Number) -> [TransferJob] {
            queue.giveBack(jobs, of: lease)
        }
        func claim(_ key: ItemKey) -> Bool { queue.claim(key) }
        func landed(_ keys: [ItemKey]) { queue.landed(keys) }
        func waitUntilLanded(_ key: ItemKey) async { await queue.waitUntilLanded(key) }
        func hold(_ host: String, for duration: Duration) { queue.hold(host, for: duration) }
        func mayAskAtOnce(_ host: String) -> Bool { queue.mayAskAtOnce(host) }
        func takeTurn(at host: String) -> Duration { queue.takeTurn(at: host) }
        func cancel(_ jobs: JobSelection) -> CancelledJobs { queue.cancel(jobs) }
        func state(of host: String) -> HostState { queue.state(of: host) }
        func take(_ state: HostState, of host: String) { queue.take(state, of: host) }
        func close() { queue.close() }
    }
}

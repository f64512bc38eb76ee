import CarrelHTTP
import CarrelModel
import CarrelStages

/// A queue whose leases pass through something on their way to the worker, and the receipts on their way back.
struct PassingQueue: JobQueue {
    let queue: any JobQueue
    var passReceipts: @Sendable ([Receipt]) -> [Receipt] = { $0 }
    let passLease: @Sendable (JobLease) async -> JobLease

    func lease(atMost limit: Int) async -> JobLease? {
        guard let lease = await queue.lease(atMost: limit) else { return nil }
        return await passLease(lease)
    }

    var underWay: Set<ItemKey> { queue.underWay }
    func isWanted(_ key: ItemKey) -> Bool { queue.isWanted(key) }
    var pause: RequestPause? { queue.pause }
    func prepare() -> JobMark { queue.prepare() }
    func forget(_ mark: JobMark) { queue.forget(mark) }
    func tighten(to limits: QueueLimits) { queue.tighten(to: limits) }
    func add(_ jobs: [TransferJob], to lane: JobLane, since mark: JobMark?) -> [TransferJob] {
        queue.add(jobs, to: lane, since: mark)
    }
    func finish(_ lease: JobLease.Number, with receipts: [Receipt]) -> Settlement {
        queue.finish(lease, with: passReceipts(receipts))
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

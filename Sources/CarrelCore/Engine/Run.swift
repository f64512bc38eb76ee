import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Carries out assignments over one library: a queue, workers that take jobs from it, and a committer that records their
/// receipts.
///
/// It goes on from its first assignment until it is closed and everything is recorded. An assignment may be added at any
/// moment before.
final class Run: Sendable {
    let queue: any JobQueue
    let time: MonotonicTime
    private let store: any Store
    private let now: @Sendable () -> Date
    private let committer: Committer
    private let width: Int
    /// Where the workers run.
    private let executor: (any TaskExecutor)?
    /// Where documents are made durable: each step there blocks, and the next one follows on the same thread.
    private let disk: BlockingExecutor
    private let assignments: Locked<[Int: Assignment]>
    private let hands: Locked<Hands>
    private let lastNumber = Locked(0)

    /// The most jobs that are done in a row, where they are small.
    private static let batchSize = 16

    /// Makes a run.
    ///
    /// - Parameter parts: what it works with; how many jobs are done at once is what it says.
    init(_ parts: RunParts) {
        var limits = parts.downloads.queueLimits
        limits.maxRequested = min(limits.maxRequested, limits.maxConcurrent)
        queue = parts.queues.makeQueue(limits)
        width = limits.maxConcurrent + limits.maxRequested
        executor = parts.fetcher.taskExecutor
        disk = parts.context.disk
        time = MonotonicTime(parts.context.clock)
        store = parts.store
        now = parts.context.now
        let assignments = Locked<[Int: Assignment]>([:])
        self.assignments = assignments
        hands = Locked(Hands())
        committer = Committer(
            CommitWork(store: parts.store, library: parts.library, now: parts.context.now) {
                number in
                assignments.withLock { $0[number] }
            } conclude: { [queue] receipts in
                Self.conclude(receipts, queue, assignments)
            })
    }

    /// Why the library could not be written to any further.
    var failure: StoreError? { committer.failure ?? hands.withLock { $0.failure } }

    /// Whether nothing more is begun.
    var isStopped: Bool { hands.withLock { $0.isStopped } }

    /// A number for an assignment.
    func newNumber() -> Int {
        lastNumber.withLock { number in
            number += 1
            return number
        }
    }

    // MARK: Assignments

    /// Takes an assignment: its jobs are done from now on.
    ///
    /// - Parameters:
    ///   - assignment: the assignment.
    ///   - mark: when what it knows was read.
    /// - Returns: the jobs of items that are on their way for another assignment, or have come since.
    func add(_ assignment: Assignment, since mark: JobMark?) -> [TransferJob] {
        assignments.withLock { $0[assignment.number] = assignment }
        committer.add(assignment.limitedHolds())
        let now = assignment.parts.context.now()
        for hold in assignment.holds.values { queue.hold(hold.host, for: hold.wait(from: now)) }
        let jobs = assignment.begin { receipt in
            committer.add(receipt.changes)
            assignment.counts.conclude([receipt])
        }
        let taken = queue.add(jobs, to: assignment.lane, since: mark)
        if isStopped { cancel { $0.assignment == assignment.number } }
        guard taken.count < jobs.count else { return [] }
        var mine = Set(taken.map(\.key))
        // Of several entries for one item the first one is the job.
        let others = jobs.filter { mine.remove($0.key) == nil }
        assignment.drop(others.count)
        return others
    }

    /// Lets go of an assignment, all of whose jobs are concluded.
    func remove(_ assignment: Assignment) {
        assignments.withLock { $0[assignment.number] = nil }
        hands.withLock { $0.forget(assignment: assignment.number) }
    }

    /// Waits until an item that another assignment fetches is there, or given up.
    func waitUntilLanded(_ key: ItemKey) async { await queue.waitUntilLanded(key) }

    /// Lets `perform` end when everything was done and recorded.
    func close() { queue.close() }

    /// Stops jobs: those that wait are left alone, those in flight are parked.
    func cancel(where condition: @Sendable (TransferJob) -> Bool) {
        let cancelled = queue.cancel(where: condition)
        for job in cancelled.waiting { drop(job) }
        guard !cancelled.leased.isEmpty else { return }
        let tasks = hands.withLock { $0.cancel(cancelled.leased) }
        for task in tasks { task.cancel() }
    }

    /// Stops jobs that a reader asked for.
    func cancel(for reader: Reader, where condition: @escaping @Sendable (ItemKey) -> Bool) {
        let numbers = assignments.withLock { assignments in
            Set(assignments.values.filter { $0.reader == reader }.map(\.number))
        }
        guard !numbers.isEmpty else { return }
        cancel { numbers.contains($0.assignment) && condition($0.key) }
    }

    /// Stops everything that is in flight for an assignment; what waits has its turn.
    private func cancelInFlight(of assignment: Int) {
        let tasks = hands.withLock { $0.cancel(assignment: assignment) }
        for task in tasks { task.cancel() }
    }

    /// Begins nothing more, and parks what is in flight.
    func stop(_ error: StoreError? = nil) {
        let tasks = hands.withLock { $0.stop(error) }
        for task in tasks { task.cancel() }
        cancel { _ in true }
        queue.close()
    }

    // MARK: Work

    /// Does jobs until the run is closed and empty, or stopped; returns when all is committed.
    func perform() async {
        await withTaskGroup { group in
            group.addTask {
                // A task of its own: what has come whole is committed, also when the run is cancelled.
                await Task(executorPreference: self.disk) {
                    await self.committer.run { self.stop() }
                }.value
            }
            group.addTask {
                await withTaskCancellationHandler {
                    await withDiscardingTaskGroup { group in
                        for hand in 0..<self.width { group.addTask { await self.keepWorking(hand) } }
                    }
                } onCancel: {
                    self.stop()
                }
                self.committer.finish()
            }
        }
    }

    /// Works until there is nothing left to do.
    ///
    /// A hand whose job is cancelled goes on with a task of its own: what cancels one job must not meet the next.
    private func keepWorking(_ hand: Int) async {
        repeat {
            let task = Task(executorPreference: executor) { @concurrent in await self.work(hand) }
            let isStopped = hands.withLock { hands in
                hands.tasks[hand] = task
                return hands.isStopped
            }
            if isStopped { task.cancel() }
            await task.value
        } while hands.withLock { $0.renew(hand) }
        hands.withLock { $0.tasks[hand] = nil }
    }

    /// Works until there is nothing left to do, or one of its jobs was cancelled.
    private func work(_ hand: Int) async {
        while let lease = await queue.lease(atMost: Self.batchSize) {
            let receipts = await perform(lease, hand)
            let isCancelled = hands.withLock { $0.end(lease.jobs, hand) }
            await settle(queue.finish(lease.number, with: receipts))
            if isCancelled { return }
        }
    }

    /// Does the jobs of a lease, in order; gives those back that would have to wait for a long one.
    ///
    /// - Returns: the receipts; jobs without one wait again.
    private func perform(_ lease: JobLease, _ hand: Int) async -> [Receipt] {
        var receipts: [Receipt] = []
        var left = lease.jobs[...]
        while let first = left.first, !Task.isCancelled {
            guard let assignment = assignments.withLock({ $0[first.assignment] }) else {
                left.removeFirst()
                continue
            }
            let row = Array(left.prefix(assignment.rowLength(left)))
            let begun = hands.withLock { $0.begin(row, hand) }
            if begun.count < row.count {
                // Some were cancelled: the others are looked at once more.
                receipts += row.filter { isCancelled($0) }.map { parked($0) }
                left = begun + left.dropFirst(row.count)
                continue
            }
            let done = await assignment.transfer(row)
            receipts += done.receipts
            left = left.dropFirst(done.receipts.count)
            guard let long = done.long else { continue }
            left.removeFirst()
            receipts += queue.giveBack(Array(left), of: lease.number).map { parked($0) }
            left = []
            receipts.append(await assignment.transfer(long))
        }
        if Task.isCancelled { receipts.removeAll(where: isInterrupted) }
        return receipts + left.filter { isCancelled($0) }.map { parked($0) }
    }

    /// Whether a job was stopped only because another one of its batch was cancelled.
    private func isInterrupted(_ receipt: Receipt) -> Bool {
        guard case .parked(nil) = receipt.ending else { return false }
        return !isCancelled(receipt.job)
    }

    private func isCancelled(_ job: TransferJob) -> Bool { hands.withLock { $0.isCancelled(job) } }

    private func parked(_ job: TransferJob) -> Receipt { Receipt(job, .parked(), at: now()) }

    private func settle(_ settlement: Settlement) async {
        if !settlement.holds.isEmpty { committer.add(settlement.holds.map { .held($0) }) }
        var come: [Receipt] = []
        var others: [Receipt] = []
        for receipt in settlement.receipts {
            if case .stopped(let error) = receipt.ending { stop(error) }
            if receipt.arrival != nil { come.append(receipt) } else { others.append(receipt) }
        }
        if !others.isEmpty {
            committer.add(
                others.flatMap(\.changes), canWait: others.allSatisfy { $0.outcome == .unchanged })
            Self.conclude(others, queue, assignments)
        }
        if !come.isEmpty { await committer.add(come) }
    }

    /// Tells those who wait for the items, and their assignments.
    private static func conclude(
        _ receipts: [Receipt], _ queue: any JobQueue, _ assignments: Locked<[Int: Assignment]>
    ) {
        guard !receipts.isEmpty else { return }
        // First, so that who is told of the end can ask for the item again.
        queue.landed(receipts.map(\.job.key))
        for (number, receipts) in Dictionary(grouping: receipts, by: \.job.assignment) {
            assignments.withLock { $0[number] }?.conclude(receipts)
        }
    }

    /// Takes leave of a job that was not done, or not again.
    private func drop(_ job: TransferJob) {
        guard let assignment = assignments.withLock({ $0[job.assignment] }) else { return }
        // The queue no longer knows it.
        guard job.tries != nil else { return assignment.drop(1) }
        let parked = parked(job)
        committer.add(parked.changes)
        assignment.conclude([parked])
    }

    /// Parks what an assignment has in flight when it may bring nothing further.
    func watchRoom(of assignment: Assignment) async {
        do {
            if try await assignment.room.waitUntilUsedUp() { cancelInFlight(of: assignment.number) }
        } catch {
            stop(error)
        }
    }
}

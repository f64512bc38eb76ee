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
    private let committer: Committer
    private let width: Int
    /// Where the workers run.
    private let executor: (any TaskExecutor)?
    /// Where documents are made durable: each step there blocks, and the next one follows on the same thread.
    private let disk: BlockingExecutor
    private let assignments: Locked<[Int: Assignment]>
    private let hands: Locked<Hands>
    private let lastNumber = Locked(0)

    /// Who is at work, on what.
    private struct Hands {
        var tasks: [Int: Task<Void, Never>] = [:]
        var jobs: [Int: TransferJob] = [:]
        /// Those whose task is being cancelled: it does no other job.
        var cancelled: Set<Int> = []
        /// Jobs that were cancelled after they were leased and before anybody began them.
        var unbegun: Set<JobID> = []
        var isStopped = false
        var failure: StoreError?

        /// Marks those who do certain jobs as cancelled, and gives their tasks.
        mutating func cancel(_ hands: some Sequence<Int>) -> [Task<Void, Never>] {
            hands.compactMap { hand in
                cancelled.insert(hand)
                return tasks[hand]
            }
        }
    }

    /// Tells a job from every other of the run.
    private struct JobID: Hashable {
        var assignment: Int
        var key: ItemKey

        init(_ job: TransferJob) { (assignment, key) = (job.assignment, job.key) }
    }

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
        let assignments = Locked<[Int: Assignment]>([:])
        self.assignments = assignments
        hands = Locked(Hands())
        committer = Committer(
            CommitWork(store: parts.store, library: parts.library, now: parts.context.now) {
                number in
                assignments.withLock { $0[number] }
            } conclude: { [queue] receipt in
                // First, so that who is told of the end can ask for the item again.
                queue.landed(receipt.job.key)
                assignments.withLock { $0[receipt.job.assignment] }?.conclude(receipt)
            })
    }

    /// Why the library could take no more.
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
            assignment.counts.conclude(receipt)
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
        hands.withLock { hands in
            guard !hands.unbegun.isEmpty else { return }
            hands.unbegun = hands.unbegun.filter { $0.assignment != assignment.number }
        }
    }

    /// Waits until an item that another assignment fetches is there, or given up.
    func waitUntilLanded(_ key: ItemKey) async { await queue.waitUntilLanded(key) }

    /// Lets `perform` end when everything was done and recorded.
    func close() { queue.close() }

    /// Stops jobs: those that wait are left alone, those in flight are parked.
    func cancel(where condition: @Sendable (TransferJob) -> Bool) {
        let cancelled = queue.cancel(where: condition)
        for job in cancelled.waiting { drop(job) }
        var jobs = Set(cancelled.leased.map(JobID.init))
        guard !jobs.isEmpty else { return }
        let tasks = hands.withLock { hands in
            let mine = hands.jobs.filter { jobs.remove(JobID($0.value)) != nil }
            hands.unbegun.formUnion(jobs)
            return hands.cancel(mine.keys)
        }
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
        let tasks = hands.withLock { hands in
            hands.cancel(hands.jobs.filter { $0.value.assignment == assignment }.keys)
        }
        for task in tasks { task.cancel() }
    }

    /// Begins nothing more, and parks what is in flight.
    func stop(_ error: StoreError? = nil) {
        let tasks = hands.withLock { hands in
            hands.isStopped = true
            if hands.failure == nil { hands.failure = error }
            return Array(hands.tasks.values)
        }
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
        } while hands.withLock { $0.cancelled.remove(hand) != nil && !$0.isStopped }
        hands.withLock { $0.tasks[hand] = nil }
    }

    /// Works until there is nothing left to do, or one of its jobs was cancelled.
    private func work(_ hand: Int) async {
        // One at a time: a large document must not hold up those behind it.
        while let lease = await queue.lease(atMost: 1) {
            var receipts: [Receipt] = []
            for job in lease.jobs {
                guard let assignment = assignments.withLock({ $0[job.assignment] }) else { continue }
                receipts.append(
                    begin(job, hand)
                        ? await assignment.transfer(job)
                        : Receipt(job, .parked(), at: assignment.parts.context.now()))
            }
            let isCancelled = hands.withLock { hands in
                hands.jobs[hand] = nil
                return hands.cancelled.contains(hand)
            }
            await settle(queue.finish(lease.number, with: receipts))
            if isCancelled { return }
        }
    }

    /// Says who does a job; `false` where it was cancelled before.
    private func begin(_ job: TransferJob, _ hand: Int) -> Bool {
        hands.withLock { hands in
            guard hands.unbegun.isEmpty || hands.unbegun.remove(JobID(job)) == nil else { return false }
            hands.jobs[hand] = job
            return true
        }
    }

    private func settle(_ settlement: Settlement) async {
        if !settlement.holds.isEmpty { committer.add(settlement.holds.map { .held($0) }) }
        for receipt in settlement.receipts {
            if receipt.arrival != nil {
                await committer.add(receipt)
                continue
            }
            if case .stopped(let error) = receipt.ending { stop(error) }
            let isUnchanged = receipt.outcome == .unchanged
            committer.add(receipt.changes, canWait: isUnchanged)
            conclude(receipt)
        }
    }

    /// Tells the assignment and whoever waits for the item.
    private func conclude(_ receipt: Receipt) {
        queue.landed(receipt.job.key)
        assignments.withLock { $0[receipt.job.assignment] }?.conclude(receipt)
    }

    /// Takes leave of a job that was not done, or not again.
    private func drop(_ job: TransferJob) {
        guard let assignment = assignments.withLock({ $0[job.assignment] }) else { return }
        // The queue knows it no more.
        guard job.tries != nil else { return assignment.drop(1) }
        let parked = Receipt(job, .parked(), at: assignment.parts.context.now())
        committer.add(parked.changes)
        assignment.conclude(parked)
    }

    /// Parks what an assignment has in flight when it may bring no more.
    func watchRoom(of assignment: Assignment) async {
        do {
            if try await assignment.room.waitUntilUsedUp() { cancelInFlight(of: assignment.number) }
        } catch {
            stop(error)
        }
    }
}

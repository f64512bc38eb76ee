import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Carries out assignments over one library: a queue, workers that take jobs from it, and a committer that records
/// their receipts.
///
/// It goes on until it is closed and everything is recorded; until then, assignments may be added at any time.
final class Run: Sendable {
    let queue: any JobQueue
    let time: MonotonicTime
    /// What it shares with other runs.
    let commons: RunCommons
    private let now: @Sendable () -> Date
    private let committer: Committer
    private let width: Int
    /// The executor of the workers; `nil` for the default one.
    private let executor: (any TaskExecutor)?
    /// The executor of the committer, which blocks.
    private let disk: BlockingExecutor
    let assignments: RunningAssignments
    let endings: RunEndings
    private let hands = Locked(Hands())
    /// Commits what comes; `nil` until the run begins.
    private let committing = Locked<Task<Void, Never>?>(nil)
    private let lastNumber = Locked(0)

    /// The most jobs in a lease.
    private static let batchSize = 32

    /// - Parameters:
    ///   - parts: what it works with; its limits say how many workers there are.
    ///   - commons: what it shares with other runs; `nil` for a run by itself.
    init(_ parts: RunParts, sharing commons: RunCommons? = nil) {
        let limits = parts.queueLimits
        queue = parts.queues.makeQueue(limits, now: parts.context.now)
        width = limits.maxConcurrent + limits.maxRequested
        // What comes in rows is seldom waited for, and the fetcher's thread has enough to do with the next ones.
        let comesInRows = parts.downloads.allowsShortWay && parts.fetcher.batches != nil
        executor = comesInRows ? nil : parts.fetcher.taskExecutor
        disk = parts.context.disk
        time = MonotonicTime(parts.context.clock)
        self.commons = commons ?? RunCommons(parts)
        now = parts.context.now
        let assignments = RunningAssignments()
        self.assignments = assignments
        committer = Committer(
            CommitWork(store: parts.store, library: parts.library, now: parts.context.now) {
                assignments[$0]
            } conclude: { [queue] receipts in
                RunEndings.conclude(receipts, queue, assignments)
            }, settlesWithin: limits.passesOn ? Committer.patience : nil)
        endings = RunEndings(
            queue: queue, assignments: assignments, committer: committer, now: parts.context.now)
    }

    /// Why the library can no longer be written to; `nil` while it can.
    var failure: StoreError? { committer.failure ?? hands.withLock { $0.failure } }

    /// What hosts asked for, each the last time, with what is left of it.
    var holds: [(hold: HostHold, said: Date, left: Duration)] { endings.lastHolds }

    /// Whether the run was stopped and begins no further jobs.
    var isStopped: Bool { hands.withLock { $0.isStopped } }

    /// A new number for an assignment.
    func newNumber() -> Int {
        lastNumber.withLock { number in
            number += 1
            return number
        }
    }

    // MARK: Assignments

    /// Adds an assignment, whose jobs are done from now on: the first of them while the others are made.
    ///
    /// - Parameters:
    ///   - assignment: the assignment.
    ///   - mark: the queue's mark from before its memory was read, which is forgotten.
    /// - Returns: the jobs of items that another assignment is fetching, or has fetched since.
    func add(_ assignment: Assignment, since mark: JobMark?) -> [TransferJob] {
        assignments.add(assignment)
        watchRoom(of: assignment)
        if let planned = assignment.planned { waitForHosts(of: planned) }
        var others: [TransferJob] = []
        assignment.begin { receipt in
            if !receipt.isPutOff { committer.add(receipt.changes) }
            assignment.counts.conclude([receipt])
        } add: { jobs in
            others += jobs.leaving(queue.add(jobs, to: assignment.planned?.lane ?? .listed, since: mark))
        }
        if let mark { queue.forget(mark) }
        if isStopped { cancel(JobSelection(ofAssignments: [assignment.number])) }
        // What was cancelled before there were jobs.
        for items in assignment.planned?.request?.cancelled ?? [] {
            cancel(JobSelection(items, ofAssignments: [assignment.number]))
        }
        assignment.drop(others.count)
        return others
    }

    /// Sends no request to hosts that asked in an earlier run to wait, until they may be asked again: unless this run, which may
    /// have been under way when that was read, has heard from them since.
    private func waitForHosts(of planned: PlannedJobs) {
        endings.note(planned.recordedHolds)
        let now = now()
        for hold in planned.holds.values where hold.url == nil && !endings.hasHeard(since: hold) {
            queue.hold(hold.host, for: hold.wait(from: now))
        }
    }

    /// Removes an assignment that is done, and says how jobs ended that others had left to it.
    func remove(_ assignment: Assignment) -> [ItemKey: Receipt] {
        hands.withLock { $0.forget(assignment: assignment.number) }
        return assignments.remove(assignment)
    }

    /// Waits until another assignment has stored an item or given it up.
    func waitUntilLanded(_ key: ItemKey) async { await queue.waitUntilLanded(key) }

    /// Waits until everything that has ended so far is recorded, or can no longer be.
    func waitUntilRecorded() async { await committer.waitUntilRecorded() }

    /// Lets `perform` return once everything is done and recorded.
    func close() { queue.close() }

    /// Cancels jobs, unless others want them: takes waiting ones out of the queue, and parks those in flight.
    func cancel(_ jobs: JobSelection, isIgnored: Bool = false) {
        let cancelled = queue.cancel(jobs)
        endings.drop(cancelled, isIgnored: isIgnored)
        guard !cancelled.leased.isEmpty else { return }
        let tasks = hands.withLock { $0.cancel(cancelled.leased) }
        for task in tasks { task.cancel() }
    }

    /// Cancels jobs that a reader requested.
    func cancel(_ items: JobSelection.Items, for reader: Reader) {
        let numbers = assignments.numbers(of: reader)
        guard !numbers.isEmpty else { return }
        cancel(JobSelection(items, ofAssignments: numbers))
    }

    /// Cancels what is in flight for an assignment, but not its waiting jobs.
    func cancelInFlight(of assignment: Int) {
        let tasks = hands.withLock { $0.cancel(assignment: assignment) }
        for task in tasks { task.cancel() }
    }

    /// Stops the run: begins no further jobs, and parks those in flight.
    func stop(_ error: StoreError? = nil) {
        let tasks = hands.withLock { $0.stop(error) }
        for task in tasks { task.cancel() }
        cancel(.all)
        queue.close()
    }

    // MARK: Work

    /// Does jobs until the run is closed and empty, or stopped; returns once everything is committed.
    ///
    /// - Parameter whenFetched: called once no further request will be sent.
    func perform(whenFetched: @escaping @Sendable () async -> Void = {}) async {
        let watching = Task { if let loss = await self.committer.waitUntilLost() { self.stop(loss) } }
        defer { watching.cancel() }
        let heeding = Task { await self.watchIgnored() }
        await withTaskGroup { group in
            group.addTask {
                // An unstructured task, so that whole documents are committed even if the run is cancelled.
                let committing = Task(executorPreference: self.disk) {
                    await self.committer.run { self.stop() }
                }
                self.committing.withLock { $0 = committing }
                await withTaskCancellationHandler {
                    await committing.value
                } onCancel: {
                    self.giveUpSoon()
                }
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
                await whenFetched()
            }
        }
        heeding.cancel()
        // It uses the library, which the next one is to find free. Whoever stops does not wait for another machine.
        if !isStopped || !isElsewhere { await heeding.value }
    }

    /// How long a store on another machine may take to keep what has come, after the run is cancelled.
    static let grace = Duration.seconds(1)

    /// Whether committing may take any time, because the store is on a machine that may not answer.
    var isElsewhere: Bool { committer.isElsewhere }

    /// Stops the run and leaves to a later one what has come, but is not recorded.
    func giveUp() {
        stop()
        committing.value?.cancel()
    }

    /// Gives the run up where its store does not answer for a while.
    func giveUpSoon() {
        guard isElsewhere else { return }
        // Whoever waits holds no run that has ended: its library and folders are free for the next one.
        Task { [weak self] in
            // By the system's clock, even if the run has a manual one: this is about the time that a person waits.
            try? await Task.sleep(for: Self.grace)
            self?.giveUp()
        }
    }

    /// Does jobs until there are none left.
    ///
    /// After one of its jobs is cancelled, a hand goes on with a new task, so that the cancellation does not reach the
    /// next job.
    private func keepWorking(_ hand: Int) async {
        repeat {
            let task = Task(executorPreference: executor) { @concurrent in await self.work(hand) }
            if hands.withLock({ $0.note(task, of: hand) }) { task.cancel() }
            await task.value
        } while hands.withLock { $0.renew(hand) }
        hands.withLock { $0.forgetTask(of: hand) }
    }

    /// Does jobs until there are none left, or one of them is cancelled.
    private func work(_ hand: Int) async {
        while let lease = await queue.lease(atMost: Self.batchSize) {
            let receipts = await perform(lease, hand)
            let isCancelled = hands.withLock { $0.end(lease.jobs, hand) }
            await endings.settle(queue.finish(lease.number, with: receipts)) { stop($0) }
            if isCancelled { return }
        }
    }

    /// Does the jobs of a lease, in order, and gives back those behind one that takes the long way, or that is to be tried
    /// again: perhaps its host wants to be left alone for a while.
    ///
    /// - Returns: the receipts; jobs without a receipt go back to the queue.
    private func perform(_ lease: JobLease, _ hand: Int) async -> [Receipt] {
        var receipts: [Receipt] = []
        var left = lease.jobs[...]
        while let first = left.first, !Task.isCancelled {
            guard let assignment = assignments[first] else {
                left.removeFirst()
                continue
            }
            let row = Array(left.prefix(assignment.rowLength(left)))
            let begun = hands.withLock { $0.begin(row, hand) }
            if begun.count < row.count {
                // Some were cancelled; the others may no longer be a row. Who is asked again may say otherwise.
                let going = Set(begun.map(\.key))
                receipts += row.filter { !going.contains($0.key) }.map { parked($0) }
                left = begun + left.dropFirst(row.count)
                continue
            }
            guard await assignment.takeSlot(for: first, of: commons.slots) else { break }
            defer { commons.slots?.free() }
            let done = await assignment.transfer(row)
            receipts += done.receipts
            left = left.dropFirst(done.receipts.count)
            guard let long = done.long else {
                let isSetBack = done.receipts.contains(where: \.triesAgain)
                if isSetBack || queue.state(of: first.host).wait > .zero { break }
                continue
            }
            left.removeFirst()
            receipts += queue.giveBack(Array(left), of: lease.number).map { parked($0) }
            left = []
            receipts.append(await assignment.transfer(long))
        }
        if Task.isCancelled { receipts.removeAll(where: isInterrupted) }
        return receipts + left.filter { isCancelled($0) }.map { parked($0) }
    }

    /// Whether a job was interrupted only because another job of its row was cancelled.
    private func isInterrupted(_ receipt: Receipt) -> Bool {
        guard case .parked(nil) = receipt.ending else { return false }
        return !isCancelled(receipt.job)
    }

    private func isCancelled(_ job: TransferJob) -> Bool { hands.withLock { $0.isCancelled(job) } }

    private func parked(_ job: TransferJob) -> Receipt { Receipt(job, .parked(), at: now()) }
}

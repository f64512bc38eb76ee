import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What a run carries out, with names, limits, transfers and counts: a plan, or leased jobs of a shared queue.
final class Assignment: Sendable {
    /// Where its jobs come from.
    enum Jobs: Sendable {
        /// From a plan of this process.
        case planned(PlannedJobs)
        /// From the queue that all machines share.
        case leased(LeasedJobs)
    }

    /// Its number among the assignments of the run.
    let number: Int
    let parts: RunParts
    let jobs: Jobs
    let plan: Plan
    let memory: LibraryMemory
    let names: DocumentNames
    let counts: RunCounts
    let room: RunRoom
    let worker: TransferWorker
    /// Which items came over which connection.
    let trail = ConnectionTrail()
    /// The number of jobs that are not concluded, and the continuations that wait for them.
    private let open = Locked((jobs: 0, whenDone: [CheckedContinuation<Void, Never>]()))

    /// Prepares an assignment: reads what the library remembers and names every document.
    ///
    /// - Parameters:
    ///   - parts: what it works with.
    ///   - errand: what to do.
    ///   - run: the run that carries it out.
    /// - Throws: `PipelineError` if the library cannot be read.
    convenience init(_ parts: RunParts, _ errand: Errand, in run: Run) async throws(PipelineError) {
        let planned = try await PlannedJobs(of: errand, with: parts)
        self.init(
            parts, .planned(planned), plan: planned.plan, memory: planned.memory, names: planned.names,
            counts: errand.counts, share: errand.share, options: planned.options, in: run)
    }

    /// Prepares leased jobs: reads what the library remembers of their items.
    ///
    /// - Parameters:
    ///   - parts: what it works with.
    ///   - leased: the jobs, all of one catalogue.
    ///   - events: where its events go.
    ///   - run: the run that carries them out.
    /// - Throws: `PipelineError` if the library cannot be read.
    convenience init(
        _ parts: RunParts, _ leased: LeasedJobs, events: EventRelay, in run: Run
    ) async throws(PipelineError) {
        let memory = try await parts.recordedMemory(ofItems: leased.jobs.map(\.key), in: leased.catalog)
        let options = try await parts.downloadOptions(for: leased.catalog, isPublic: false)
        self.init(
            parts, .leased(leased), plan: leased.plan, memory: memory,
            names: DocumentNames(of: leased, with: parts), counts: RunCounts(events),
            share: RunBudget().share(), options: options, turns: leased.turns, in: run)
    }

    private init(
        _ parts: RunParts, _ jobs: Jobs, plan: Plan, memory: LibraryMemory, names: DocumentNames,
        counts: RunCounts, share: RunBudget.Share, options: DownloadOptions, turns: LeaseTurns? = nil,
        in run: Run
    ) {
        number = run.newNumber()
        (self.parts, self.jobs, self.plan, self.memory, self.names) = (parts, jobs, plan, memory, names)
        let room = RunRoom(share, reserve: options.reserve, store: parts.store, disk: run.commons.room)
        (self.counts, self.room) = (counts, room)
        let rate = run.commons.rate(options.bytesPerSecond)
        let fetcher = MannersFetcher(
            parts.fetcher, run.queue, time: run.time, activity: parts.context.activity, turns: turns)
        worker = TransferWorker(
            fetcher: fetcher, store: parts.store, room: run.commons.room, options: options, time: run.time,
            now: parts.context.now
        ) { count in
            counts.add(bytes: Int64(count))
            room.note(count)
            return rate?.delay(after: count)
        } progress: { job, bytes, total in
            counts.send(.progress(ItemEvent(job), bytes: bytes, total: total))
        }
    }

    /// The plan's jobs; `nil` for those of a lease.
    var planned: PlannedJobs? { if case .planned(let planned) = jobs { planned } else { nil } }

    /// The lease whose jobs it carries out; `nil` for a plan.
    var leased: LeasedJobs? { if case .leased(let leased) = jobs { leased } else { nil } }

    // MARK: Jobs

    /// Whether a person asked for an item.
    func isRequested(_ key: ItemKey) -> Bool {
        switch jobs {
        case .planned(let planned): planned.lane == .requested
        case .leased(let leased): leased.requested.contains(key)
        }
    }

    /// Makes the jobs; those of a lease are there already.
    ///
    /// - Parameters:
    ///   - refuse: gets the receipts of entries that are not requested.
    ///   - add: gets the jobs of the entries to transfer, in order, some at a time.
    func begin(refuse: (Receipt) -> Void, add: ([TransferJob]) -> Void) {
        func open(_ jobs: [TransferJob]) {
            self.open.withLock { $0.jobs += jobs.count }
            add(jobs)
        }
        switch jobs {
        case .leased(let leased): open(leased.begin(number))
        case .planned(let planned):
            planned.make(
                for: number, conclude: { counts.conclude(.unchanged, .unchanged($0)) }, refuse: refuse,
                add: open)
        }
    }

    // MARK: The end

    /// Notes how jobs ended.
    func conclude(_ receipts: [Receipt]) {
        trail.note(receipts)
        counts.conclude(receipts, isRequested: isRequested)
        close(receipts.count)
    }

    /// Notes how a job ended that another assignment had left to this one.
    ///
    /// - Parameters:
    ///   - receipt: how it ended.
    ///   - job: the job that this one would have done itself.
    func inherit(_ receipt: Receipt, for job: TransferJob) {
        trail.note([receipt], at: job.place)
        counts.count(receipt)
    }

    /// Notes that jobs will not be done, without counting or reporting them.
    func drop(_ count: Int) { close(count) }

    /// Waits until every job is concluded.
    func waitUntilDone() async {
        await withCheckedContinuation { continuation in
            let isDone = open.withLock { open in
                if open.jobs > 0 { open.whenDone.append(continuation) }
                return open.jobs == 0
            }
            if isDone { continuation.resume() }
        }
    }

    private func close(_ count: Int) {
        let waiting = open.withLock { open in
            open.jobs -= count
            guard open.jobs <= 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { open.whenDone = [] }
            return open.whenDone
        }
        for continuation in waiting { continuation.resume() }
    }
}

import CarrelBasics
import CarrelModel
import CarrelStages

/// Carries out one lease: fetches its jobs, records how they ended, and gives the rest back.
struct LeasedRun: Sendable {
    let lease: HostLease
    let queue: any SharedQueue
    /// The pipelines of the catalogues, over the library that is open for work.
    let pipeline: @Sendable (_ catalog: String) -> Pipeline
    let library: any Library
    /// The most connections of this worker.
    let width: Int
    /// What this worker's runs share.
    let commons: RunCommons

    /// How hosts are treated: as the strictest of the lease's orders says, within what this worker may do.
    private var limits: QueueLimits {
        var limits = lease.jobs.map(\.limits).strictest ?? QueueLimits()
        // A host's limit is that of all machines, for only one of them has it.
        limits.maxConcurrent = min(limits.maxConcurrent, limits.maxPerHost ?? .max, width)
        limits.maxRequested = 1
        limits.maxPerHost = nil
        limits.passesOn = true
        return limits
    }

    /// Carries it out.
    ///
    /// - Parameters:
    ///   - asked: when the lease was asked for, by this machine's clock.
    ///   - leases: where it is noted.
    /// - Throws: `StoreError` if the library or the queue cannot be used.
    func perform(asked: ContinuousClock.Instant, _ leases: WorkerLeases) async throws(StoreError) {
        var limits = limits
        let turns = LeaseTurns(
            queue, host: lease.host, interval: limits.interval, asked: asked, lasts: lease.lasts)
        // Turns are taken of the queue that all machines share.
        limits.interval = .zero
        let catalogs = Dictionary(grouping: lease.jobs, by: \.job.key.catalog)
        guard let first = lease.jobs.first else { return }
        var parts = pipeline(first.job.key.catalog).runParts
        parts.downloads.queueLimits = limits
        let run = Run(parts, sharing: commons)
        let (drops, dropped) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        leases.add(lease, turns) {
            run.cancel(JobSelection(.these($0)))
            dropped.yield()
        } stop: {
            run.stop()
        }
        defer { leases.remove(lease.number) }
        async let _ = leases.watch(lease.number)
        let jobs = catalogs.map { LeasedJobs(lease, catalog: $0.key, $0.value, turns: turns) }
        if lease.leftAlone == nil {
            async let ending: Void = endDropped(jobs, after: drops)
            try await fetch(jobs, in: run, leases)
            dropped.finish()
            await ending
        } else {
            avoid(jobs)
        }
        try await end(jobs)
    }

    /// Fetches the jobs; returns once everything that came is recorded, and the host is released.
    private func fetch(
        _ jobs: [LeasedJobs], in run: Run, _ leases: WorkerLeases
    ) async throws(StoreError) {
        run.queue.take(lease.state, of: lease.host)
        try await waitForHosts(run)
        var failure: StoreError?
        var assignments: [Assignment] = []
        for leased in jobs {
            let pipeline = pipeline(leased.catalog)
            do throws(PipelineError) {
                let assignment = try await Assignment(
                    pipeline.runParts, leased, events: EventRelay(pipeline.observer), in: run)
                try await postpone(leased, recordedIn: assignment.memory)
                _ = run.add(assignment, since: nil)
                assignments.append(assignment)
            } catch {
                leased.passOn(leased.jobs.map { DelayedJob($0) })
                if case .library(let error) = error { failure = failure ?? error }
            }
        }
        run.close()
        let isReleased = Locked(false)
        await run.perform {
            // Before the last documents are recorded, so that others can ask the host meanwhile.
            // Noted first: the queue may forget a lease without jobs before its answer is here.
            leases.release(self.lease.number)
            let isDone = (try? await self.release(run)) != nil
            leases.release(self.lease.number, isDone)
            isReleased.withLock { $0 = isDone }
        }
        for assignment in assignments { _ = run.remove(assignment) }
        if let error = failure ?? run.failure { throw error }
        // Otherwise the lease would be extended as long as the worker works.
        if !isReleased.value { try await release(run) }
        for assignment in assignments { try await repeatMixed(assignment, in: run) }
    }

    /// Has the run know which hosts asked to wait, and send no request to others than the lease's own because of a redirect,
    /// unless for somebody who asks by name.
    private func waitForHosts(_ run: Run) async throws(StoreError) {
        guard let first = lease.jobs.first else { return }
        let (limits, now) = (limits, pipeline(first.job.key.catalog).context.now())
        let holds = try await library.heldHosts(after: now).filter { $0.isHeeded(limits, at: now) }
        run.endings.note(holds)
        guard lease.jobs.allSatisfy({ $0.lane == .listed }) else { return }
        for hold in holds where hold.url == nil && hold.host != lease.host {
            run.queue.hold(hold.host, for: hold.limited(from: now).wait(from: now))
        }
    }

    /// How long a job waits at least for a document to get its name.
    private static let naming = Duration.seconds(1)

    /// Postpones jobs whose recorded documents another worker is about to give their names: what this one would store meanwhile
    /// would be in its way.
    private func postpone(_ leased: LeasedJobs, recordedIn memory: LibraryMemory) async throws(PipelineError)
    {
        let documents = leased.jobs.compactMap { job in
            memory.items[job.key]?.document.map { (key: job.key, name: $0.name) }
        }
        guard !documents.isEmpty else { return }
        let pending = try await asPipelineError { () async throws(StoreError) in
            try await library.pendingNames(among: documents.map(\.name))
        }
        let keys = documents.filter { pending.contains($0.name) }.map(\.key)
        if !keys.isEmpty { leased.postpone(Set(keys), for: Self.naming) }
    }

    /// Takes back what came over connections that brought more than was asked for, and has it fetched again.
    private func repeatMixed(_ assignment: Assignment, in run: Run) async throws(StoreError) {
        guard let leased = assignment.leased, let again = try await assignment.takeBackMixed(in: run) else {
            return
        }
        let wanted = Set(again.entries.map { [$0.collection, $0.item.id] })
        let jobs = leased.jobs.filter { wanted.contains([$0.key.collection, $0.key.item]) }.map { $0.alone() }
        let lanes = Dictionary(grouping: jobs) {
            leased.requested.contains($0.key) ? JobLane.requested : .listed
        }
        let order = try await queue.begin(
            catalog: leased.catalog, lease.jobs.first?.limits ?? QueueLimits(), isFollowed: false)
        for (lane, jobs) in lanes { _ = try await queue.add(jobs, to: lane, of: order) }
    }

    /// Says how hosts behaved, and lets others have that of the lease.
    private func release(_ run: Run) async throws(StoreError) {
        var state = run.queue.state(of: lease.host)
        for (hold, known) in run.endings.answeredHolds { try await queue.endHold(hold, after: known) }
        for (hold, said, left) in limits.holdsHosts ? run.holds : [] {
            if hold.host == lease.host, !state.isFailing { state.said = said }
            // Also where that is over by now: what the host asked for before no longer counts.
            try await queue.hold(
                hold.host, for: left, reason: hold.reason, said: said,
                leftAlone: left > .zero ? run.queue.state(of: hold.host).leftAlone : nil)
        }
        try await queue.release(lease.number, state)
    }

    /// Has every job go on at its next mirror, or fail, because the host failed too often lately.
    private func avoid(_ jobs: [LeasedJobs]) {
        for leased in jobs {
            leased.passOn(
                leased.jobs.compactMap { job in
                    job.atNextMirror(after: job.tries?.value, leaving: true).map { DelayedJob($0) }
                })
        }
    }

    /// Ends what nobody wants any longer once the run has dropped it, while the rest is fetched: until then the queue says
    /// that it is under way.
    private func endDropped(_ jobs: [LeasedJobs], after drops: AsyncStream<Void>) async {
        for await _ in drops {
            // What fails is tried after the next news, and at the end.
            try? await giveBack(jobs)
        }
    }

    /// Gives the rest back, and records that the jobs of a host that is left alone have failed.
    private func end(_ jobs: [LeasedJobs]) async throws(StoreError) {
        guard let reason = lease.leftAlone else { return try await giveBack(jobs) }
        let moved = Set(jobs.flatMap(\.passedOn).map(\.job.key))
        let failed = jobs.flatMap(\.jobs).filter { !moved.contains($0.key) }
        try await giveBack(jobs, recording: records(of: failed, .failed(reason: reason)))
        try await queue.release(lease.number, lease.state)
    }

    /// Gives back what was passed on so far, and records the end of jobs that the queue does not take: nobody wants them any
    /// longer, or their order was cancelled.
    ///
    /// - Parameters:
    ///   - jobs: the jobs of the lease.
    ///   - ended: what is recorded with them.
    /// - Throws: `StoreError`; what was not given back is passed on as before.
    private func giveBack(
        _ jobs: [LeasedJobs], recording ended: CommitRecords = CommitRecords()
    ) async throws(StoreError) {
        var left = jobs.flatMap { $0.takePassedOn() }
        do throws(StoreError) {
            let refused = try await queue.giveBack(left, of: lease.number)
            left = refused.map { DelayedJob($0) }
            // Where the lease is lost, the records are refused, too.
            let parked = records(of: refused, .parked())
            let (changes, tickets) = (ended.changes + parked.changes, ended.tickets + parked.tickets)
            guard !changes.isEmpty || !tickets.isEmpty else { return }
            _ = try await library.commit(changes, settling: [], ending: tickets)
        } catch {
            for leased in jobs { leased.passOn(left.filter { $0.job.key.catalog == leased.catalog }) }
            throw error
        }
    }

    /// The records that jobs ended alike.
    private func records(of jobs: [TransferJob], _ ending: Receipt.Ending) -> CommitRecords {
        var records = CommitRecords()
        guard let first = jobs.first else { return records }
        let now = pipeline(first.key.catalog).context.now()
        for job in jobs {
            let receipt = Receipt(job, ending, at: now)
            records.add(receipt, JobTicket(lease: lease.number, receipt: receipt))
        }
        return records
    }
}

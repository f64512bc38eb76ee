import CarrelBasics
import CarrelStages

/// Carries out leases, while it looks for further jobs.
extension Worker {
    /// Leases, and when they were asked for.
    typealias Leased = (leases: [HostLease], asked: ContinuousClock.Instant)

    /// What a task beside others has ended with.
    private enum Ended {
        case lease(jobs: Int)
        case look((any Error)?)
    }

    /// The shortest time between two looks, however much is told.
    private static let pause = Duration.milliseconds(500)

    /// Leases hosts, each with some of its jobs.
    func lease(_ worker: QueueWorker, atMost hosts: Int) async throws(StoreError) -> Leased {
        let asked = clock.now
        let jobs = state.withLock { $0.mostJobs }
        let leased = try await leases.claiming { () async throws(StoreError) in
            try await queue.lease(worker, mostHosts: hosts, mostJobs: jobs)
        }
        return (leased, asked)
    }

    /// Carries out leases, and takes further ones as long as there are any: when one ends, and when the queue tells of jobs,
    /// or a pause of theirs may be over, while others go on.
    func carry(_ first: Leased, _ worker: QueueWorker, _ base: Pipeline) async throws {
        let commons = RunCommons(base.runParts, width: width)
        let stored = report.stored
        try await withThrowingTaskGroup(of: Ended.self) { group in
            var (running, next, failure) = (0, first, (any Error)?.none)
            var pauses = GrowingPause()
            group.addTask { .look(await self.look(worker, base, after: Self.pause)) }
            while true {
                for lease in next.leases {
                    tell(.leased(host: lease.host, jobs: lease.jobs.count))
                    let run = LeasedRun(
                        lease: lease, queue: try await queue, pipeline: { self.pipeline(for: $0, base) },
                        library: base.library, width: width, commons: commons)
                    let asked = next.asked
                    group.addTask {
                        try await run.perform(asked: asked, self.leases)
                        return .lease(jobs: lease.jobs.count)
                    }
                    running += 1
                }
                next = ([], clock.now)
                guard running > 0, let ended = try await group.next() else { break }
                switch ended {
                case .lease(let jobs):
                    noteCarriedOut(jobs, hasStored: report.stored > stored)
                    running -= 1
                case .look(let error):
                    if error == nil { pauses = GrowingPause() }
                    failure = failure ?? lasting(error)
                    if failure == nil, !Task.isCancelled {
                        let time = error == nil ? Self.pause : max(Self.pause, pauses.next())
                        group.addTask { .look(await self.look(worker, base, after: time)) }
                    }
                }
                guard failure == nil, running < width, takesFurther else { continue }
                do throws(StoreError) {
                    next = try await lease(worker, atMost: width - running)
                    noteRecovery()
                } catch {
                    // What goes on may not be concerned.
                    failure = lasting(error)
                }
            }
            group.cancelAll()
            // Names that it could not give are left to whoever works next.
            while let ended = try await group.next() {
                if case .look(let error) = ended { failure = failure ?? error }
            }
            if let failure { throw failure }
        }
    }

    /// Whether it may lease further hosts.
    private var takesFurther: Bool {
        !isDraining && !Task.isCancelled && !state.withLock({ $0.hasToClose })
    }

    /// Tells of an error that may pass.
    ///
    /// - Returns: the error if it does not pass, so that nothing more is to be leased.
    private func lasting(_ error: (any Error)?) -> (any Error)? {
        guard let passing = error.flatMap({ self.passing($0) }) else { return error }
        note(passing)
        return nil
    }

    /// Waits until there may be further jobs; then gives documents their names that a worker left which is gone.
    ///
    /// - Returns: why it could not; the transfers under way may not be concerned.
    private func look(_ worker: QueueWorker, _ base: Pipeline, after pause: Duration) async -> (any Error)? {
        do {
            let queue = try await queue
            try? await Task.sleep(for: pause)
            await queue.waitForNews(atMost: Self.patience)
            guard !isDraining, !Task.isCancelled, state.withLock({ $0.hasToFinish }) else { return nil }
            // In a task of its own, which nobody cancels: as long as this worker is heard of, no other one finishes it.
            try await Task { try await finishLeft(worker, base) }.value
            return nil
        } catch {
            return error
        }
    }

    /// Gives documents the names that a worker has recorded which is gone; what fails is tried again with the next look.
    private func finishLeft(_ worker: QueueWorker, _ base: Pipeline) async throws {
        state.withLock { $0.noteFinishing(at: clock.now) }
        do {
            let new = try await base.claimLeft(for: worker)
            let claimed = state.withLock { $0.claim(new) }
            try await base.finish(left: claimed)
            state.withLock { $0.noteFinished() }
            // That the store gives names says that it keeps documents, too.
            if !claimed.isEmpty { noteCarriedOut(0, hasStored: true) }
        } catch {
            state.withLock { $0.noteFailure() }
            throw error
        }
    }

    private func pipeline(for catalog: String, _ base: Pipeline) -> Pipeline {
        var pipeline = desk.pipeline(for: catalog, base.library)
        pipeline.context.now = base.context.now
        pipeline.observer = CountingObserver(pipeline.observer) { [state] change in
            state.withLock { change(&$0.report) }
        }
        return pipeline
    }
}

import CarrelBasics
import CarrelModel
import CarrelStages

/// The jobs of one order, which are left to the machines that share the library's jobs.
struct PostedJobs {
    private let posting: Posting
    private let parts: RunParts
    private let counts: RunCounts
    /// It sends no request: its workers are elsewhere.
    private let run: Run
    private var order: PostedOrder?
    /// The jobs of items that another order had posted before.
    private var others: [TransferJob] = []
    private var last: Assignment?

    /// - Parameters:
    ///   - posting: the queue, and how.
    ///   - parts: what runs work with.
    ///   - counts: counts the results.
    init(_ posting: Posting, _ parts: RunParts, _ counts: RunCounts) {
        (self.posting, self.parts, self.counts) = (posting, parts, counts)
        run = Run(parts)
    }

    /// Posts the jobs of an errand.
    ///
    /// - Parameter errand: the errand, of the same catalogue as the others.
    /// - Throws: `PipelineError` if it cannot be prepared or the queue cannot be reached.
    mutating func add(_ errand: Errand) async throws(PipelineError) {
        let assignment = try await Assignment(parts, errand, in: run)
        last = assignment
        var refused: [Receipt] = []
        var jobs: [TransferJob] = []
        assignment.begin {
            refused.append($0)
        } add: { made in
            jobs += made.map { $0.assigned(to: 0, at: $0.place, naming: assignment.naming(of: $0)) }
        }
        do throws(StoreError) {
            try await parts.library.commit(assignment.limitedHolds() + refused.flatMap(\.changes))
            counts.conclude(refused)
            guard !jobs.isEmpty else { return }
            var order = try await begin(errand.plan.catalog)
            // Kept also if nothing can be added: what has ended is counted.
            self.order = order
            let taken = try await posting.queue.add(jobs, to: errand.lane, of: order.order)
            order.count += taken.count
            self.order = order
            if posting.options.isDetached { return counts.post(jobs.count) }
            others += jobs.leaving(taken)
        } catch {
            throw .library(error)
        }
    }

    private func begin(_ catalog: String) async throws(StoreError) -> PostedOrder {
        if var order {
            if !posting.options.isDetached { try await order.lookIn() }
            return order
        }
        let order = try await posting.queue.begin(
            catalog: catalog, parts.downloads.queueLimits, isFollowed: !posting.options.isDetached)
        return PostedOrder(order, posting, counts)
    }

    /// Leaves what was posted to the workers.
    func abandon() async {
        guard let order else { return }
        if !posting.options.isDetached { counts.post(order.left) }
        // Otherwise the order is left once nobody has followed it for a while.
        try? await posting.queue.leave(order.order)
    }

    /// Follows how the jobs end, unless nobody waits for them.
    ///
    /// - Throws: `PipelineError` if the queue cannot be reached for long.
    func conclude() async throws(PipelineError) {
        guard let last else { return }
        if var order {
            do throws(StoreError) {
                if posting.options.isDetached {
                    try await posting.queue.leave(order.order)
                } else {
                    try await order.follow()
                    try await waitForOthers()
                }
            } catch {
                // The workers go on. Whoever interrupted has decided what becomes of the rest.
                if !posting.options.isDetached, !Task.isCancelled { counts.post(order.left) }
                throw .library(error)
            }
        }
        await last.discardSuperseded()
    }

    /// Waits for items that another order had posted before, and counts their results here, too.
    private func waitForOthers() async throws(StoreError) {
        guard !others.isEmpty, !Task.isCancelled else { return }
        var left = Set(others.map(\.key))
        while !left.isEmpty, !Task.isCancelled {
            left = try await posting.queue.underWay(Array(left))
            if !left.isEmpty { await posting.queue.waitForNews(atMost: .seconds(1)) }
        }
        let memory = try await parts.library.memory(ofItems: others.map(\.key))
        for job in others where !left.contains(job.key) {
            let (outcome, event) =
                memory[job.key]?.ending(of: ItemEvent(job)) ?? (.parked, .parked(ItemEvent(job), reason: nil))
            counts.conclude(outcome, event)
        }
        counts.post(left.count)
    }
}

extension Assignment {
    /// What a worker elsewhere needs to name a document as its server suggests; `nil` if names do not depend on that.
    fileprivate func naming(of job: TransferJob) -> Shared<TransferJob.Naming>? {
        guard parts.downloads.usesContentDisposition else { return nil }
        return Shared(TransferJob.Naming(plan.entries[job.place].item, number: names.number(of: job.key)))
    }
}

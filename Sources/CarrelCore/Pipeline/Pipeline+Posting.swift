import CarrelBasics
import CarrelModel
import CarrelStages

/// Leaves the work to the machines that share the library's jobs.
extension Pipeline {
    /// Posts an errand's jobs, and follows how they end unless nobody waits for them.
    ///
    /// - Parameters:
    ///   - posting: the queue, and how.
    ///   - make: makes the errand from the current records.
    /// - Returns: the summary.
    /// - Throws: `PipelineError` if the errand cannot be made or the queue cannot be reached.
    func post(
        _ posting: Posting, _ make: () async throws(PipelineError) -> Errand
    ) async throws(PipelineError) -> RunSummary {
        let parts = runParts
        let errand = try await make()
        // It sends no request: its workers are elsewhere.
        let run = Run(parts)
        let assignment = try await Assignment(parts, errand, in: run)
        var refused: [Receipt] = []
        let jobs = assignment.begin { refused.append($0) }.map { job in
            job.assigned(to: 0, at: job.place, naming: assignment.naming(of: job))
        }
        do throws(StoreError) {
            try await library.commit(assignment.limitedHolds() + refused.flatMap(\.changes))
            assignment.counts.conclude(refused)
            guard !jobs.isEmpty else { return assignment.summary }
            let limits = parts.downloads.queueLimits
            let order = try await posting.queue.begin(
                catalog: errand.plan.catalog, limits, isFollowed: !posting.options.isDetached)
            let taken = try await posting.queue.add(jobs, to: errand.lane, of: order)
            if posting.options.isDetached {
                assignment.counts.post(jobs.count)
                try await posting.queue.leave(order)
            } else {
                try await PostedOrder(
                    order: order, posting: posting, assignment: assignment, count: taken.count
                ).follow()
                let mine = Set(taken.map(\.key))
                try await wait(for: jobs.filter { !mine.contains($0.key) }, posting, assignment)
            }
        } catch {
            throw .library(error)
        }
        await assignment.discardSuperseded()
        return assignment.summary
    }

    /// Waits for items that another order had posted before, and counts their results here, too.
    private func wait(
        for others: [TransferJob], _ posting: Posting, _ assignment: Assignment
    ) async throws(StoreError) {
        guard !others.isEmpty, !Task.isCancelled else { return }
        var left = Set(others.map(\.key))
        while !left.isEmpty, !Task.isCancelled {
            left = try await posting.queue.underWay(Array(left))
            if !left.isEmpty { await posting.queue.waitForNews(atMost: .seconds(1)) }
        }
        let memory = try await library.memory(ofItems: others.map(\.key))
        for job in others where !left.contains(job.key) {
            if let reason = memory[job.key]?.lastFailure {
                assignment.counts.conclude(.failed, .failed(ItemEvent(job), reason: reason))
            } else if memory[job.key]?.document != nil {
                assignment.counts.conclude(.unchanged, .unchanged(ItemEvent(job)))
            } else {
                assignment.counts.conclude(.parked, .parked(ItemEvent(job), reason: nil))
            }
        }
        assignment.counts.post(left.count)
    }
}

extension Assignment {
    /// What a worker elsewhere needs to name a document as its server suggests; `nil` if names do not depend on that.
    fileprivate func naming(of job: TransferJob) -> Shared<TransferJob.Naming>? {
        guard parts.downloads.usesContentDisposition else { return nil }
        return Shared(TransferJob.Naming(plan.entries[job.place].item, number: names.number(of: job.key)))
    }
}

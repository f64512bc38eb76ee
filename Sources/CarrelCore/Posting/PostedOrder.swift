import CarrelBasics
import CarrelModel
import CarrelStages

/// An order that was posted, until its jobs are done or left.
struct PostedOrder: Sendable {
    let order: JobOrder
    let posting: Posting
    /// Counts how its jobs end, and tells of it.
    let assignment: Assignment
    /// The number of jobs that were taken.
    let count: Int

    /// How long to wait for news before it looks.
    private static let patience = Duration.seconds(1)
    /// How long a cancelled order waits for what workers were fetching.
    private static let grace = Duration.seconds(5)

    private var queue: any SharedQueue { posting.queue }

    /// Follows the order until everything is done, or whoever waits is interrupted.
    ///
    /// - Throws: `StoreError` if the queue cannot be reached for long.
    func follow() async throws(StoreError) {
        var known: [JobEnding.Number] = []
        var ended = 0
        var workers: Int?
        while !Task.isCancelled {
            let progress = try await read(&known)
            ended += progress.endings.count
            if progress.workers != workers {
                workers = progress.workers
                posting.options.noteWorkers(progress.workers)
            }
            if progress.isDone {
                assignment.drop(count - ended)
                return try await queue.leave(order)
            }
            if progress.endings.isEmpty { await queue.waitForNews(atMost: Self.patience) }
        }
        // In a task of its own, which nobody interrupts.
        let left = count - ended
        let result = await Task { () async -> Result<Void, StoreError> in
            do throws(StoreError) {
                return .success(try await self.interrupt(known, left: left))
            } catch {
                return .failure(error)
            }
        }.value
        try result.get()
    }

    /// Counts the next endings.
    private func read(_ known: inout [JobEnding.Number]) async throws(StoreError) -> OrderProgress {
        let progress = try await queue.progress(of: order, forgetting: known)
        known = progress.endings.map(\.number)
        for receipt in progress.endings.map(\.receipt) {
            assignment.counts.add(bytes: receipt.tries.bytes)
        }
        assignment.conclude(progress.endings.map(\.receipt))
        return progress
    }

    /// Leaves the rest to the workers, or cancels it.
    private func interrupt(_ known: [JobEnding.Number], left: Int) async throws(StoreError) {
        if await posting.options.leavesRest() {
            assignment.counts.post(left)
            return try await queue.leave(order)
        }
        var (known, left) = (known, left)
        left -= try await queue.cancel(order)
        let end = ContinuousClock.now + Self.grace
        while left > 0, ContinuousClock.now < end {
            let progress = try await read(&known)
            left -= progress.endings.count
            if progress.isDone { break }
            await queue.waitForNews(atMost: Self.patience)
        }
        try await queue.leave(order)
    }
}

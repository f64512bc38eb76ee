import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages

/// A transfer that takes the long way.
struct LongTransfer: Sendable {
    var job: TransferJob
    /// Its first exchange, if that was begun in a row.
    var begun: (any OpenExchange)?
}

/// Does the transfers, the short way or the long way.
extension Assignment {
    /// How many of the first jobs of a lease are done in a row.
    func rowLength(_ jobs: some Collection<TransferJob>) -> Int {
        guard takesShortWay else { return 1 }
        return max(1, jobs.prefix { $0.assignment == number && worker.mayTakeShortWay($0) }.count)
    }

    /// Not with a byte budget, because the bytes of a row are only counted when the row has ended.
    private var takesShortWay: Bool { !room.isLimited && worker.batches != nil }

    /// Takes what other runs wait for, which those alone hold that transfer something.
    ///
    /// - Parameters:
    ///   - job: the next job.
    ///   - slots: what the runs share; `nil` for a run by itself.
    /// - Returns: whether it was taken; `false` if the task is cancelled.
    func takeSlot(for job: TransferJob, of slots: Slots?) async -> Bool {
        guard let slots else { return true }
        // One that comes too late asks nobody.
        if job.endingAfterDeadline(at: parts.context.now()) == nil { await leased?.turns.approach() }
        return await slots.take(first: isRequested(job.key))
    }

    /// Makes one try of the jobs of a row, until one takes the long way.
    ///
    /// - Returns: the receipts of the first jobs, and the next job if it takes the long way.
    func transfer(_ row: [TransferJob]) async -> (receipts: [Receipt], long: LongTransfer?) {
        guard takesShortWay, let batches = worker.batches, let first = row.first,
            worker.mayTakeShortWay(first)
        else { return ([], row.first.map { LongTransfer(job: $0) }) }
        if let ending = await endingWithoutRoom() {
            return (row.map { Receipt($0, ending, at: parts.context.now()) }, nil)
        }
        let done = await worker.transfer(row, over: batches)
        counts.begin(done.ended.lazy.compactMap(\.begunJob))
        var receipts: [Receipt] = []
        receipts.reserveCapacity(done.ended.count)
        for ended in done.ended {
            switch ended {
            case .done(let receipt): receipts.append(receipt)
            case .unexpected(let job, let exchange):
                receipts.append(await worker.transfer(job, continuing: exchange))
            }
        }
        guard row.indices.contains(receipts.count), done.open != nil || receipts.isEmpty else {
            return (receipts, nil)
        }
        return (receipts, LongTransfer(job: row[receipts.count], begun: done.open))
    }

    /// Makes one try, if there is room.
    func transfer(_ long: LongTransfer) async -> Receipt {
        let job = long.job
        if long.begun == nil, let ending = await endingWithoutRoom() {
            return Receipt(job, ending, at: parts.context.now())
        }
        if job.tries == nil, RequestTarget.refusal(of: job.url) == nil { counts.begin([job]) }
        let receipt = await worker.transfer(job, continuing: long.begun)
        // Once the budget is used up, what is under way is cancelled.
        guard case .parked(nil) = receipt.ending, let reason = room.lackOfBudget else { return receipt }
        return receipt.ending(.parked(reason: reason))
    }

    /// How a job ends if there is no room for it; `nil` if there is.
    private func endingWithoutRoom() async -> Receipt.Ending? {
        do throws(StoreError) {
            return try await room.reasonToStop().map { .parked(reason: $0) }
        } catch {
            return .stopped(error)
        }
    }
}

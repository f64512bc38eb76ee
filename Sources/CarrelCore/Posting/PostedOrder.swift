import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// An order that was posted, until its jobs are done or left.
struct PostedOrder: Sendable {
    let order: JobOrder
    let posting: Posting
    private let library: any Library
    /// Counts how its jobs end, and tells of it.
    let counts: RunCounts
    /// The request that it is, if a person made one.
    let request: ReaderRequest?
    /// The number of jobs that were taken.
    private(set) var count = 0
    private var ended = 0
    private let begun: Date
    /// The jobs that have not ended; without a request, as many as may be kept in mind.
    private var open: [ItemKey: Open] = [:]
    /// The endings that were read, and that the queue may forget.
    private var known: [JobEnding.Number] = []
    private var workers: Int?
    /// The names of stored documents that a worker is about to give them.
    private var unnamed: Set<String> = []

    /// A job that has not ended.
    private struct Open {
        let item: ItemEvent
        /// What was remembered of the item when it was posted.
        let before: ItemMemory?
    }

    /// The number of jobs whose end is not counted.
    var left: Int { count - ended }

    /// How long to wait for news before it looks; of names there are none.
    private static let patience = Duration.seconds(1)
    private static let patienceForNames = Duration.milliseconds(100)
    /// How long a cancelled order waits for what workers were fetching.
    private static let grace = Duration.seconds(5)
    /// The most jobs that are kept in mind without a request, and how many are looked up at once.
    private static let mostOpen = 50_000
    private static let page = 2000

    private var queue: any SharedQueue { posting.queue }

    init(
        _ order: JobOrder, _ posting: Posting, _ library: any Library, _ counts: RunCounts,
        for request: ReaderRequest?, at date: Date
    ) {
        (self.order, self.posting, self.library, begun) = (order, posting, library, date)
        (self.counts, self.request) = (counts, request)
    }

    /// Notes jobs that were taken, with what is remembered of their items.
    mutating func add(_ jobs: [TransferJob], _ memory: [ItemKey: ItemMemory]) {
        count += jobs.count
        let kept = request == nil ? jobs.prefix(max(0, Self.mostOpen - open.count)) : jobs[...]
        for job in kept { open[job.key] = Open(item: ItemEvent(job), before: memory[job.key]) }
        request?.notePosted(jobs.map(\.key))
    }

    /// Follows the order until everything is done and has its name, or is cancelled, or whoever waits is interrupted.
    ///
    /// - Parameter goesOn: whether there is time left; what is left then is for the workers.
    /// - Throws: `StoreError` if the queue cannot be reached for long.
    mutating func follow(while goesOn: () -> Bool) async throws(StoreError) {
        while !Task.isCancelled {
            let progress = try await read()
            if progress.isDone, unnamed.isEmpty {
                try await concludeUnheard()
                // What somebody else took out of the queue has no ending.
                park(Array(open.keys))
                return try await queue.leave(order)
            }
            guard goesOn() else {
                counts.post(left)
                return try await queue.leave(order)
            }
            if try await endUnwanted() { return }
            guard progress.endings.isEmpty else { continue }
            await queue.waitForNews(atMost: progress.isDone ? Self.patienceForNames : Self.patience)
        }
        // In a task of its own, which nobody interrupts.
        let rest = self
        let result = await Task {
            var order = rest
            return await Result(of: { () async throws(StoreError) in try await order.interrupt() })
        }.value
        try result.get()
    }

    /// Counts what has ended by now, while further jobs are added: nobody keeps endings for long.
    ///
    /// - Throws: `StoreError` if the queue cannot be reached.
    mutating func lookIn() async throws(StoreError) {
        while try await !read().endings.isEmpty {}
    }

    /// Counts the next endings.
    private mutating func read() async throws(StoreError) -> OrderProgress {
        let progress = try await queue.progress(of: order, forgetting: known)
        known = progress.endings.map(\.number)
        let receipts = progress.endings.map(\.receipt)
        for receipt in receipts { counts.add(bytes: receipt.tries.bytes) }
        request?.noteEnded(receipts.map(\.job.key))
        let isRequested = request != nil
        counts.conclude(receipts) { _ in isRequested }
        ended += receipts.count
        if !open.isEmpty { for receipt in receipts { open[receipt.job.key] = nil } }
        try await noteNames(of: receipts)
        if progress.workers != workers {
            workers = progress.workers
            posting.options.noteWorkers(progress.workers)
        }
        return progress
    }

    /// Notes which documents wait for their names: if a worker dies meanwhile, another one gives them.
    private mutating func noteNames(of receipts: [Receipt]) async throws(StoreError) {
        for receipt in receipts {
            if case .stored(let document) = receipt.ending { unnamed.insert(document.name) }
        }
        if !unnamed.isEmpty { unnamed = try await library.pendingNames(among: Array(unnamed)) }
    }

    /// Counts what ended unheard: the queue forgets endings if nobody asks for them for some minutes, as on a machine that sleeps.
    private mutating func concludeUnheard() async throws(StoreError) {
        for keys in Array(open.keys).groups(of: Self.page) {
            let memory = try await library.memory(ofItems: Array(keys))
            for key in keys {
                guard let job = open[key], let now = memory[key],
                    let (outcome, event) = try await ending(of: job, now)
                else { continue }
                open[key] = nil
                ended += 1
                request?.noteEnded([key])
                counts.conclude(outcome, event)
            }
        }
    }

    /// How a job ended since it was posted, as the library tells; `nil` if it did not.
    private func ending(
        of job: Open, _ now: ItemMemory
    ) async throws(StoreError) -> (outcome: Attempt.Outcome, event: PipelineEvent)? {
        if let event = now.storing(of: job.item, since: job.before) { return (.stored, event) }
        guard let ending = now.ending(of: job.item),
            let last = try await library.attempts(for: job.item.key, limit: 1).first,
            last.date >= begun, last.outcome != .parked
        else { return nil }
        return ending
    }

    /// Leaves the rest to the workers, or cancels it.
    private mutating func interrupt() async throws(StoreError) {
        let leaves = if left > 0 { await posting.options.leavesRest() } else { true }
        if leaves {
            counts.post(left)
            return try await queue.leave(order)
        }
        try await cancel()
    }

    /// Cancels the rest, and waits a while for what workers were fetching.
    private mutating func cancel() async throws(StoreError) {
        var left = left
        left -= try await queue.cancel(order)
        let end = ContinuousClock.now + Self.grace
        while left > 0, ContinuousClock.now < end, !Task.isCancelled {
            let progress = try await read()
            left -= progress.endings.count
            if progress.isDone { break }
            await queue.waitForNews(atMost: Self.patience)
        }
        park(Array(open.keys))
        try await queue.leave(order)
    }

    // MARK: Requests

    /// Ends what of a request was cancelled: takes out what waits, and has workers drop what they have.
    ///
    /// - Returns: whether nothing is left.
    private mutating func endUnwanted() async throws(StoreError) -> Bool {
        guard let request else { return false }
        let unwanted = open.keys.filter { !request.wants($0) }
        guard !unwanted.isEmpty else { return false }
        guard unwanted.count < open.count else {
            try await cancel()
            return true
        }
        try await queue.withdraw(.ofOrder(order, unwanted))
        let underWay = try await queue.underWay(unwanted)
        // What has ended until then is counted as it ended.
        try await lookIn()
        park(unwanted.filter { !underWay.contains($0) })
        return false
    }

    /// Concludes items of a request that were cancelled, unless they have ended.
    private mutating func park(_ keys: [ItemKey]) {
        guard let request else { return }
        request.noteEnded(keys)
        for key in keys {
            guard let item = open.removeValue(forKey: key)?.item else { continue }
            ended += 1
            counts.conclude(.parked, .parked(item, reason: nil))
        }
    }
}

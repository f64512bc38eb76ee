import Foundation

/// Runs downloads, at most so many at once, each item once, and knows the state of each.
///
/// A front end adds items with `enqueue` while `run` is under way; a change of the selected collection cancels
/// what belongs to the old one. A job that fails never stops the others.
public actor DownloadQueue {
    /// One item to download.
    public struct Job: Sendable {
        /// The plan's entry.
        public var entry: PlanEntry
        /// The item.
        public var key: ItemKey
        /// Host and port, which the limit a host counts.
        let host: String

        /// Makes a job.
        public init(entry: PlanEntry, key: ItemKey) {
            self.entry = entry
            self.key = key
            let url = entry.item.url.flatMap { URL(string: $0) }
            host = "\(url?.host ?? ""):\(url?.port ?? 0)"
        }
    }

    /// How a job ended.
    public enum Outcome: Sendable, Hashable {
        /// The document is stored or current.
        case done
        /// It failed.
        case failed(reason: String)
        /// It was cancelled.
        case cancelled
    }

    /// Does one job; tells the fraction that is there as it grows.
    public typealias Work =
        @Sendable (Job, _ progress: @escaping @Sendable (Double?) -> Void) async -> Outcome

    private enum State {
        case queued
        case running(Task<Outcome, Never>?)
        case failed(reason: String)
    }

    private let maxConcurrent: Int
    private let maxPerHost: Int
    private let work: Work
    private let wakeups: AsyncStream<Void>
    private let wakeup: AsyncStream<Void>.Continuation
    private let fractions = Locked<[ItemKey: Double]>([:])
    private var states: [ItemKey: State] = [:]
    private var pending: [Job] = []
    private var firstPending = 0
    /// What is in flight, what was cancelled and has not ended yet included.
    private var inFlight = Set<ItemKey>()
    private var runningPerHost: [String: Int] = [:]
    private var isFinishing = false

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - maxConcurrent: the most jobs at once.
    ///   - maxPerHost: the most jobs at once for one host and port; `nil` for as many as at all.
    ///   - work: does one job.
    public init(maxConcurrent: Int = 3, maxPerHost: Int? = nil, work: @escaping Work) {
        self.maxConcurrent = max(1, maxConcurrent)
        self.maxPerHost = max(1, maxPerHost ?? maxConcurrent)
        self.work = work
        (wakeups, wakeup) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds a job.
    ///
    /// - Returns: `false` where the item is queued or in flight already.
    @discardableResult
    public func enqueue(_ job: Job) -> Bool {
        switch states[job.key] {
        case .queued, .running: return false
        case .failed, nil: break
        }
        states[job.key] = .queued
        pending.append(job)
        wakeup.yield()
        return true
    }

    /// The state of an item that is queued, in flight or failed; `nil` for any other.
    public func status(of key: ItemKey) -> ItemStatus? {
        switch states[key] {
        case .queued: .downloading(fraction: nil)
        case .running: .downloading(fraction: fractions.withLock { $0[key] })
        case .failed(let reason): .failed(reason: reason)
        case nil: nil
        }
    }

    /// The number of items that are queued or in flight.
    public var count: Int { pending.count - firstPending + inFlight.count }

    /// Cancels everything of other collections than the selected one and forgets what is known of it.
    public func select(_ collection: CollectionKey) {
        cancel { $0 != collection }
    }

    /// Cancels everything of a collection and forgets what is known of it.
    public func cancel(_ collection: CollectionKey) {
        cancel { $0 == collection }
    }

    private func cancel(where condition: (CollectionKey) -> Bool) {
        func isMeant(_ key: ItemKey) -> Bool {
            condition(CollectionKey(catalog: key.catalog, collection: key.collection))
        }
        pending = pending[firstPending...].filter { !isMeant($0.key) }
        firstPending = 0
        for (key, state) in states where isMeant(key) {
            if case .running(let task) = state { task?.cancel() }
            states[key] = nil
            fractions.withLock { $0[key] = nil }
        }
        wakeup.yield()
    }

    /// Lets `run` end when all jobs are done.
    public func finish() {
        isFinishing = true
        wakeup.yield()
    }

    /// Does jobs until `finish`, or until the task is cancelled; then those in flight are cancelled too.
    public func run() async {
        await withDiscardingTaskGroup { group in
            var iterator = wakeups.makeAsyncIterator()
            while true {
                while !Task.isCancelled, let job = takeNext() {
                    group.addTask { await self.perform(job) }
                }
                if isFinishing && firstPending == pending.count { break }
                guard await iterator.next(isolation: self) != nil, !Task.isCancelled else { break }
            }
        }
    }

    /// The next job whose host has a free place, and whose item is not still being cancelled.
    private func takeNext() -> Job? {
        guard inFlight.count < maxConcurrent else { return nil }
        let next = pending[firstPending...].firstIndex { job in
            runningPerHost[job.host, default: 0] < maxPerHost && !inFlight.contains(job.key)
        }
        guard let index = next else { return nil }
        let job = pending[index]
        // In nearly every case it is the first one; then nothing moves.
        if index > firstPending {
            pending.remove(at: index)
        } else {
            firstPending += 1
            if firstPending > 1024 {
                pending.removeFirst(firstPending)
                firstPending = 0
            }
        }
        inFlight.insert(job.key)
        runningPerHost[job.host, default: 0] += 1
        states[job.key] = .running(nil)
        return job
    }

    private func perform(_ job: Job) async {
        let fractions = fractions
        let task = Task { [work] in
            await work(job) { fraction in fractions.withLock { $0[job.key] = fraction } }
        }
        // Cancelled by a change of collection between being taken and now?
        if states[job.key] == nil { task.cancel() } else { states[job.key] = .running(task) }
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        ended(job, outcome, task)
    }

    private func ended(_ job: Job, _ outcome: Outcome, _ task: Task<Outcome, Never>) {
        inFlight.remove(job.key)
        runningPerHost[job.host, default: 1] -= 1
        if runningPerHost[job.host] == 0 { runningPerHost[job.host] = nil }
        // Queued anew after it was cancelled: that entry is another job's.
        if case .running(let current) = states[job.key], current == task {
            states[job.key] = nil
            if case .failed(let reason) = outcome { states[job.key] = .failed(reason: reason) }
            fractions.withLock { $0[job.key] = nil }
        }
        wakeup.yield()
    }
}

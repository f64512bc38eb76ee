import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation

/// The jobs that machines share, in memory. A test says what becomes of a job that was posted, and what workers lease.
actor PostedQueue: SharedQueue {
    private struct Job {
        var job: TransferJob
        var order: JobOrder
        var isLeased = false
    }

    /// What was posted, also what was not taken.
    nonisolated let posted = Recorder<TransferJob>()
    /// The orders that were cancelled.
    private(set) var cancelled: Set<JobOrder> = []
    /// The most items that somebody asked for at once.
    private(set) var mostAsked = 0
    /// How many hosts and jobs workers asked for, each time.
    nonisolated let asked = Recorder<[Int]>()
    /// The jobs that workers gave back.
    nonisolated let givenBack = Recorder<DelayedJob>()
    /// The hosts that are held no longer, because they have answered.
    nonisolated let freed = Recorder<String>()
    /// How long hosts asked to wait.
    nonisolated let held = Recorder<Duration>()
    /// When they asked for that.
    nonisolated let words = Recorder<Date>()
    /// The hosts whose jobs fail from then on, because they asked for more than a run waits.
    nonisolated let avoided = Recorder<String>()
    /// How many hosts were held no longer by then, for each lease that was released.
    nonisolated let released = Recorder<Int>()
    private var jobs: [ItemKey: Job] = [:]
    private var endings: [JobOrder: [JobEnding]] = [:]
    private var offered: [HostLease] = []
    private var leased: Set<HostLease.Number> = []
    private var lastNumber: Int64 = 0
    private var silence: Gate?
    private var unnamed: (any Library)?
    private var newsUntilGone = 0
    private var lasts = Duration.seconds(60)

    /// The items whose jobs wait.
    var waiting: Set<ItemKey> { Set(jobs.filter { !$1.isLeased }.keys) }

    /// Has a worker fetch an item.
    func begin(_ key: ItemKey) { jobs[key]?.isLeased = true }

    /// Has a worker find the document of an item unchanged.
    func finish(_ key: ItemKey) { end(key, JobQueueConformance.stored) }

    /// Has a worker store the document of an item.
    func finish(_ key: ItemKey, storing document: StoredDocument) {
        end(key) {
            Receipt($0, .stored(document), at: .distantPast).ending(.stored(document), news: .new)
        }
    }

    private func end(_ key: ItemKey, _ receipt: (TransferJob) -> Receipt) {
        guard let job = jobs.removeValue(forKey: key) else { return }
        endings[job.order, default: []].append(JobEnding(number: newNumber(), receipt: receipt(job.job)))
    }

    private func newNumber() -> Int64 {
        lastNumber += 1
        return lastNumber
    }

    // MARK: Posting

    func begin(catalog: String, _ limits: QueueLimits, isFollowed: Bool) -> JobOrder {
        JobOrder(number: newNumber())
    }

    func add(_ new: [TransferJob], to lane: JobLane, of order: JobOrder) -> [TransferJob] {
        let taken = new.filter { jobs[$0.key] == nil }
        for job in taken { jobs[job.key] = Job(job: job, order: order) }
        for job in new { posted.append(job) }
        return taken
    }

    func progress(of order: JobOrder, forgetting known: [JobEnding.Number]) -> OrderProgress {
        let left = (endings[order] ?? []).filter { !known.contains($0.number) }
        endings[order] = left
        let isDone = left.isEmpty && !jobs.values.contains { $0.order == order }
        return OrderProgress(endings: left, isDone: isDone, workers: 1)
    }

    func underWay(_ keys: [ItemKey]) -> Set<ItemKey> {
        mostAsked = max(mostAsked, keys.count)
        return Set(keys.filter { jobs[$0] != nil })
    }

    func cancel(_ order: JobOrder) -> Int {
        cancelled.insert(order)
        let mine = jobs.filter { $1.order == order }
        for (key, job) in mine where job.isLeased { end(key) { Receipt($0, .parked(), at: .distantPast) } }
        return remove { $0.order == order }
    }

    func withdraw(_ selection: PostedSelection) -> Int {
        switch selection {
        case .ofCatalog(let location): remove { $0.job.key.catalog == location }
        case .ofItems(let keys): remove { keys.contains($0.job.key) }
        case .ofOrder(let order, let keys): remove { $0.order == order && keys.contains($0.job.key) }
        }
    }

    private func remove(_ isMeant: (Job) -> Bool) -> Int {
        let gone = jobs.values.filter { !$0.isLeased && isMeant($0) }
        for job in gone { jobs[job.job.key] = nil }
        return gone.count
    }

    func leave(_ order: JobOrder) { endings[order] = nil }

    // MARK: Working

    /// Has it not answer whoever extends leases until a gate opens, as behind a firewall that drops everything.
    func fallSilent(until gate: Gate) { silence = gate }

    /// Has whoever extends leases hear that a worker is gone which left documents without names, as long as a library has some.
    ///
    /// - Parameters:
    ///   - library: the library.
    ///   - count: how often nobody knows yet that it is gone.
    ///   - lasts: how long leases last.
    func leaveUnnamed(
        in library: any Library, heardAfter count: Int = 0, lasts: Duration = .seconds(60)
    ) {
        (unnamed, newsUntilGone, self.lasts) = (library, count, lasts)
    }

    private var unnamedCount: Int {
        get async throws(StoreError) { try await unnamed?.pendingPublications().count ?? 0 }
    }

    /// Has workers lease these, in order.
    func offer(_ leases: [HostLease]) { offered += leases }

    func enter(_ name: String, at place: String) -> QueueWorker { QueueWorker(number: newNumber()) }
    func lease(_ worker: QueueWorker, mostHosts hosts: Int, mostJobs jobs: Int) -> [HostLease] {
        asked.append([hosts, jobs])
        let next = Array(offered.prefix(hosts))
        offered.removeFirst(next.count)
        leased.formUnion(next.map(\.number))
        return next
    }
    func extend(
        _ worker: QueueWorker, _ report: WorkerReport, keeping known: Set<HostLease.Number>?
    ) async throws(StoreError) -> LeaseNews {
        try? await silence?.wait()
        newsUntilGone -= 1
        let isHeard = try await unnamedCount > 0 && newsUntilGone < 0
        return LeaseNews(
            isKnown: true, leases: leased, lasts: lasts, hasUnnamedDocuments: isHeard)
    }
    func release(_ lease: HostLease.Number, _ state: HostState) { released.append(freed.elements.count) }
    func giveBack(_ jobs: [DelayedJob], of lease: HostLease.Number) -> [TransferJob] {
        for job in jobs { givenBack.append(job) }
        return []
    }
    func turn(of host: String, every interval: Duration) -> Duration { .zero }
    func hold(_ host: String, for duration: Duration, reason: String, said: Date, leftAlone: String?) {
        held.append(duration)
        words.append(said)
        if leftAlone != nil { avoided.append(host) }
    }
    func endHold(_ hold: HostHold, after date: Date) { freed.append(hold.host) }
    func remove(_ worker: QueueWorker) {}
    func waitForNews(atMost time: Duration) async { for _ in 0..<100 { await Task.yield() } }

    // MARK: Looking

    func time() -> Date { Date(timeIntervalSince1970: 1_000_000) }
    func status(mostHosts hosts: Int) async throws(StoreError) -> SharedQueueStatus {
        let unnamed = try await unnamedCount
        return SharedQueueStatus(
            now: time(), workers: [], hosts: [], waiting: waiting.count, leased: jobs.count - waiting.count,
            hostCount: 0, unnamed: unnamed)
    }
}

/// Makes queues of a library whose machines share its jobs.
struct PostingQueues: QueueMaker {
    let queues: any QueueMaker
    let posted: PostedQueue

    var isShared: Bool { true }

    func makeQueue(_ limits: QueueLimits, now: @escaping @Sendable () -> Date) -> any JobQueue {
        queues.makeQueue(limits, now: now)
    }

    func sharedQueue(of library: any Library) async throws(StoreError) -> (any SharedQueue)? { posted }
}

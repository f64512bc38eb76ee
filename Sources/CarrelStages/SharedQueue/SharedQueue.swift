import CarrelModel
import Foundation

/// The jobs of a library that several machines work on, in its database.
///
/// Whoever plans posts an order of jobs and may follow how they end. Workers lease hosts, each with a batch of its jobs, and
/// fetch them with a `JobQueue` of their own.
///
/// **Hosts.** One worker at a time fetches from a host, so that limits for each host and its pace hold over all machines. What
/// a host asked for is known to all.
///
/// **Leases.** A lease ends by the database's clock unless its worker extends it. Its jobs then wait for another worker, and
/// the ledger refuses what is recorded under it (`Ledger.commit(_:settling:ending:)`), so that a worker that was thought dead
/// changes nothing.
///
/// **Order.** Of what waits, what a person asked for goes first. Jobs of one host keep the order of `add`; hosts take turns.
///
/// **Errors.** `StoreError`, with `.unreachable` if the database does not answer.
///
/// **Concurrency.** Calls may overlap, from any task of any process.
public protocol SharedQueue: Sendable {
    // MARK: Posting

    /// Begins an order.
    ///
    /// - Parameters:
    ///   - catalog: the catalogue's location.
    ///   - limits: how hosts are treated, and how often a try is repeated.
    ///   - isFollowed: whether endings are kept for somebody who follows.
    /// - Returns: the order.
    /// - Throws: `StoreError`.
    func begin(catalog: String, _ limits: QueueLimits, isFollowed: Bool) async throws(StoreError) -> JobOrder

    /// Adds jobs to an order, in order.
    ///
    /// - Parameters:
    ///   - jobs: the jobs. An item that waits or is being fetched is not taken twice; one that waits as listed and is
    ///     requested now goes first, and one that nobody wanted any longer is wanted again.
    ///   - lane: the priority of the jobs.
    ///   - order: the order.
    /// - Returns: the jobs that were taken.
    /// - Throws: `StoreError`.
    func add(_ jobs: [TransferJob], to lane: JobLane, of order: JobOrder) async throws(StoreError)
        -> [TransferJob]

    /// How jobs of an order ended.
    ///
    /// - Parameters:
    ///   - order: the order.
    ///   - known: the endings that were read before, which are forgotten now.
    /// - Returns: the next endings, at most a thousand.
    /// - Throws: `StoreError`.
    func progress(of order: JobOrder, forgetting known: [JobEnding.Number]) async throws(StoreError)
        -> OrderProgress

    /// Those of the items that wait or are being fetched, for any order.
    func underWay(_ keys: [ItemKey]) async throws(StoreError) -> Set<ItemKey>

    /// Takes the waiting jobs of an order out of the queue, and has workers stop those that they fetch.
    ///
    /// - Returns: the number of jobs that waited.
    func cancel(_ order: JobOrder) async throws(StoreError) -> Int

    /// Takes jobs that wait out of the queue, and has workers drop those that they have: nobody wants them any longer.
    ///
    /// - Parameter jobs: which.
    /// - Returns: the number of jobs that waited.
    /// - Throws: `StoreError`.
    @discardableResult func withdraw(_ jobs: PostedSelection) async throws(StoreError) -> Int

    /// Leaves an order to the workers: nobody follows it any longer.
    func leave(_ order: JobOrder) async throws(StoreError)

    // MARK: Working

    /// Enters a worker into the list.
    ///
    /// - Parameters:
    ///   - name: how it is shown, such as the machine's name.
    ///   - place: tells where it works; an earlier worker of the same place is known to be dead.
    /// - Returns: the worker.
    /// - Throws: `StoreError`.
    func enter(_ name: String, at place: String) async throws(StoreError) -> QueueWorker

    /// Gives a worker hosts to fetch from, each with a batch of its jobs, if any are due.
    ///
    /// - Parameters:
    ///   - worker: who asks.
    ///   - hosts: the most hosts.
    ///   - jobs: the most jobs of each.
    /// - Returns: the leases; none if nothing is due.
    /// - Throws: `StoreError`.
    func lease(
        _ worker: QueueWorker, mostHosts hosts: Int, mostJobs jobs: Int
    ) async throws(StoreError) -> [HostLease]

    /// Extends leases of a worker, and says that it works.
    ///
    /// - Parameters:
    ///   - worker: the worker.
    ///   - report: what it has done.
    ///   - known: the leases that it knows; `nil` for all of its own. One whose number was lost on the way to it ends at its time.
    /// - Returns: which of them it still has, and what it has to stop.
    /// - Throws: `StoreError`.
    func extend(
        _ worker: QueueWorker, _ report: WorkerReport, keeping known: Set<HostLease.Number>?
    ) async throws(StoreError) -> LeaseNews

    /// Lets others fetch from a lease's host: its worker sends it no further request. What came is still recorded under
    /// the lease.
    ///
    /// - Parameters:
    ///   - lease: the lease's number.
    ///   - state: how the host behaved.
    /// - Throws: `StoreError`.
    func release(_ lease: HostLease.Number, _ state: HostState) async throws(StoreError)

    /// Has jobs of a lease wait again, each for a time and perhaps for another host.
    ///
    /// Jobs of an order that was cancelled, and jobs that nobody wants any longer, are not taken.
    ///
    /// - Parameters:
    ///   - jobs: the jobs.
    ///   - lease: the lease's number; nothing happens if it has ended.
    /// - Returns: the jobs that were not taken.
    /// - Throws: `StoreError`.
    func giveBack(_ jobs: [DelayedJob], of lease: HostLease.Number) async throws(StoreError) -> [TransferJob]

    /// Takes the next turn for a request to a host, of all machines.
    ///
    /// - Parameters:
    ///   - host: host and port.
    ///   - interval: the shortest time between two requests to it; the longest that anybody asked for counts.
    /// - Returns: the time until the turn.
    /// - Throws: `StoreError`.
    func turn(of host: String, every interval: Duration) async throws(StoreError) -> Duration

    /// Starts nothing of a host until the time has passed that it has asked for, whatever it asked for before that: what it said
    /// last counts, whoever tells of it last.
    ///
    /// What a person asks for from then on is tried once all the same, unless the host pauses for its failures.
    ///
    /// - Parameters:
    ///   - host: host and port.
    ///   - duration: the time.
    ///   - reason: why.
    ///   - said: when it asked for that, by the clock of all machines.
    ///   - leftAlone: why what waits for it fails, as `HostState.leftAlone`; `nil` if it waits.
    /// - Throws: `StoreError`.
    func hold(
        _ host: String, for duration: Duration, reason: String, said: Date, leftAlone: String?
    ) async throws(StoreError)

    /// Holds a host no longer that has answered all the same.
    ///
    /// - Parameters:
    ///   - hold: what the host had asked for, as it is recorded.
    ///   - date: a time after which it answered; what it has asked for since then counts.
    /// - Throws: `StoreError`.
    func endHold(_ hold: HostHold, after date: Date) async throws(StoreError)

    /// Takes a worker off the list and ends its leases; their jobs wait again.
    func remove(_ worker: QueueWorker) async throws(StoreError)

    /// Waits until somebody tells that jobs were added or have ended, or until a time is over.
    ///
    /// It is a hint, like `Ledger.waitForChange`. Ends early when the task is cancelled.
    func waitForNews(atMost time: Duration) async

    // MARK: Looking

    /// The database's time, by which all machines go.
    func time() async throws(StoreError) -> Date

    /// Who works, what waits and what is held.
    ///
    /// - Parameter hosts: the most hosts to name.
    /// - Returns: the state of one moment.
    /// - Throws: `StoreError`.
    func status(mostHosts hosts: Int) async throws(StoreError) -> SharedQueueStatus
}

extension SharedQueue {
    /// Extends every lease of a worker, and says that it works.
    public func extend(_ worker: QueueWorker, _ report: WorkerReport) async throws(StoreError) -> LeaseNews {
        try await extend(worker, report, keeping: nil)
    }

    /// Starts nothing of a host until the time has passed that it has just asked for.
    public func hold(
        _ host: String, for duration: Duration, reason: String, leftAlone: String? = nil
    ) async throws(StoreError) {
        // Nothing is said later than the queue hears of it.
        try await hold(host, for: duration, reason: reason, said: .distantFuture, leftAlone: leftAlone)
    }

    /// Holds a host no longer that has just answered.
    public func endHold(_ hold: HostHold) async throws(StoreError) {
        try await endHold(hold, after: .distantFuture)
    }
}

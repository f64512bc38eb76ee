import CarrelHTTP
import CarrelModel

/// Holds jobs until a worker does them: decides their order and pace, how many run at once in all and for each host,
/// and which hosts to skip.
///
/// **Order.** What a person asked for goes before what a sync listed. Jobs of one host keep the order of `add`; hosts
/// take turns. Jobs may be added at any time.
///
/// **Leases.** A lease is a numbered batch of one host's jobs. A worker does them one after the other, may give some
/// back, and ends the lease with their receipts. The queue answers which receipts are final, to be recorded. No job is
/// in two leases at once.
///
/// **Tries.** A job whose receipt says `.again` goes back to the queue and waits there without holding up others. After
/// the last try, its receipt becomes a failure.
///
/// **Holds.** A host that asks to wait gets no request as long as it said last, also where it asked for more before. A pause
/// after failures, or because one host leads to another, makes that no shorter.
///
/// **Shares.** Whoever adds an item that has a job owns a share of that job. It is cancelled when the last of its owners no
/// longer wants it.
///
/// **Deadlines.** A job whose deadline passes while it waits is leased at once, however long its host is held: nothing is
/// asked for it any more, and its worker ends it.
///
/// **Concurrency.** Calls may overlap, from any task.
public protocol JobQueue: Sendable {
    /// Marks the moment before jobs are made from what is recorded.
    ///
    /// - Returns: a mark for `add`, which tells the items that landed after it. It is to be forgotten.
    func prepare() -> JobMark

    /// Says that the last jobs with a mark were added.
    func forget(_ mark: JobMark)

    /// Adds jobs, in order.
    ///
    /// - Parameters:
    ///   - jobs: the jobs. An item that waits, or is under way and has not landed, is not taken twice; if it waits in
    ///     the `listed` lane and is requested now, it moves to the `requested` lane. The assignment of the job that is
    ///     not taken owns a share of the other one.
    ///   - lane: the priority of the jobs.
    ///   - mark: what `prepare` returned before the jobs were made; items that landed since are not taken.
    /// - Returns: the jobs that were taken.
    @discardableResult func add(_ jobs: [TransferJob], to lane: JobLane, since mark: JobMark?)
        -> [TransferJob]

    /// Waits until there is something to do.
    ///
    /// - Parameter limit: the most jobs, above 0. If few wait, a lease has fewer, so that every worker gets some.
    /// - Returns: a lease; `nil` once the queue is closed and empty, or if the task is cancelled.
    func lease(atMost limit: Int) async -> JobLease?

    /// Ends a lease.
    ///
    /// - Parameters:
    ///   - lease: its number; nothing happens if there is no such lease, or if it has ended.
    ///   - receipts: how its jobs ended. Jobs without a receipt go back to the queue; those that were cancelled end
    ///     parked.
    /// - Returns: what has to be recorded.
    func finish(_ lease: JobLease.Number, with receipts: [Receipt]) -> Settlement

    /// Puts jobs of a lease back, before the others of their host, while the rest of the lease goes on.
    ///
    /// - Returns: the jobs that were cancelled meanwhile; they stay with the lease.
    func giveBack(_ jobs: [TransferJob], of lease: JobLease.Number) -> [TransferJob]

    /// Says that the receipts of items are recorded or about to be: the items may be added again, and `waitUntilLanded`
    /// returns.
    func landed(_ keys: [ItemKey])

    /// Takes an item for whoever stores its document without a job: no job of it is taken until it has landed.
    ///
    /// - Returns: whether it is taken; it is not while it waits, or is under way and has not landed.
    func claim(_ key: ItemKey) -> Bool

    /// Waits until an item is no longer waiting or under way, or the task is cancelled.
    func waitUntilLanded(_ key: ItemKey) async

    /// The items that wait, are being fetched, or have not landed yet.
    var underWay: Set<ItemKey> { get }

    /// Whether an item waits or is being fetched for somebody: not if its job was cancelled and is to stop, or has ended.
    func isWanted(_ key: ItemKey) -> Bool

    /// Keeps to other limits, too, from now on: the stricter ones count.
    func tighten(to limits: QueueLimits)

    /// Starts no job of a host until `duration` has passed, or longer if it is held for longer already.
    func hold(_ host: String, for duration: Duration)

    /// Whether a host may get a further request at once: requests keep no distance, it is not held, and nothing else speaks
    /// against it.
    ///
    /// - Parameter host: host and port.
    /// - Returns: whether it may; otherwise a request waits for its turn first.
    func mayAskAtOnce(_ host: String) -> Bool

    /// Takes the next turn for a request to a host, and says how long to wait for it; zero without a pace.
    ///
    /// The first request of a job has its turn with the lease. Every other request, also for redirects and checksum
    /// files, takes a turn with this call and is sent after the wait.
    ///
    /// - Parameter host: host and port.
    /// - Returns: the time until the turn.
    func takeTurn(at host: String) -> Duration

    /// Why nothing is started for a while, although jobs wait; `nil` while any is being done, or none waits for time alone.
    var pause: RequestPause? { get }

    /// How a host behaved: its failures in a row, why it gets no further requests, and how long it is held.
    ///
    /// - Parameter host: host and port; it may be the target of a redirect.
    /// - Returns: its state of one moment.
    func state(of host: String) -> HostState

    /// Takes over how a host behaved before; called before its jobs are added.
    func take(_ state: HostState, of host: String)

    /// Takes waiting jobs out of the queue, and returns the leased ones, which the caller must stop.
    ///
    /// A leased item may be added again; it is done after its lease has ended. What other assignments own a share of goes
    /// on, and those that are named own nothing of it any longer.
    ///
    /// - Parameter jobs: which jobs to cancel.
    /// - Returns: the jobs that were cancelled.
    func cancel(_ jobs: JobSelection) -> CancelledJobs

    /// Lets `lease` return `nil` once everything is done.
    func close()
}

extension JobQueue {
    /// Says that the receipt of an item is recorded or about to be.
    public func landed(_ key: ItemKey) { landed([key]) }
}

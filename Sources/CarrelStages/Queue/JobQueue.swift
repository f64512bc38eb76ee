import CarrelModel

/// Holds jobs until somebody does them, and keeps the manners: how many at once in all and a host, in which order, at
/// what distance, and which hosts are left alone.
///
/// **Order.** What a person asked for goes before what a sync listed. Within a host the order is that of `add`; hosts take
/// turns. A job may be added at any moment.
///
/// **Leases.** A lease is a numbered batch of one host's jobs. Whoever holds it does them one after the other, or gives some
/// back, and ends it with their receipts, which says what is recorded of them. A job is leased to one at a time.
///
/// **Tries.** A job whose receipt says `.again` comes back to the queue and waits there, holding up no other, unless there
/// were enough tries: then its receipt is a failure.
///
/// **Concurrency.** Calls may overlap, from any task.
public protocol JobQueue: Sendable {
    /// Says that jobs are about to be made from what is recorded now.
    ///
    /// - Returns: a mark for `add`: what lands until then was not known when the jobs were made.
    func prepare() -> JobMark

    /// Adds jobs, in order.
    ///
    /// - Parameters:
    ///   - jobs: the jobs. An item that waits or is on its way already, until it has landed, is not taken twice; one that
    ///     waits in the other lane moves to that of requests where it is asked for.
    ///   - lane: how they are treated.
    ///   - mark: what `prepare` returned before the jobs were made; items that have landed since are not taken.
    /// - Returns: those that were taken.
    @discardableResult func add(_ jobs: [TransferJob], to lane: JobLane, since mark: JobMark?)
        -> [TransferJob]

    /// Waits until there is something to do.
    ///
    /// - Parameter limit: the most jobs, above 0. Where few wait there are fewer, so that all who work have some.
    /// - Returns: a lease; `nil` if the queue was closed and is empty, or the task is cancelled.
    func lease(atMost limit: Int) async -> JobLease?

    /// Ends a lease.
    ///
    /// - Parameters:
    ///   - lease: its number; nothing happens where it is not leased, or no longer.
    ///   - receipts: how its jobs ended. Jobs without a receipt wait again.
    /// - Returns: what is to be recorded.
    func finish(_ lease: JobLease.Number, with receipts: [Receipt]) -> Settlement

    /// Has jobs of a lease wait again, before the others of their host, while its other jobs are done.
    ///
    /// - Parameters:
    ///   - jobs: the jobs.
    ///   - lease: its number.
    /// - Returns: those that were cancelled meanwhile, which remain with the lease.
    func giveBack(_ jobs: [TransferJob], of lease: JobLease.Number) -> [TransferJob]

    /// Says that what the receipts say of items is recorded: they may be added again, and whoever waits for one goes on.
    func landed(_ keys: [ItemKey])

    /// Waits until an item is neither in the queue nor on its way any more, or the task is cancelled.
    func waitUntilLanded(_ key: ItemKey) async

    /// The items that wait, are on their way, or have not landed yet.
    var underWay: Set<ItemKey> { get }

    /// Starts nothing of a host before a time has passed.
    func hold(_ host: String, for duration: Duration)

    /// How long a request has to wait for its turn at its host: zero where hosts need no distance between requests.
    ///
    /// A lease of a job brings the turn of its first request with it. Every other request takes one by this call, also
    /// those of redirects and of checksum files, and is to be sent once the time has passed.
    ///
    /// - Parameter host: host and port.
    /// - Returns: the time until its turn.
    func wait(before host: String) -> Duration

    /// Why nothing more is to be requested of a host; `nil` if nothing speaks against it.
    ///
    /// - Parameter host: host and port, that of a redirect, too.
    /// - Returns: the reason, a sentence about the host.
    func reasonToLeaveAlone(_ host: String) -> String?

    /// Takes jobs that wait out of the queue, and tells those that are leased, which whoever does them is to stop.
    ///
    /// An item that is leased may be added again; it is done after its lease has ended.
    ///
    /// - Parameter condition: which; must not call out.
    /// - Returns: what was cancelled.
    func cancel(where condition: @Sendable (TransferJob) -> Bool) -> CancelledJobs

    /// Lets `lease` end when everything was done.
    func close()
}

extension JobQueue {
    /// Adds jobs, in order, whatever has landed lately.
    @discardableResult public func add(_ jobs: [TransferJob], to lane: JobLane) -> [TransferJob] {
        add(jobs, to: lane, since: nil)
    }

    /// Says that what a receipt says of an item is recorded.
    public func landed(_ key: ItemKey) { landed([key]) }
}

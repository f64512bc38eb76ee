import Dispatch

/// Runs an actor on a serial queue of its own, so that its blocking calls hold up no cooperative thread.
///
/// Actors that talk to a disk or a database name one as their `unownedExecutor`.
public final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Makes an executor with a queue of that label.
    public init(label: String) { queue = DispatchQueue(label: label) }

    /// Enqueues a job, to be run after those enqueued before.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

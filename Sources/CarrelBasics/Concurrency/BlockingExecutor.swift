import Dispatch

/// Runs actors and tasks on a serial queue of its own, so that their blocking calls block no cooperative thread.
///
/// Actors that use a disk or a database have one as their `unownedExecutor`. Actors that share one, and tasks that
/// prefer it, run one after the other on one thread, without waking another thread for each step.
public final class BlockingExecutor: SerialExecutor, TaskExecutor {
    private let queue: DispatchQueue

    public init(label: String) { queue = DispatchQueue(label: label) }

    /// Enqueues a job to run after those enqueued before.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            job.runSynchronously(
                isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
        }
    }
}

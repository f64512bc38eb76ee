import Dispatch

/// Runs actors and tasks on a serial queue of its own, so that their blocking calls hold up no cooperative thread.
///
/// Actors that talk to a disk or a database name one as their `unownedExecutor`. Actors that share one, and a task that
/// prefers it, follow each other on one thread, without waking another for each step.
public final class BlockingExecutor: SerialExecutor, TaskExecutor {
    private let queue: DispatchQueue

    /// Makes an executor with a queue of that label.
    public init(label: String) { queue = DispatchQueue(label: label) }

    /// Enqueues a job, to be run after those enqueued before.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            job.runSynchronously(
                isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
        }
    }
}

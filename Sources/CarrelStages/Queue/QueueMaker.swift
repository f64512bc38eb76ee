/// Makes the queue of each run: what a queue's plug-in makes.
public protocol QueueMaker: Sendable {
    /// Makes a queue for one run; it ends with the run.
    ///
    /// - Parameter limits: how many jobs are done at once, and how hosts are treated.
    /// - Returns: the queue, open and empty.
    func makeQueue(_ limits: QueueLimits) -> any JobQueue
}

/// Makes the queue of each run; made by a plug-in of the kind `queue`.
public protocol QueueMaker: Sendable {
    /// Makes a queue for one run.
    ///
    /// - Parameter limits: how many jobs run at once, how often a try is repeated, and how hosts are treated.
    /// - Returns: the queue, open and empty.
    func makeQueue(_ limits: QueueLimits) -> any JobQueue
}

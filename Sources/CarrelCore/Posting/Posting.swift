import CarrelStages

/// How jobs are left to the machines that share a library's jobs.
public struct PostingOptions: Sendable {
    /// Whether nobody waits until they are done.
    public var isDetached: Bool
    /// Called once when whoever waits is interrupted: whether the rest is left to the workers, or cancelled.
    public var leavesRest: @Sendable () async -> Bool
    /// Called as the number of workers becomes known, and whenever it changes.
    public var noteWorkers: @Sendable (Int) -> Void

    public init(
        isDetached: Bool = false, leavesRest: @escaping @Sendable () async -> Bool = { true },
        noteWorkers: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        (self.isDetached, self.leavesRest, self.noteWorkers) = (isDetached, leavesRest, noteWorkers)
    }
}

/// The queue to post to, and how.
struct Posting: Sendable {
    let queue: any SharedQueue
    var options: PostingOptions
}

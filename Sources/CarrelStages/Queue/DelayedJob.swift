/// A job that waits again.
public struct DelayedJob: Sendable {
    /// The job; its host may be another one than before.
    public let job: TransferJob
    /// How long it waits at least.
    public let delay: Duration

    public init(_ job: TransferJob, after delay: Duration = .zero) { (self.job, self.delay) = (job, delay) }
}

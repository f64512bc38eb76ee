import CarrelStages

/// Brings jobs to where they are done, and their receipts back: within the process as they are.
///
/// Elsewhere they would go as JSON, which a test has them do.
package struct JobCarrier: Sendable {
    /// Brings a job to a worker.
    package var job: @Sendable (TransferJob) throws -> TransferJob
    /// Brings a receipt back.
    package var receipt: @Sendable (Receipt) throws -> Receipt

    package init(
        job: @escaping @Sendable (TransferJob) throws -> TransferJob,
        receipt: @escaping @Sendable (Receipt) throws -> Receipt
    ) {
        (self.job, self.receipt) = (job, receipt)
    }
}

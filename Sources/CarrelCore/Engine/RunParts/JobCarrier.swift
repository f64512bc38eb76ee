import CarrelStages

/// Carries jobs to workers and receipts back.
///
/// Workers in another process would get jobs as JSON; a test does the same within the process.
package struct JobCarrier: Sendable {
    /// Carries a job to a worker.
    package var job: @Sendable (TransferJob) throws -> TransferJob
    /// Carries a receipt back.
    package var receipt: @Sendable (Receipt) throws -> Receipt

    package init(
        job: @escaping @Sendable (TransferJob) throws -> TransferJob,
        receipt: @escaping @Sendable (Receipt) throws -> Receipt
    ) {
        (self.job, self.receipt) = (job, receipt)
    }
}

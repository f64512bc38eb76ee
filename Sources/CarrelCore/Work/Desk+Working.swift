import CarrelStages

/// Works for the machines that share the library's jobs.
extension Desk {
    /// A worker on the jobs that the library's machines share.
    ///
    /// - Parameters:
    ///   - options: how it works.
    ///   - tell: called as something happens to it, from any task.
    /// - Throws: `StoreError` if the library's jobs are not shared.
    public nonisolated func worker(
        _ options: WorkOptions, tell: @escaping @Sendable (WorkEvent) -> Void
    ) throws(StoreError) -> Worker {
        guard parts.pipeline.queues.isShared else { throw .notShared }
        return Worker(self, width: parts.pipeline.downloads.queueLimits.maxConcurrent, options, tell: tell) {
            () async throws(StoreError) in
            guard let queue = try await self.sharedQueue else { throw .notShared }
            return queue
        }
    }

    /// Who works on the library, what waits and what is held.
    ///
    /// - Parameter hosts: the most hosts to name.
    /// - Returns: the state of one moment.
    /// - Throws: `StoreError` if the library's jobs are not shared, or the queue cannot be reached.
    public func queueStatus(mostHosts hosts: Int) async throws(StoreError) -> SharedQueueStatus {
        guard let queue = try await sharedQueue else { throw .notShared }
        return try await queue.status(mostHosts: hosts)
    }

    /// Does something while it holds the library together with other machines, and its own folder alone; before that, what
    /// workers left that are gone is finished.
    ///
    /// - Parameters:
    ///   - worker: who works.
    ///   - body: gets a pipeline over the library, with the time of day that all machines go by.
    /// - Throws: what the body throws; `StoreError`, `PipelineError` if the library cannot be held so.
    func working(
        _ worker: QueueWorker, _ body: @Sendable (Pipeline) async throws -> Void
    ) async throws {
        try await indexing {
            try await writing(with: .working) { pipeline in
                try await pipeline.recover(for: worker)
                try await body(pipeline)
            }
        }
    }
}

extension StoreError {
    /// The error of what only libraries whose machines share their jobs can do.
    fileprivate static let notShared = StoreError(
        .system, subject: "queue.use", reason: "each run of this library has its jobs to itself",
        remedy: "docs/ManyMachines.md says how machines share the jobs of a library")
}

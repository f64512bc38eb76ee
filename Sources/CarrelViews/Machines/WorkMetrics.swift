import CarrelStages

/// What a worker tells whoever watches over it, as Prometheus reads it.
public struct WorkMetrics: Sendable {
    /// What the worker has done.
    public var report: WorkerReport
    /// The number of hosts that it fetches from.
    public var leases: Int
    /// The state of the queue; `nil` if it cannot be reached.
    public var queue: SharedQueueStatus?

    public init(_ report: WorkerReport, leases: Int, queue: SharedQueueStatus?) {
        (self.report, self.leases, self.queue) = (report, leases, queue)
    }

    /// The text, in Prometheus' format of version 0.0.4.
    public var text: String {
        var text = ""
        func add(_ name: String, _ kind: String, _ help: String, _ value: some Numeric) {
            text += "# HELP carrel_\(name) \(help)\n# TYPE carrel_\(name) \(kind)\ncarrel_\(name) \(value)\n"
        }
        add("documents_stored_total", "counter", "Documents that this worker stored.", report.stored)
        add(
            "documents_unchanged_total", "counter", "Documents that this worker found unchanged.",
            report.unchanged)
        add("jobs_failed_total", "counter", "Jobs of this worker that failed.", report.failed)
        add(
            "received_bytes_total", "counter", "Bytes of the documents that this worker stored.", report.bytes
        )
        add("leases", "gauge", "Hosts that this worker fetches from.", leases)
        add("draining", "gauge", "Whether this worker takes no further jobs.", report.isDraining ? 1 : 0)
        add(
            "stuck", "gauge", "Whether something keeps this worker from working.",
            report.trouble == nil ? 0 : 1)
        guard let queue else { return text }
        add("queue_waiting", "gauge", "Jobs that wait, of the whole library.", queue.waiting)
        add("queue_leased", "gauge", "Jobs that are being done, of the whole library.", queue.leased)
        add("queue_hosts", "gauge", "Hosts with jobs, of the whole library.", queue.hostCount)
        add(
            "queue_workers", "gauge", "Workers of the library that are heard of.",
            queue.workers.count { !$0.isLate })
        return text
    }
}

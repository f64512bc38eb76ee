import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// A line of `carrel status --json`.
public enum StatusRow: Sendable, Encodable {
    /// What a library holds whose machines share no jobs.
    case library(Holdings)
    /// What there is in all.
    case queue(Queue)
    /// A machine that works.
    case worker(Worker)
    /// A host with jobs.
    case host(Host)

    /// What a library holds.
    public struct Holdings: Sendable, Encodable {
        let kind = "library"
        /// How many catalogues there are.
        public let catalogs: Int
        /// How many collections these list.
        public let collections: Int
        /// How many items are listed, or were.
        public let items: Int
        /// How many of them are stored.
        public let stored: Int
        /// How many documents nobody has looked at, without those of ignored items.
        public let new: Int
        /// How many items failed at the last try, and of how many something was set aside; without ignored ones.
        public let failed, quarantined: Int
        /// How many documents were stored, and their files are gone; without those of ignored items.
        public let missing: Int

        public init(_ view: LibraryView) {
            let rows = view.allRows
            (catalogs, collections, items) = (view.catalogs.count, view.collections.count, rows.count)
            (stored, new) = (rows.count(where: \.isStored), rows.newDocuments.count)
            var (failed, quarantined) = (0, 0)
            for row in rows where !row.isIgnored {
                switch row.trouble ?? row.status {
                case .failed: failed += 1
                case .setAside: quarantined += 1
                default: break
                }
            }
            (self.failed, self.quarantined) = (failed, quarantined)
            missing = rows.count(where: { $0.isLost && !$0.isUnnamed && !$0.isOrphaned && !$0.isIgnored })
        }
    }

    /// What there is in all.
    public struct Queue: Sendable, Encodable {
        let kind = "queue"
        let at: Date
        let waiting: Int
        let leased: Int
        let hosts: Int
        let unnamed: Int
        let workers: Int
    }

    /// A machine that works.
    public struct Worker: Sendable, Encodable {
        let kind = "worker"
        let number: Int64
        let name: String
        let since: Date
        let seen: Date
        let state: String
        let leases: Int
        let jobs: Int
        let stored: Int
        let unchanged: Int
        let failed: Int
        let bytes: Int64
        let documentsPerSecond: Double
        let reason: String?
    }

    /// A host with jobs.
    public struct Host: Sendable, Encodable {
        let kind = "host"
        let host: String
        let waiting: Int
        let worker: Int64?
        let heldUntil: Date?
        let reason: String?
    }

    /// The lines of a state, in the order in which they are shown.
    ///
    /// - Parameter status: the state.
    /// - Returns: the queue, then its workers, then its hosts.
    public static func rows(_ status: SharedQueueStatus) -> [StatusRow] {
        let queue = Queue(
            at: status.now, waiting: status.waiting, leased: status.leased, hosts: status.hostCount,
            unnamed: status.unnamed, workers: status.workers.count { !$0.isLate })
        let workers = status.workers.map { worker in
            StatusRow.worker(
                Worker(
                    number: worker.number, name: worker.name, since: worker.since, seen: worker.seen,
                    state: worker.state, leases: worker.leases, jobs: worker.jobs,
                    stored: worker.report.stored, unchanged: worker.report.unchanged,
                    failed: worker.report.failed, bytes: worker.report.bytes,
                    documentsPerSecond: worker.rate, reason: worker.report.trouble))
        }
        let hosts = status.hosts.map { host in
            StatusRow.host(
                Host(
                    host: host.name, waiting: host.waiting, worker: host.worker, heldUntil: host.heldUntil,
                    reason: host.reason))
        }
        return [.queue(queue)] + workers + hosts
    }

    /// Writes the row alone, without the name of its case.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .library(let row): try row.encode(to: encoder)
        case .queue(let row): try row.encode(to: encoder)
        case .worker(let row): try row.encode(to: encoder)
        case .host(let row): try row.encode(to: encoder)
        }
    }
}

extension SharedQueueStatus.Worker {
    /// Whether it works no longer: it is late, and its leases have ended.
    public var isGone: Bool { isLate && leases == 0 }

    /// What it is doing, in one word.
    public var state: String {
        if isLate { return isGone ? "gone" : "late" }
        if report.trouble != nil { return "stuck" }
        if report.isDraining { return "draining" }
        return leases > 0 ? "working" : "idle"
    }
}

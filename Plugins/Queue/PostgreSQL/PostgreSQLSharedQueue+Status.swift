import CarrelModel
import CarrelPostgreSQL
import CarrelStages
import Foundation

/// What goes on: counted by host, so that it takes the same time however many jobs wait; all as of one moment, which `now()` is,
/// for a lease may end between two statements.
extension PostgreSQLSharedQueue {
    func time() throws(StoreError) -> Date {
        let rows = try session.run("SELECT \(Self.microseconds("clock_timestamp()"))")
        guard let row = rows.first else { throw session.noAnswer }
        return row.date(0)
    }

    func status(mostHosts hosts: Int) throws(StoreError) -> SharedQueueStatus {
        let answers = try session.ofOneMoment([Self.counts, Self.workers, Self.hosts(most: hosts)])
        guard answers.count == 3, let counts = answers[0].first else { throw session.noAnswer }
        var workers: [SharedQueueStatus.Worker] = []
        for row in answers[1].map({ ($0, $0.text(7) ?? "{}") }) {
            let report = try JobText.read(WorkerReport.self, row.1)
            workers.append(
                SharedQueueStatus.Worker(
                    number: row.0.integer(0) ?? 0, name: row.0.text(1) ?? "", since: row.0.date(2),
                    seen: row.0.date(3), isLate: row.0.flag(4), leases: Int(row.0.integer(5) ?? 0),
                    jobs: Int(row.0.integer(6) ?? 0), report: report,
                    rate: Double(row.0.integer(8) ?? 0) / 1000))
        }
        return SharedQueueStatus(
            now: counts.date(0), workers: workers,
            hosts: answers[2].map { row in
                SharedQueueStatus.Host(
                    name: row.text(0) ?? "", waiting: Int(row.integer(1) ?? 0), worker: row.integer(2),
                    heldUntil: row.integer(3) == nil ? nil : row.date(3), reason: row.text(4))
            }, waiting: Int(counts.integer(1) ?? 0), leased: Int(counts.integer(3) ?? 0),
            hostCount: Int(counts.integer(2) ?? 0), unnamed: Int(counts.integer(4) ?? 0))
    }

    /// The time, the jobs that wait, the hosts that have any or are leased, the leased jobs, and the documents without names.
    ///
    /// Jobs of a lease that has ended wait: they stay with it only until the next worker comes.
    private static var counts: PostgreSQLStatement {
        let leased = "SELECT count(*) FROM queue_lease l JOIN queue_job j ON j.lease = l.id WHERE l.until"
        return PostgreSQLStatement(
            """
            SELECT \(microseconds("now()")),
                coalesce(sum(waiting), 0)::bigint + (\(leased) < now()),
                count(*) FILTER (WHERE waiting > 0 OR lease IS NOT NULL),
                (\(leased) >= now()),
                (SELECT count(*) FROM publication WHERE \(PublicationOwner.isUnnamed))
            FROM queue_host
            """)
    }

    /// The workers: what they have, and how many jobs they do in a thousand seconds.
    private static var workers: PostgreSQLStatement {
        PostgreSQLStatement(
            """
            SELECT w.id, name, \(microseconds("since")), \(microseconds("seen")),
                until < now(),
                (SELECT count(*) FROM queue_lease l WHERE l.worker = w.id AND l.until >= now()),
                (SELECT count(*) FROM queue_lease l JOIN queue_job j ON j.lease = l.id
                    WHERE l.worker = w.id AND l.until >= now()),
                report, ((done - earlier_done) * 1000
                    / GREATEST(1, extract(epoch FROM seen - earlier)))::bigint
            FROM queue_worker w ORDER BY id LIMIT 1000
            """)
    }

    /// The hosts that have jobs, are leased or are left alone: first those that are left alone, then the fullest.
    private static func hosts(most count: Int) -> PostgreSQLStatement {
        PostgreSQLStatement(
            """
            SELECT name, waiting + CASE WHEN until < now()
                    THEN (SELECT count(*) FROM queue_job j WHERE j.lease = l.id) ELSE 0 END,
                CASE WHEN until >= now() THEN worker END,
                CASE WHEN GREATEST(free, left_until) > now()
                    THEN \(microseconds("GREATEST(free, left_until)")) END,
                CASE WHEN left_until > now() THEN left_alone
                    WHEN free > now() THEN reason END
            FROM queue_host LEFT JOIN queue_lease l ON l.id = lease
            WHERE waiting > 0 OR lease IS NOT NULL OR GREATEST(free, left_until) > now()
            ORDER BY GREATEST(free, left_until) > now() DESC, waiting DESC, name LIMIT $1
            """, [.integer(Int64(count))])
    }

    /// A time as microseconds since 1970.
    private static func microseconds(_ time: String) -> String {
        "(extract(epoch FROM \(time)) * 1000000)::bigint"
    }
}

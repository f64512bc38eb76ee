import CarrelModel
import CarrelPostgreSQL
import CarrelStages

/// Workers: who is there, and what becomes of the leases of those who are not.
extension PostgreSQLSharedQueue {
    func enter(_ name: String, at place: String) throws(StoreError) -> QueueWorker {
        let report = try JobText.write(WorkerReport())
        return try session.transaction { () throws(StoreError) in
            try forget(workers: "place = $1", [.text(place)])
            let rows = try session.run(
                """
                INSERT INTO queue_worker (name, place, report, until)
                VALUES ($1, $2, $3, statement_timestamp() + $4::bigint * interval '1 microsecond') RETURNING id
                """, .text(name), .text(place), .text(report), .integer(lasts.microseconds))
            return QueueWorker(number: rows.first?.integer(0) ?? 0)
        }
    }

    func extend(
        _ worker: QueueWorker, _ report: WorkerReport, keeping known: Set<HostLease.Number>?
    ) throws(StoreError) -> LeaseNews {
        let number = PostgreSQLValue.integer(worker.number)
        let time = PostgreSQLValue.integer(lasts.microseconds)
        try reap()
        let answers = try session.atomically([
            PostgreSQLStatement(
                Self.seeing,
                [
                    number, time, .text(try JobText.write(report)),
                    .integer(Int64(report.stored + report.unchanged)),
                ]),
            PostgreSQLStatement(
                """
                WITH own AS (
                    SELECT id FROM queue_lease WHERE worker = $1 AND ($3::bigint[] IS NULL OR id = ANY ($3::bigint[]))
                    ORDER BY id FOR UPDATE
                )
                UPDATE queue_lease l SET until = statement_timestamp() + $2::bigint * interval '1 microsecond'
                FROM own WHERE l.id = own.id RETURNING l.id
                """, [number, time, known.map { PostgreSQLValue.integers($0.sorted()) } ?? .null]),
            PostgreSQLStatement(
                """
                SELECT DISTINCT o.id FROM queue_lease l JOIN queue_job j ON j.lease = l.id
                JOIN queue_order o ON o.id = j.ord AND o.is_cancelled WHERE l.worker = $1
                """, [number]),
            PostgreSQLStatement(LibraryHold.waiting, [.text(schema)]),
            PostgreSQLStatement(
                """
                SELECT j.job FROM queue_lease l JOIN queue_job j ON j.lease = l.id AND j.due = 'infinity'
                WHERE l.worker = $1
                """, [number]),
            PostgreSQLStatement(
                """
                SELECT worker IS NULL, min(id) FROM publication WHERE \(PublicationOwner.isLeft) GROUP BY 1
                """),
        ])
        guard answers.count == 6 else { throw session.noAnswer }
        let unwanted = try answers[4].map { $0.text(0) ?? "" }.map { (text) throws(StoreError) in
            try JobText.read(TransferJob.self, text).key
        }
        return LeaseNews(
            isKnown: answers[0].count > 0, leases: Set(answers[1].map { $0.integer(0) ?? 0 }), lasts: lasts,
            cancelled: Set(answers[2].map { JobOrder(number: $0.integer(0) ?? 0) }),
            unwanted: Set(unwanted), isWaitedFor: answers[3].count > 0,
            hasUnnamedDocuments: hasUnnamed(answers[5]))
    }

    /// Whether documents wait for names that nobody is about to give, by the first of those of dead workers, and of those of
    /// no worker.
    private func hasUnnamed(_ rows: PostgreSQLRows) -> Bool {
        let left = rows.map { (isNobodys: $0.flag(0), first: $0.integer(1) ?? 0) }
        let first = left.first { $0.isNobodys }?.first
        // Whoever noted it without being a worker is not heard of: after a lease's time it is taken for dead.
        let now = ContinuousClock.now
        if first != ownerless?.first { ownerless = first.map { (first: $0, since: now) } }
        let isOld = ownerless.map { now - $0.since > lasts } ?? false
        return isOld || left.contains { !$0.isNobodys }
    }

    /// Notes that a worker works; how much it has done is remembered for half a minute at least, to say how fast it is.
    static let seeing = """
        UPDATE queue_worker w SET seen = statement_timestamp(), report = $3, done = $4,
            until = statement_timestamp() + $2::bigint * interval '1 microsecond',
            earlier = CASE WHEN w.recent < statement_timestamp() - interval '30 seconds' THEN w.recent
                ELSE w.earlier END,
            earlier_done = CASE WHEN w.recent < statement_timestamp() - interval '30 seconds' THEN w.recent_done
                ELSE w.earlier_done END,
            recent = CASE WHEN w.recent < statement_timestamp() - interval '30 seconds' THEN statement_timestamp()
                ELSE w.recent END,
            recent_done = CASE WHEN w.recent < statement_timestamp() - interval '30 seconds' THEN $4
                ELSE w.recent_done END
        WHERE id = $1 RETURNING id
        """

    func remove(_ worker: QueueWorker) throws(StoreError) {
        try session.transaction { () throws(StoreError) in
            try forget(workers: "id = $1", [.integer(worker.number)])
        }
    }

    /// Removes workers, once all their leases have ended.
    private func forget(workers condition: String, _ values: [PostgreSQLValue]) throws(StoreError) {
        let leases = "worker IN (SELECT id FROM queue_worker WHERE \(condition))"
        // Locked by statements of their own, so that the next ones see what was done until then: first the workers, who
        // get no further lease, then their leases. A record may hold one still, and a lease that went with its worker
        // would leave its host and jobs with nobody.
        try session.run([
            PostgreSQLStatement("SELECT 1 FROM queue_worker WHERE \(condition) FOR UPDATE", values),
            PostgreSQLStatement("SELECT 1 FROM queue_lease WHERE \(leases) ORDER BY id FOR UPDATE", values),
        ])
        try end(leases: leases, values)
        try session.run("DELETE FROM queue_worker WHERE \(condition)", values)
    }

    /// Has the jobs of leases that were not extended wait again.
    func reap() throws(StoreError) {
        let late = try session.run("SELECT 1 FROM queue_lease WHERE until < statement_timestamp() LIMIT 1")
        guard late.count > 0 else { return }
        try session.transaction { () throws(StoreError) in
            try end(leases: "until < statement_timestamp()", [])
        }
    }

    /// Ends leases, those that somebody else holds excepted: their hosts are free, and their jobs wait again, except those
    /// of cancelled orders and those that nobody wants any longer.
    private func end(leases condition: String, _ values: [PostgreSQLValue]) throws(StoreError) {
        let late = try session.run(
            "SELECT id FROM queue_lease WHERE \(condition) ORDER BY id FOR UPDATE SKIP LOCKED", values
        ).map { $0.integer(0) }
        guard !late.isEmpty else { return }
        try session.run(
            [Self.lockingOrders, Self.lockingJobs, Self.ending].map {
                PostgreSQLStatement($0, [.integers(late)])
            })
    }

    /// Keeps the orders of leased jobs from being cancelled, so that no job of a cancelled one waits again.
    static let lockingOrders = """
        SELECT 1 FROM queue_order WHERE id IN (SELECT ord FROM queue_job WHERE lease = ANY ($1::bigint[]))
        ORDER BY id FOR SHARE
        """

    private static let lockingJobs =
        "SELECT 1 FROM queue_job WHERE lease = ANY ($1::bigint[]) ORDER BY id FOR UPDATE"

    /// Ends leases whose jobs are locked.
    static let ending = """
        WITH ended AS (
            DELETE FROM queue_lease WHERE id = ANY ($1::bigint[]) RETURNING host
        ), gone AS (
            DELETE FROM queue_job q USING queue_order o
            WHERE q.lease = ANY ($1::bigint[]) AND o.id = q.ord AND (o.is_cancelled OR q.due = 'infinity')
        ), back AS (
            UPDATE queue_job q SET lease = NULL, due = '-infinity' FROM queue_order o
            WHERE q.lease = ANY ($1::bigint[]) AND o.id = q.ord AND NOT o.is_cancelled AND q.due < 'infinity'
            RETURNING q.host, q.lane
        )
        INSERT INTO queue_host AS h (name, waiting, due, urgent)
        SELECT e.host, count(b.host), CASE WHEN count(b.host) > 0 THEN statement_timestamp() ELSE 'infinity' END,
            CASE WHEN min(b.lane) = 0 THEN statement_timestamp() ELSE 'infinity' END
        FROM (SELECT DISTINCT host FROM ended) AS e LEFT JOIN back b ON b.host = e.host GROUP BY e.host ORDER BY e.host
        ON CONFLICT (name) DO UPDATE SET lease = CASE WHEN h.lease = ANY ($1::bigint[]) THEN NULL ELSE h.lease END,
            waiting = h.waiting + excluded.waiting,
            due = CASE WHEN excluded.waiting > 0 THEN GREATEST(\(heldUntil), statement_timestamp()) ELSE h.due END,
            urgent = LEAST(h.urgent, GREATEST(excluded.urgent, \(pausedUntil)))
        """

    /// Forgets workers that went without a word, orders that are done, and hosts with nothing to remember; waits for nobody who
    /// has one of them in hand.
    func tidy() throws(StoreError) {
        try session.atomically(
            [
                """
                DELETE FROM queue_worker WHERE id IN (
                    SELECT id FROM queue_worker w WHERE until < statement_timestamp() - interval '1 hour'
                        AND NOT EXISTS (SELECT 1 FROM queue_lease WHERE worker = w.id)
                    FOR UPDATE SKIP LOCKED)
                """,
                """
                DELETE FROM queue_ending WHERE id IN (
                    SELECT e.id FROM queue_ending e JOIN queue_order o ON o.id = e.ord
                    WHERE o.followed_until < statement_timestamp() FOR UPDATE OF e SKIP LOCKED)
                """,
                """
                DELETE FROM queue_order WHERE id IN (
                    SELECT id FROM queue_order o WHERE followed_until < statement_timestamp()
                        AND posted < statement_timestamp() - interval '1 hour'
                        AND NOT EXISTS (SELECT 1 FROM queue_job WHERE ord = o.id)
                        AND NOT EXISTS (SELECT 1 FROM queue_ending WHERE ord = o.id)
                    FOR UPDATE SKIP LOCKED)
                """,
                """
                DELETE FROM queue_host WHERE name IN (
                    SELECT name FROM queue_host WHERE lease IS NULL AND waiting = 0
                        AND GREATEST(free, left_until, turn, said + interval '1 hour') < statement_timestamp()
                    LIMIT 1000 FOR UPDATE SKIP LOCKED)
                """,
            ].map { PostgreSQLStatement($0) })
    }
}

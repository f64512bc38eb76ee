import CarrelModel
import CarrelPostgreSQL
import CarrelStages

/// Leases: who fetches from which host, and until when.
extension PostgreSQLSharedQueue {
    func lease(
        _ worker: QueueWorker, mostHosts hosts: Int, mostJobs jobs: Int
    ) throws(StoreError) -> [HostLease] {
        try reap()
        return try session.transaction { () throws(StoreError) in
            let entry = try session.run([
                .brief, Self.lookingUp, PostgreSQLStatement(Self.entry, [.integer(worker.number)]),
            ]).last
            // A worker that the queue has forgotten hears so with the next news.
            guard let entry, entry.count > 0 else { return [] }
            let found = try session.run(
                Self.choosing, .integer(Int64(hosts)), .integer(worker.number), .integer(lasts.microseconds))
            guard found.count > 0 else { return [] }
            let numbers = found.map { $0.integer(0) ?? 0 }
            let asked = found.map { ($0.integer(0) ?? 0, $0.flag(5)) }.filter(\.1).map(\.0)
            let picked = try session.run(
                Self.picking, .integers(numbers), .integer(Int64(jobs)), .integers(asked))
            let jobs = try leased(picked)
            let counts = numbers.map { Int64(jobs[$0]?.count ?? 0) }
            try session.run([
                PostgreSQLStatement(Self.counting, [.integers(numbers), .integers(counts)]),
                // A host was due whose jobs are gone, or wait longer.
                PostgreSQLStatement(
                    "DELETE FROM queue_lease WHERE id = ANY ($1::bigint[])",
                    [.integers(zip(numbers, counts).filter { $0.1 == 0 }.map(\.0))]),
            ])
            return found.map { row in
                let number = row.integer(0) ?? 0
                return HostLease(
                    number: number, host: row.text(1) ?? "", jobs: jobs[number] ?? [],
                    failures: Int(row.integer(2) ?? 0), pauses: Int(row.integer(3) ?? 0),
                    leftAlone: row.text(4), lasts: lasts)
            }.filter { !$0.jobs.isEmpty }
        }
    }

    private func leased(_ rows: PostgreSQLRows) throws(StoreError) -> [HostLease.Number: [LeasedJob]] {
        var limits: [String: QueueLimits] = [:]
        var found: [HostLease.Number: [(place: Int64, job: LeasedJob)]] = [:]
        let all = rows.map { row in
            (
                lease: row.integer(0) ?? 0, place: row.integer(1) ?? 0, lane: row.integer(2) ?? 1,
                order: row.integer(3) ?? 0, job: row.text(4) ?? "", limits: row.text(5) ?? ""
            )
        }
        for row in all {
            if limits[row.limits] == nil {
                limits[row.limits] = try JobText.read(QueueLimits.self, row.limits)
            }
            let job = LeasedJob(
                try JobText.read(TransferJob.self, row.job),
                lane: JobLane(rawValue: Int(row.lane)) ?? .listed,
                order: JobOrder(number: row.order), limits: limits[row.limits] ?? QueueLimits())
            found[row.lease, default: []].append((row.place, job))
        }
        return found.mapValues { jobs in jobs.sorted { $0.place < $1.place }.map(\.job) }
    }

    /// Has the rest of the transaction find hosts by their names: the server guesses that many are leased at once, and would read
    /// all of them.
    static let lookingUp = PostgreSQLStatement(
        "SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)")

    /// Keeps the entry of a worker from being removed until its leases are recorded; no row if it is not there.
    private static let entry = "SELECT 1 FROM queue_worker WHERE id = $1::bigint FOR KEY SHARE"

    /// Leases hosts that are due: first those with requested jobs, then those that have waited longest.
    ///
    /// The last value says whether the host asked to wait: then what somebody asks for is tried all the same, and nothing else.
    /// What else waits for a host that is left alone fails.
    static let choosing = """
        WITH urgent AS (
            SELECT name FROM queue_host
            WHERE lease IS NULL AND waiting > 0 AND urgent < 'infinity' AND urgent <= statement_timestamp()
            ORDER BY urgent LIMIT $1 FOR UPDATE SKIP LOCKED
        ), due AS (
            SELECT name FROM queue_host
            WHERE lease IS NULL AND waiting > 0 AND due <= statement_timestamp()
                AND urgent > statement_timestamp()
            ORDER BY due LIMIT GREATEST(0, $1 - (SELECT count(*) FROM urgent)) FOR UPDATE SKIP LOCKED
        ), leased AS (
            INSERT INTO queue_lease (host, worker, until)
            SELECT name, $2::bigint, statement_timestamp() + $3::bigint * interval '1 microsecond'
            FROM (SELECT name FROM urgent UNION ALL SELECT name FROM due) AS chosen
            RETURNING id, host
        )
        UPDATE queue_host h SET lease = l.id FROM leased l WHERE h.name = l.host
        RETURNING l.id, h.name, h.failures, h.pauses,
            CASE WHEN \(isLeft) THEN h.left_alone END, h.free > statement_timestamp() AND NOT \(isLeft)
        """

    /// Whether the jobs of a host `h` that was chosen fail without a request: it is left alone, also by those who ask by name
    /// unless it asked to wait.
    private static let isLeft = """
        (h.left_until > statement_timestamp()
            AND (h.free <= statement_timestamp() OR h.urgent > statement_timestamp()))
        """

    /// Leases the first `$2` jobs of each host that may begin, those that failed before behind the others; of the leases `$3`
    /// requested ones alone.
    ///
    /// What somebody is just changing is left to the next lease: who has a host in hand waits for nobody.
    static let picking = """
        WITH picked AS (
            SELECT l.id AS lease, j.id, row_number() OVER (PARTITION BY l.id ORDER BY j.lane, j.due, j.id) AS place
            FROM queue_lease l CROSS JOIN LATERAL (
                SELECT id, lane, due FROM queue_job
                WHERE host = l.host AND lease IS NULL AND due <= statement_timestamp()
                    AND lane <= CASE WHEN l.id = ANY ($3::bigint[]) THEN 0 ELSE 1 END
                ORDER BY lane, due, id LIMIT $2 FOR UPDATE SKIP LOCKED
            ) j WHERE l.id = ANY ($1::bigint[])
        )
        UPDATE queue_job q SET lease = p.lease FROM picked p
        WHERE q.id = p.id AND q.lease IS NULL
        RETURNING q.lease, p.place, q.lane, q.ord, q.job, (SELECT limits FROM queue_order WHERE id = q.ord)
        """

    /// Counts the jobs of new leases; a host without any is due when its next job is.
    static let counting = """
        UPDATE queue_host h SET waiting = GREATEST(0, h.waiting - new.number),
            lease = CASE WHEN new.number > 0 THEN h.lease END,
            due = CASE WHEN new.number > 0 THEN h.due ELSE GREATEST(\(heldUntil), \(nextDue())) END,
            urgent = CASE WHEN new.number > 0 THEN h.urgent
                ELSE GREATEST(\(pausedUntil), \(nextDue("j.lane = 0"))) END
        FROM unnest($1::bigint[], $2::bigint[]) AS new (lease, number) JOIN queue_lease l ON l.id = new.lease
        WHERE h.name = l.host AND h.lease = l.id
        """

    func release(_ lease: HostLease.Number, _ state: HostState) throws(StoreError) {
        let number = PostgreSQLValue.integer(lease)
        // A host that asked to wait said for how long.
        let time = state.wait > .zero && !state.isFailing ? state.wait : Self.leftAlone
        try session.atomically([
            Self.locking(lease),
            // Locked by a statement of its own: the next one then sees the jobs that somebody has just added.
            PostgreSQLStatement("SELECT 1 FROM queue_host h WHERE \(Self.isLeased) FOR UPDATE", [number]),
            PostgreSQLStatement(
                Self.releasing,
                [
                    number, .integer(Int64(state.failures)), PostgreSQLValue(state.leftAlone),
                    .integer(state.wait.microseconds), .integer(time.microseconds),
                    .integer(Int64(state.pauses)), .text(state.isFailing ? Self.failing : Self.asking),
                    state.said.map { PostgreSQLValue($0) } ?? .null,
                ]),
            PostgreSQLStatement("UPDATE queue_lease SET is_released = true WHERE id = $1", [number]),
            PostgreSQLStatement(Self.forgetting, [number]),
            PostgreSQLStatement(
                "SELECT pg_notify($1::text, 'free')", [.text(TicketStatements.channel(schema))]),
        ])
    }

    /// Locks a lease before its jobs and their hosts, in the order of `QueueTables`.
    private static func locking(_ lease: HostLease.Number) -> PostgreSQLStatement {
        PostgreSQLStatement("SELECT 1 FROM queue_lease WHERE id = $1 FOR UPDATE", [.integer(lease)])
    }

    /// Removes a lease that was released and has no job left.
    private static let forgetting = """
        DELETE FROM queue_lease WHERE id = $1 AND is_released
            AND NOT EXISTS (SELECT 1 FROM queue_job WHERE lease = $1)
        """

    /// How long nobody asks a host that failed too often in a row.
    private static let leftAlone = Duration.seconds(600)

    /// Why a host waits that has not said so itself.
    private static let failing = "it fails for one item after the other"
    private static let asking = "the host, or one that it leads to, asked to wait"

    /// Frees the host of a lease, and says when its jobs are due: all at once where it is left alone from now on, so that they
    /// fail; requested ones as soon as it neither pauses for failures nor has asked this lease to wait.
    ///
    /// Why a host waits that is held already was said with that. Where it has told somebody else something since, that counts.
    static let releasing = """
        UPDATE queue_host h SET lease = NULL, failures = CASE WHEN word.left_alone IS NULL THEN $2::bigint ELSE 0 END,
            pauses = CASE WHEN word.left_alone IS NULL THEN $6::bigint ELSE 0 END,
            left_alone = coalesce(word.left_alone, h.left_alone),
            left_until = CASE WHEN word.left_alone IS NULL THEN h.left_until
                ELSE statement_timestamp() + $5::bigint * interval '1 microsecond' END,
            reason = CASE WHEN h.free > statement_timestamp() THEN h.reason ELSE $7::text END,
            free = GREATEST(h.free, word.until),
            due = CASE WHEN word.left_alone IS NULL THEN GREATEST(\(heldUntil), word.until, \(nextDue()))
                ELSE \(nextDue()) END,
            urgent = CASE WHEN word.left_alone IS NULL
                THEN GREATEST(CASE WHEN $6::bigint > 0 THEN h.free ELSE '-infinity' END, word.until,
                    \(nextDue("j.lane = 0")))
                ELSE 'infinity' END
        FROM (
            SELECT h.name, CASE WHEN counts THEN $3::text END AS left_alone,
                statement_timestamp() + CASE WHEN counts THEN $4::bigint ELSE 0 END * interval '1 microsecond' AS until
            FROM queue_host h CROSS JOIN LATERAL (SELECT h.said <= \(heard("$8")) AS counts) AS last
            WHERE \(isLeased)
        ) AS word
        WHERE h.name = word.name
        """

    /// Whether a host `h` is that of the lease `$1`, and still belongs to it.
    private static let isLeased =
        "h.name = (SELECT host FROM queue_lease WHERE id = $1::bigint) AND h.lease = $1::bigint"

    func giveBack(
        _ jobs: [DelayedJob], of lease: HostLease.Number
    ) throws(StoreError) -> [TransferJob] {
        guard !jobs.isEmpty else { return [] }
        let items = jobs.map { QueueItem.key($0.job.key) }
        let number = PostgreSQLValue.integer(lease)
        let answers = try session.atomically([
            Self.locking(lease), PostgreSQLStatement(Self.lockingOrders, [.integers([lease])]),
            PostgreSQLStatement(
                Self.givingBack,
                [
                    number, .texts(items), .texts(jobs.map(\.job.host)),
                    .integers(jobs.map(\.delay.microseconds)),
                    .texts(try jobs.map { (job) throws(StoreError) in try JobText.write(job.job) }),
                ]),
            PostgreSQLStatement(Self.forgetting, [number]),
        ])
        guard answers.count == 4 else { throw session.noAnswer }
        let given = Set(answers[2].map { $0.text(0) ?? "" })
        return zip(jobs, items).filter { !given.contains($0.1) }.map(\.0.job)
    }

    /// Has jobs wait again, and their hosts be due with them.
    static let givingBack = """
        WITH given AS (
            SELECT q.id, g.host, g.delay, g.job
            FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[]) AS g (item, host, delay, job)
            JOIN queue_job q ON q.item = g.item AND q.lease = $1::bigint AND q.due < 'infinity'
            JOIN queue_order o ON o.id = q.ord AND NOT o.is_cancelled
            ORDER BY q.id FOR UPDATE OF q
        ), back AS (
            UPDATE queue_job q SET lease = NULL, host = g.host, job = g.job,
                due = CASE WHEN g.delay = 0 THEN '-infinity'
                    ELSE statement_timestamp() + g.delay * interval '1 microsecond' END
            FROM given g WHERE q.id = g.id
            RETURNING q.item, q.host, q.lane, q.due
        ), hosts AS (\(dueAgain))
        SELECT item FROM back
        """

    /// Has the hosts of jobs `back` be due that wait again.
    private static let dueAgain = """
        INSERT INTO queue_host AS h (name, waiting, due, urgent)
        SELECT host, count(*), min(GREATEST(due, statement_timestamp())),
            coalesce(min(GREATEST(due, statement_timestamp())) FILTER (WHERE lane = 0), 'infinity')
        FROM back GROUP BY host ORDER BY host
        ON CONFLICT (name) DO UPDATE SET waiting = h.waiting + excluded.waiting,
            due = LEAST(h.due, GREATEST(excluded.due, \(heldUntil))),
            urgent = LEAST(h.urgent, GREATEST(excluded.urgent, \(pausedUntil)))
        """
}

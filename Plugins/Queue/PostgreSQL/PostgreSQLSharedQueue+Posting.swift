import CarrelModel
import CarrelPostgreSQL
import CarrelStages

/// Orders: their jobs, and how those end.
extension PostgreSQLSharedQueue {
    /// The most endings that are read at once.
    private static let mostEndings: Int64 = 1000
    /// How long endings are kept for somebody who does not ask for them.
    private static let following = "interval '5 minutes'"
    /// How many jobs are added with one statement.
    private static let page = 2000

    func begin(
        catalog: String, _ limits: QueueLimits, isFollowed: Bool
    ) throws(StoreError) -> JobOrder {
        try tidy()
        let rows = try session.run(
            """
            INSERT INTO queue_order (catalog, limits, followed_until)
            VALUES ($1, $2, CASE WHEN $3::boolean THEN statement_timestamp() + \(Self.following)
                ELSE '-infinity' END)
            RETURNING id
            """, .text(catalog), .text(try JobText.write(limits)), .flag(isFollowed))
        return JobOrder(number: rows.first?.integer(0) ?? 0)
    }

    func add(
        _ jobs: [TransferJob], to lane: JobLane, of order: JobOrder
    ) throws(StoreError) -> [TransferJob] {
        var taken: [TransferJob] = []
        taken.reserveCapacity(jobs.count)
        for start in stride(from: 0, to: jobs.count, by: Self.page) {
            let page = jobs[start..<min(start + Self.page, jobs.count)]
            taken += try add(page: Array(page), to: lane, of: order)
        }
        // PostgreSQL itself counts a table again only after a minute, and plans badly until then.
        uncounted += taken.count
        if uncounted >= max(1000, counted) {
            try session.run("ANALYZE (SKIP_LOCKED) queue_job, queue_host")
            (counted, uncounted) = (counted + uncounted, 0)
        }
        return taken
    }

    private func add(
        page jobs: [TransferJob], to lane: JobLane, of order: JobOrder
    ) throws(StoreError) -> [TransferJob] {
        let items = jobs.map { QueueItem.key($0.key) }
        let values: [PostgreSQLValue] = [
            .texts(items), .texts(jobs.map(\.host)),
            .texts(try jobs.map { (job) throws(StoreError) in try JobText.write(job) }),
            .integer(Int64(lane.rawValue)), .integer(order.number),
        ]
        let answers = try session.atomically([
            // Two that add the same items in different orders would wait for each other.
            PostgreSQLStatement(
                "SELECT pg_advisory_xact_lock(hashtextextended('carrel jobs ' || $1::text, 0))",
                [.text(schema)]),
            // An order to which jobs are added is in use, however long ago it began.
            PostgreSQLStatement(
                """
                UPDATE queue_order SET posted = statement_timestamp()
                WHERE id = $1 AND posted < statement_timestamp() - interval '10 minutes'
                """, [.integer(order.number)]),
            PostgreSQLStatement(Self.locking, [.texts(items)]),
            PostgreSQLStatement(Self.renewing, Array(values[0...2])),
            PostgreSQLStatement(Self.wantingAgain, [.texts(items)]),
            PostgreSQLStatement(Self.adding, values),
            PostgreSQLStatement(
                "SELECT pg_notify($1::text, 'added')", [.text(TicketStatements.channel(schema))]),
        ])
        guard answers.count == 7 else { throw session.noAnswer }
        let places = answers[5].map { Int($0.integer(0) ?? 0) - 1 }
        return places.sorted().filter(jobs.indices.contains).map { jobs[$0] }
    }

    /// Locks the jobs of items before their hosts, in the order of `QueueTables`.
    static let locking = "SELECT 1 FROM queue_job WHERE item = ANY ($1::text[]) ORDER BY id FOR UPDATE"

    /// Replaces jobs that wait and have a deadline by what is posted anew and has more time, at the same host.
    ///
    /// The deadline is read as text: what else a job says may hold characters that PostgreSQL takes in no JSON value. One job is
    /// looked up after the other: of a table that was just filled, PostgreSQL would read all jobs of a host for each.
    static let renewing = """
        UPDATE queue_job q SET job = known.renewed
        FROM (
            SELECT j.id, given.job AS renewed FROM unnest($1::text[], $2::text[], $3::text[]) AS given (item, host, job)
            CROSS JOIN LATERAL (SELECT * FROM queue_job WHERE item = given.item LIMIT 1) AS j
            WHERE j.host = given.host AND j.lease IS NULL AND j.job LIKE '%"deadline":%'
                AND coalesce(substring(given.job from '"deadline":([0-9.eE+-]+)')::float8, 'infinity')
                    > substring(j.job from '"deadline":([0-9.eE+-]+)')::float8
        ) AS known WHERE q.id = known.id
        """

    /// Adds jobs in the order of their places, each item once, and has their hosts be due.
    ///
    /// If they are requested, those that wait already go first, also those that were requested before: their host may have asked
    /// to wait since.
    static let adding = """
        WITH given AS (
            SELECT DISTINCT ON (item) * FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
                AS given (item, host, job, place)
            ORDER BY item, place
        ), added AS (
            INSERT INTO queue_job (item, host, lane, ord, job)
            SELECT item, host, $4::bigint, $5::bigint, job FROM given ORDER BY place
            ON CONFLICT (item) DO NOTHING
            RETURNING item, host
        ), known AS (
            SELECT id, host, lane FROM queue_job WHERE $4::bigint = 0 AND item = ANY ($1::text[]) AND lease IS NULL
        ), hurried AS (
            UPDATE queue_job j SET lane = 0 FROM known k WHERE j.id = k.id AND k.lane > 0
        ), hosts AS (
            INSERT INTO queue_host AS h (name, waiting, due, urgent)
            SELECT host, sum(number), min(due),
                CASE WHEN $4::bigint = 0 THEN statement_timestamp() ELSE 'infinity' END
            FROM (SELECT host, 1 AS number, statement_timestamp() AS due FROM added
                UNION ALL SELECT host, 0, 'infinity' FROM known) AS jobs
            GROUP BY host ORDER BY host
            ON CONFLICT (name) DO UPDATE SET waiting = h.waiting + excluded.waiting,
                due = LEAST(h.due, GREATEST(excluded.due, \(heldUntil))),
                urgent = LEAST(h.urgent, GREATEST(excluded.urgent, \(pausedUntil)))
        )
        SELECT g.place FROM added a JOIN given g ON g.item = a.item
        """

    /// Has leased jobs be done after all that nobody wanted any longer: by their worker until it has heard of it, then by
    /// whoever gets them next.
    static let wantingAgain = """
        UPDATE queue_job SET due = '-infinity'
        WHERE item = ANY ($1::text[]) AND lease IS NOT NULL AND due = 'infinity'
        """

    func progress(
        of order: JobOrder, forgetting known: [JobEnding.Number]
    ) throws(StoreError) -> OrderProgress {
        let number = PostgreSQLValue.integer(order.number)
        // Counted first: an ending that comes after that is read with the next call.
        let answers = try session.atomically([
            PostgreSQLStatement(
                "DELETE FROM queue_ending WHERE id = ANY ($1::bigint[])", [.integers(known)]),
            PostgreSQLStatement(
                """
                UPDATE queue_order SET followed_until = statement_timestamp() + \(Self.following)
                WHERE id = $1 AND followed_until < statement_timestamp() + \(Self.following) / 2
                """, [number]),
            PostgreSQLStatement(
                """
                SELECT EXISTS (SELECT 1 FROM queue_job WHERE ord = $1),
                    (SELECT count(*) FROM queue_worker WHERE until > statement_timestamp())
                """, [number]),
            PostgreSQLStatement(
                "SELECT id, receipt FROM queue_ending WHERE ord = $1 ORDER BY id LIMIT $2",
                [number, .integer(Self.mostEndings)]),
        ])
        guard answers.count == 4, let state = answers[2].first else { throw session.noAnswer }
        var endings: [JobEnding] = []
        for (number, text) in answers[3].map({ ($0.integer(0) ?? 0, $0.text(1) ?? "") }) {
            endings.append(JobEnding(number: number, receipt: try JobText.read(Receipt.self, text)))
        }
        return OrderProgress(
            endings: endings, isDone: !state.flag(0) && endings.isEmpty, workers: Int(state.integer(1) ?? 0))
    }

    func underWay(_ keys: [ItemKey]) throws(StoreError) -> Set<ItemKey> {
        let items = keys.map { QueueItem.key($0) }
        let found = Set(
            try session.run(
                "SELECT item FROM queue_job WHERE item = ANY ($1::text[])", .texts(items)
            ).map { $0.text(0) ?? "" })
        return Set(zip(keys, items).lazy.filter { found.contains($0.1) }.map(\.0))
    }

    func cancel(_ order: JobOrder) throws(StoreError) -> Int {
        let number = PostgreSQLValue.integer(order.number)
        let answers = try session.atomically([
            PostgreSQLStatement("UPDATE queue_order SET is_cancelled = true WHERE id = $1", [number]),
            PostgreSQLStatement(Self.removing("ord = $1 AND lease IS NULL"), [number]),
            PostgreSQLStatement(
                "SELECT pg_notify($1::text, 'cancelled')", [.text(TicketStatements.channel(schema))]),
        ])
        return answers.count > 1 ? Int(answers[1].first?.integer(0) ?? 0) : 0
    }

    func withdraw(_ jobs: PostedSelection) throws(StoreError) -> Int {
        let meant: (condition: String, values: [PostgreSQLValue]) =
            switch jobs {
            case .ofCatalog(let location):
                ("ord IN (SELECT id FROM queue_order WHERE catalog = $1)", [.text(location)])
            case .ofItems(let keys):
                ("item = ANY ($1::text[])", [.texts(keys.map { QueueItem.key($0) })])
            case .ofOrder(let order, let keys):
                (
                    "ord = $1 AND item = ANY ($2::text[])",
                    [.integer(order.number), .texts(keys.map { QueueItem.key($0) })]
                )
            }
        let answers = try session.atomically([
            PostgreSQLStatement(Self.removing(meant.condition), meant.values)
        ])
        return Int(answers.last?.first?.integer(0) ?? 0)
    }

    /// Removes the waiting jobs that meet a condition, counts them, and has the workers of leased ones drop them: no leased job is
    /// due later for another reason.
    static func removing(_ condition: String) -> String {
        """
        WITH meant AS (
            SELECT id, lease FROM queue_job WHERE \(condition) ORDER BY id FOR UPDATE
        ), unwanted AS (
            UPDATE queue_job j SET due = 'infinity' FROM meant m
            WHERE j.id = m.id AND m.lease IS NOT NULL AND j.due < 'infinity'
        ), gone AS (
            DELETE FROM queue_job j USING meant m WHERE j.id = m.id AND m.lease IS NULL RETURNING j.host
        ), hosts AS (
            INSERT INTO queue_host AS h (name, waiting) SELECT host, -count(*) FROM gone GROUP BY host ORDER BY host
            ON CONFLICT (name) DO UPDATE SET waiting = h.waiting + excluded.waiting
        )
        SELECT count(*) FROM gone
        """
    }

    func leave(_ order: JobOrder) throws(StoreError) {
        let number = [PostgreSQLValue.integer(order.number)]
        try session.atomically([
            PostgreSQLStatement("UPDATE queue_order SET followed_until = '-infinity' WHERE id = $1", number),
            PostgreSQLStatement("DELETE FROM queue_ending WHERE ord = $1", number),
            PostgreSQLStatement(
                """
                DELETE FROM queue_order WHERE id = $1
                    AND NOT EXISTS (SELECT 1 FROM queue_job WHERE ord = $1)
                    AND NOT EXISTS (SELECT 1 FROM queue_ending WHERE ord = $1)
                """, number),
        ])
    }
}

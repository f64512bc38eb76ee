import CarrelBasics
import CarrelModel
import CarrelPostgreSQL
import CarrelStages
import Foundation

/// The jobs of a library in the PostgreSQL database of its records.
///
/// What must happen together is one transaction, which locks rows in the order of `QueueTables`. Beside a machine with a former
/// version, one may still wait for another that waits for it: PostgreSQL gives it up, and the session does it again.
actor PostgreSQLSharedQueue: SharedQueue {
    private let executor = BlockingExecutor(label: "carrel.queue.postgresql")
    private let listener: ChannelListener
    let session: PostgreSQLSession
    /// The schema of the library.
    let schema: String
    /// How long a lease lasts.
    let lasts: Duration
    /// How many jobs this process had added when it had PostgreSQL count the jobs, and how many since.
    var (counted, uncounted) = (0, 0)
    /// The first of the publications that no worker does, and since when it is.
    var ownerless: (first: Int64, since: ContinuousClock.Instant)?

    /// The queue that the database is used on.
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Connects.
    ///
    /// - Parameters:
    ///   - address: the database.
    ///   - schema: the library's schema.
    ///   - lasts: how long a lease lasts.
    /// - Throws: `StoreError`, with `.notFound` if there is no library yet.
    init(_ address: PostgreSQLAddress, schema: String, lasts: Duration) throws(StoreError) {
        listener = ChannelListener(address, schema: schema, channel: TicketStatements.channel(schema))
        session = try PostgreSQLSession(address, schema: schema)
        (self.schema, self.lasts) = (schema, lasts)
        let tables = try session.run(
            "SELECT 1 FROM pg_tables WHERE schemaname = $1::text AND tablename = 'queue_job'", .text(schema))
        guard tables.count > 0 else {
            throw StoreError(
                .notFound, subject: session.subject,
                reason: "there is no library in the schema \(schema) yet",
                remedy: "Begin one with: carrel add URL")
        }
    }

    nonisolated func waitForNews(atMost time: Duration) async { _ = await listener.next(atMost: time) }

    // MARK: Hosts

    func turn(of host: String, every interval: Duration) throws(StoreError) -> Duration {
        let rows = try session.run(
            """
            INSERT INTO queue_host AS h (name, pace, turn)
            VALUES ($1, $2::bigint, statement_timestamp() + $2::bigint * interval '1 microsecond')
            ON CONFLICT (name) DO UPDATE SET pace = GREATEST(h.pace, excluded.pace),
                turn = GREATEST(h.turn, statement_timestamp())
                    + GREATEST(h.pace, excluded.pace) * interval '1 microsecond'
            RETURNING (extract(epoch FROM h.turn - h.pace * interval '1 microsecond' - statement_timestamp())
                * 1000000)::bigint
            """, .text(host), .integer(interval.microseconds))
        return .microseconds(max(0, rows.first?.integer(0) ?? 0))
    }

    func hold(
        _ host: String, for duration: Duration, reason: String, said: Date, leftAlone: String?
    ) throws(StoreError) {
        try session.atomically([
            // Locked by a statement of its own: the next one then sees the jobs that somebody has just added.
            PostgreSQLStatement(
                """
                INSERT INTO queue_host AS h (name) VALUES ($1)
                ON CONFLICT (name) DO UPDATE SET waiting = h.waiting
                """, [.text(host)]),
            PostgreSQLStatement(
                Self.holding,
                [
                    .text(host), .integer(duration.microseconds), .text(reason), PostgreSQLValue(leftAlone),
                    PostgreSQLValue(said),
                ]),
        ])
    }

    /// Holds a host, unless it has said something later.
    private static let holding = """
        UPDATE queue_host h SET free = word.until, reason = $3::text, left_alone = $4::text,
            left_until = CASE WHEN $4::text IS NULL THEN '-infinity' ELSE word.until END, said = word.said,
            due = CASE WHEN $4::text IS NULL THEN GREATEST(word.until, \(nextDue())) ELSE \(nextDue()) END,
            urgent = CASE WHEN $4::text IS NULL THEN GREATEST(word.until, \(nextDue("j.lane = 0")))
                ELSE 'infinity' END
        FROM (SELECT statement_timestamp() + $2::bigint * interval '1 microsecond' AS until, \(heard("$5")) AS said)
            AS word
        WHERE h.name = $1 AND h.said <= word.said
        """

    /// When something was said, by the clock of a machine: no later than now, should that be ahead.
    static func heard(_ time: String) -> String {
        "LEAST(timestamptz 'epoch' + \(time)::bigint * interval '1 microsecond', statement_timestamp())"
    }

    /// How much later than its record says a hold may end in the queue, which hears of it a moment later.
    private static let tolerance = "interval '10 seconds'"

    func endHold(_ hold: HostHold, after date: Date) throws(StoreError) {
        try session.atomically([
            PostgreSQLStatement("SELECT 1 FROM queue_host WHERE name = $1 FOR UPDATE", [.text(hold.host)]),
            PostgreSQLStatement(
                """
                UPDATE queue_host h SET free = '-infinity', left_until = '-infinity', reason = NULL,
                    said = \(Self.heard("$3")), due = \(Self.nextDue()), urgent = \(Self.nextDue("j.lane = 0"))
                WHERE name = $1 AND said <= \(Self.heard("$3"))
                    AND free <= timestamptz 'epoch' + $2::bigint * interval '1 microsecond' + \(Self.tolerance)
                """, [.text(hold.host), PostgreSQLValue(hold.until), PostgreSQLValue(date)]),
            PostgreSQLStatement(
                "SELECT pg_notify($1::text, 'free')", [.text(TicketStatements.channel(schema))]),
        ])
    }

    /// Until when a host `h` pauses for its failures.
    ///
    /// Where it asked to wait, it is tried once for somebody who asks by name: the end of that lease says how long others wait.
    static let pausedUntil = "CASE WHEN h.pauses > 0 THEN h.free ELSE '-infinity' END"

    /// Until when what nobody asks for by name waits for a host `h`; where it is left alone it fails, without a request.
    static let heldUntil =
        "CASE WHEN h.left_until > statement_timestamp() THEN '-infinity' ELSE h.free END"

    /// When the next job of a host `h` can begin: now, later, or never where none waits.
    static func nextDue(_ condition: String = "true") -> String {
        """
        CASE WHEN EXISTS (SELECT 1 FROM queue_job j WHERE j.host = h.name AND j.lease IS NULL AND \(condition)
                AND j.due <= statement_timestamp()) THEN statement_timestamp()
            ELSE coalesce((SELECT min(j.due) FROM queue_job j WHERE j.host = h.name AND j.lease IS NULL AND \(condition)),
                'infinity') END
        """
    }
}

extension Duration {
    /// The duration in microseconds, at most a year.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds < 366 * 24 * 3600 else { return 366 * 24 * 3600 * 1_000_000 }
        return max(0, seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }
}

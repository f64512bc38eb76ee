import CarrelPostgreSQL
import CarrelStages
import CarrelTesting
import Foundation
import PostgreSQLKeeping
import Testing

@testable import PostgreSQLQueueing

/// How PostgreSQL finds what the queue asks for, with 100,000 jobs of 1,000 hosts, and 19,000 other hosts.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(3)))
struct SharedQueuePlansTests {
    private func largeQueue() async throws -> PostgreSQLSession {
        let server = try #require(PostgreSQLServer.shared)
        let (schema, address) = (PostgreSQLServer.newSchema(), server.address)
        let keeper = PostgreSQLKeeper(
            schema: schema, reader: "r", cache: FileManager.default.temporaryDirectory
        ) { () throws(StoreError) in address }
        _ = try await keeper.open(.exclusive)
        try server.run(
            """
            SET search_path = \(schema);
            INSERT INTO queue_worker (name, place, report, until) VALUES ('w', 'p', '{}', 'infinity');
            INSERT INTO queue_order (catalog, limits, followed_until) SELECT 'c', '{}', 'infinity' FROM generate_series(1, 50);
            INSERT INTO queue_host (name, waiting, due) SELECT 'h' || n, 90, now() - n * interval '1 s' FROM generate_series(1, 20000) n;
            INSERT INTO queue_lease (host, worker, until) SELECT 'h' || n, 1, 'infinity' FROM generate_series(1, 100) n;
            UPDATE queue_host SET lease = substr(name, 2)::bigint WHERE substr(name, 2)::bigint <= 100;
            INSERT INTO queue_job (item, host, lane, ord, lease, job)
                SELECT md5(n::text), 'h' || 1 + n % 1000, 1, 1 + n % 50, CASE WHEN n % 1000 < 100 AND n < 10000 THEN 1 + n % 1000 END, '{}'
                FROM generate_series(1, 100000) n;
            INSERT INTO queue_ending (ord, receipt) SELECT 1 + n % 50, '{}' FROM generate_series(1, 20000) n;
            ANALYZE queue_job, queue_host, queue_lease, queue_order, queue_ending, queue_worker
            """)
        return try PostgreSQLSession(try PostgreSQLAddress(address), schema: schema)
    }

    @Test func `what workers and those who post ask for reads no large table from end to end`() async throws {
        let session = try await largeQueue()
        let job = JobQueueConformance.job("h7/1")
        let lease = HostLease(number: 7, host: "h7", jobs: [], lasts: .seconds(1))
        let tickets = [JobTicket(lease: lease.number, receipt: JobQueueConformance.stored(job))]
        typealias Queue = PostgreSQLSharedQueue
        let (items, leases) = (
            PostgreSQLValue.texts([QueueItem.key(job.key)]), PostgreSQLValue.integers([7, 8])
        )
        try session.transaction { () throws(StoreError) in
            try session.run([Queue.lookingUp])
            try check(
                [
                    PostgreSQLStatement(Queue.choosing, [.integer(4), .integer(1), .integer(1)]),
                    PostgreSQLStatement(Queue.picking, [leases, .integer(50), .integers([8])]),
                    PostgreSQLStatement(Queue.counting, [leases, .integers([50, 0])]),
                ], session)
        }
        try check(
            [
                PostgreSQLStatement(
                    Queue.releasing,
                    [
                        .integer(7), .integer(0), .null, .integer(0), .integer(1), .integer(0), .text("r"),
                        .null,
                    ]),
                PostgreSQLStatement(
                    Queue.givingBack, [.integer(7), items, .texts(["h7"]), .integers([0]), .texts(["{}"])]),
                PostgreSQLStatement(
                    Queue.adding, [items, .texts(["h7"]), .texts(["{}"]), .integer(0), .integer(1)]),
                PostgreSQLStatement(Queue.locking, [items]),
                PostgreSQLStatement(Queue.renewing, [items, .texts(["h7"]), .texts(["{}"])]),
                PostgreSQLStatement(Queue.wantingAgain, [items]),
                PostgreSQLStatement(Queue.removing("item = ANY ($1::text[])"), [items]),
                PostgreSQLStatement(Queue.ending, [leases]),
                TicketStatements.locking(tickets),
            ] + (try TicketStatements.ending(tickets, schema: "s")), session)
    }

    @Test func `of jobs that were just posted to one host each is found by its item`() async throws {
        let server = try #require(PostgreSQLServer.shared)
        let (schema, address) = (PostgreSQLServer.newSchema(), server.address)
        let keeper = PostgreSQLKeeper(
            schema: schema, reader: "r", cache: FileManager.default.temporaryDirectory
        ) { () throws(StoreError) in address }
        _ = try await keeper.open(.exclusive)
        // With the plan of the sixth page of one posting, and those behind it.
        let plan = try server.run(
            """
            SET search_path = \(schema);
            INSERT INTO queue_order (catalog, limits, followed_until) VALUES ('c', '{}', 'infinity');
            INSERT INTO queue_job (item, host, lane, ord, job)
                SELECT md5(n::text), 'h', 1, 1, '{}' FROM generate_series(1, 12000) n;
            SET plan_cache_mode = force_generic_plan;
            PREPARE renewing (text[], text[], text[]) AS \(PostgreSQLSharedQueue.renewing);
            EXPLAIN EXECUTE renewing ('{a}', '{h}', '{}')
            """)
        #expect(plan.contains("queue_job_item_key"), "\(plan)")
    }

    private func check(
        _ statements: [PostgreSQLStatement], _ session: PostgreSQLSession
    ) throws(StoreError) {
        for statement in statements {
            let plan =
                try session.run([PostgreSQLStatement("EXPLAIN " + statement.sql, statement.values)]).first?
                .map { $0.text(0) ?? "" } ?? []
            #expect(!plan.isEmpty)
            for table in ["queue_job", "queue_ending", "queue_host"] {
                #expect(
                    !plan.contains { $0.contains("Seq Scan on \(table)") },
                    "\(statement.sql)\n\(plan.joined(separator: "\n"))")
            }
        }
    }
}

import CarrelModel
import CarrelPostgreSQL
import CarrelStages
import CarrelTesting
import Foundation
import LocalQueueing
import PostgreSQLKeeping
import PostgreSQLQueueing
import Testing

/// What the queue does while a record that has not ended holds a lease.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(2)))
struct SharedQueueLocksTests {
    private let schema = PostgreSQLServer.newSchema()

    private func queue() async throws -> any SharedQueue {
        let address = try #require(PostgreSQLServer.shared).address
        let keeper = PostgreSQLKeeper(
            schema: schema, reader: "somebody", cache: FileManager.default.temporaryDirectory
        ) { () throws(StoreError) in address }
        let library = try await keeper.open(.joined)
        return try #require(try await PostgreSQLQueues(LocalQueues()).sharedQueue(of: library))
    }

    /// Whether somebody waits for the transaction of a session to end.
    private func isWaitedFor(_ session: PostgreSQLSession) throws -> Bool {
        try session.run(
            "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
        ).count > 0
    }

    /// A queue in which a worker has leased the one job, and a session that holds the lease as a record does.
    private func heldLease() async throws -> (
        queue: any SharedQueue, worker: QueueWorker, leases: [HostLease], record: PostgreSQLSession
    ) {
        let server = try #require(PostgreSQLServer.shared)
        let queue = try await queue()
        let order = try await queue.begin(catalog: "c", QueueLimits(), isFollowed: false)
        _ = try await queue.add([JobQueueConformance.job("a/1")], to: .listed, of: order)
        let worker = try await queue.enter("w", at: "place")
        let leases = try await queue.lease(worker, mostHosts: 1, mostJobs: 1)
        let record = try PostgreSQLSession(try PostgreSQLAddress(server.address), schema: schema)
        try record.run("BEGIN")
        try record.run("SELECT id FROM queue_lease FOR UPDATE")
        return (queue, worker, leases, record)
    }

    @Test func `who releases a lease waits for a record that holds it without its host in hand`() async throws
    {
        let (queue, _, leases, record) = try await heldLease()
        let lease = try #require(leases.first)
        let releasing = Task { try await queue.release(lease.number, HostState()) }
        while try !isWaitedFor(record) { await Task.yield() }
        // Fails where somebody else has it: each would wait for the other then.
        try record.run("SELECT 1 FROM queue_host FOR UPDATE NOWAIT")
        try record.run("ROLLBACK")
        try await releasing.value
    }

    @Test(arguments: [false, true])
    func `a worker that goes, or begins again, while a record holds its lease leaves nothing behind`(
        beginsAgain: Bool
    ) async throws {
        let (queue, worker, lost, record) = try await heldLease()
        #expect(lost.count == 1)
        let leaving = Task {
            if beginsAgain {
                _ = try await queue.enter("w", at: "place")
            } else {
                try await queue.remove(worker)
            }
        }
        while try !isWaitedFor(record) { await Task.yield() }
        try record.run("ROLLBACK")
        try await leaving.value

        let other = try await queue.enter("other", at: "elsewhere")
        let leases = try await queue.lease(other, mostHosts: 1, mostJobs: 1)
        #expect(leases.map(\.host) == lost.map(\.host))
        #expect(leases.flatMap(\.jobs).map(\.job.title) == ["a/1"])
    }
}

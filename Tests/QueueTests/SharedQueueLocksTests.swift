import CarrelModel
import CarrelPostgreSQL
import CarrelStages
import CarrelTesting
import Foundation
import LocalQueueing
import PostgreSQLKeeping
import PostgreSQLQueueing
import Testing

/// What the queue does while somebody else has rows in hand that it needs, so that no two wait for each other.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(2)))
struct SharedQueueLocksTests {
    private let schema = PostgreSQLServer.newSchema()

    private func queue(lasts: Duration = .seconds(30)) async throws -> any SharedQueue {
        let address = try #require(PostgreSQLServer.shared).address
        let keeper = PostgreSQLKeeper(
            schema: schema, reader: "somebody", cache: FileManager.default.temporaryDirectory
        ) { () throws(StoreError) in address }
        let library = try await keeper.open(.joined)
        return try #require(
            try await PostgreSQLQueues(LocalQueues(), lasts: lasts).sharedQueue(of: library))
    }

    /// A session that has some rows in hand.
    private func session(holding rows: String) throws -> PostgreSQLSession {
        let server = try #require(PostgreSQLServer.shared)
        let session = try PostgreSQLSession(try PostgreSQLAddress(server.address), schema: schema)
        try session.run("BEGIN")
        try session.run(rows)
        return session
    }

    @discardableResult private func post(
        _ titles: [String], on queue: any SharedQueue, to lane: JobLane = .listed
    ) async throws -> [TransferJob] {
        let order = try await queue.begin(catalog: "c", QueueLimits(), isFollowed: false)
        return try await queue.add(titles.map { JobQueueConformance.job($0) }, to: lane, of: order)
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
        let queue = try await queue()
        try await post(["a/1"], on: queue)
        let worker = try await queue.enter("w", at: "place")
        let leases = try await queue.lease(worker, mostHosts: 1, mostJobs: 1)
        return (queue, worker, leases, try session(holding: "SELECT id FROM queue_lease FOR UPDATE"))
    }

    @Test func `who leases a host leaves a job that somebody is changing, and waits for nobody`() async throws
    {
        let queue = try await queue()
        try await post(["a/1", "a/2"], on: queue)
        let other = try session(holding: "SELECT 1 FROM queue_job ORDER BY id LIMIT 1 FOR UPDATE")
        let worker = try await queue.enter("w", at: "place")
        let lease = try #require(try await queue.lease(worker, mostHosts: 1, mostJobs: 10).first)
        #expect(lease.jobs.map(\.job.title) == ["a/2"])
        try other.run("ROLLBACK")
        try await queue.release(lease.number, HostState())
        let next = try await queue.lease(worker, mostHosts: 1, mostJobs: 10)
        #expect(next.flatMap(\.jobs).map(\.job.title) == ["a/1"])
    }

    @Test func `the state is of one moment, also where somebody changes the queue while it is read`()
        async throws
    {
        let queue = try await queue()
        try await post(["a/1"], on: queue)
        // The jobs are counted before the workers are read, and the hosts after that.
        let other = try session(holding: "LOCK TABLE queue_worker IN ACCESS EXCLUSIVE MODE")
        let reading = Task { try await queue.status(mostHosts: 10) }
        while try !isWaitedFor(other) { await Task.yield() }
        try other.run("UPDATE queue_host SET waiting = waiting + 1")
        try other.run("COMMIT")
        let status = try await reading.value
        #expect(status.waiting == 1)
        #expect(status.hosts.map(\.waiting) == [1])
    }

    @Test func `who adds jobs waits for those that somebody is changing without a host in hand`() async throws
    {
        let queue = try await queue()
        try await post(["a/1"], on: queue)
        let other = try session(holding: "SELECT 1 FROM queue_job FOR UPDATE")
        let posting = Task { try await post(["a/2", "a/1"], on: queue, to: .requested).map(\.title) }
        while try !isWaitedFor(other) { await Task.yield() }
        try other.run("SELECT 1 FROM queue_host FOR UPDATE NOWAIT")
        try other.run("ROLLBACK")
        #expect(try await posting.value == ["a/2"])
        let worker = try await queue.enter("w", at: "place")
        let lease = try #require(try await queue.lease(worker, mostHosts: 1, mostJobs: 10).first)
        #expect(lease.jobs.map(\.job.title) == ["a/1", "a/2"])
        let lanes = Set(lease.jobs.map(\.lane))
        #expect(lanes == [.requested])
    }

    @Test(arguments: [false, true])
    func `a host that answers, or asks for no time, while jobs are added is due with them`(
        hasAnswered: Bool
    ) async throws {
        let queue = try await queue()
        _ = try await queue.begin(catalog: "c", QueueLimits(), isFollowed: false)
        try await queue.hold("a.example", for: .seconds(60), reason: "429")
        let hold = HostHold(host: "a.example", until: try await queue.time() + 60, reason: "429")
        let adding = try session(
            holding: """
                INSERT INTO queue_job (item, host, lane, ord, job)
                SELECT 'item', 'a.example', 1, max(id), '{}' FROM queue_order
                """)
        try adding.run("UPDATE queue_host SET waiting = 1, due = free")
        let ending = Task {
            if hasAnswered {
                try await queue.endHold(hold)
            } else {
                try await queue.hold("a.example", for: .zero, reason: "429")
            }
        }
        while try !isWaitedFor(adding) { await Task.yield() }
        try adding.run("COMMIT")
        try await ending.value
        let due = try adding.run("SELECT 1 FROM queue_host WHERE due <= statement_timestamp()").count
        #expect(due == 1)
    }

    @Test func `who extends leases has them in hand by their numbers`() async throws {
        let queue = try await queue()
        try await post(["a/1", "b/1"], on: queue)
        let worker = try await queue.enter("w", at: "place")
        let numbers = try await queue.lease(worker, mostHosts: 2, mostJobs: 1).map(\.number).sorted()
        try #require(numbers.count == 2)
        // The first one is behind the other in its table from then on.
        _ = try await queue.extend(worker, WorkerReport(), keeping: [numbers[0]])
        let record = try session(holding: "SELECT 1 FROM queue_lease WHERE id = \(numbers[0]) FOR UPDATE")
        let extending = Task { try await queue.extend(worker, WorkerReport()).leases }
        while try !isWaitedFor(record) { await Task.yield() }
        try record.run("SELECT 1 FROM queue_lease WHERE id = \(numbers[1]) FOR UPDATE NOWAIT")
        try record.run("ROLLBACK")
        #expect(try await extending.value == Set(numbers))
    }

    @Test func `a job that somebody withdraws while the lease of its dead worker ends is gone`()
        async throws
    {
        let queue = try await queue(lasts: .milliseconds(50))
        let key = try #require(try await post(["a/1"], on: queue).first).key
        _ = try await queue.lease(try await queue.enter("dead", at: "one"), mostHosts: 1, mostJobs: 1)
        let other = try session(holding: "UPDATE queue_job SET due = 'infinity'")
        let worker = try await queue.enter("w", at: "two")
        let ending = Task {
            for _ in 0..<1000 where !(try await queue.underWay([key]).isEmpty) {
                _ = try await queue.extend(worker, WorkerReport())
                await queue.waitForNews(atMost: .milliseconds(10))
            }
        }
        while try !isWaitedFor(other) { await Task.yield() }
        try other.run("COMMIT")
        try await ending.value
        #expect(try await queue.underWay([key]).isEmpty)
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

    @Test func `a job that is given back while somebody cancels its order is not taken`() async throws {
        let queue = try await queue()
        try await post(["a/1"], on: queue)
        let worker = try await queue.enter("w", at: "place")
        let lease = try #require(try await queue.lease(worker, mostHosts: 1, mostJobs: 1).first)
        let other = try session(holding: "UPDATE queue_order SET is_cancelled = true")
        let giving = Task {
            try await queue.giveBack(lease.jobs.map { DelayedJob($0.job) }, of: lease.number).map(\.title)
        }
        while try !isWaitedFor(other) { await Task.yield() }
        try other.run("COMMIT")
        #expect(try await giving.value == ["a/1"])
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

import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import LocalQueueing
import PostgreSQLKeeping
import PostgreSQLQueueing
import Testing

/// Orders that take long to post.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(1)))
struct SharedQueueOrdersTests {
    @Test func `an order to which jobs are added stays, also while all that it had are done`()
        async throws
    {
        let server = try #require(PostgreSQLServer.shared)
        let (schema, address) = (PostgreSQLServer.newSchema(), server.address)
        let keeper = PostgreSQLKeeper(
            schema: schema, reader: "somebody", cache: FileManager.default.temporaryDirectory
        ) { () throws(StoreError) in address }
        let library = try await keeper.open(.joined)
        let queue = try #require(try await PostgreSQLQueues(LocalQueues()).sharedQueue(of: library))
        let order = try await queue.begin(catalog: "c", QueueLimits(), isFollowed: false)
        let jobs = ["a/1", "a/2", "a/3"].map { JobQueueConformance.job($0) }
        _ = try await queue.add([jobs[0]], to: .listed, of: order)
        try server.run(
            "SET search_path = \(schema); UPDATE queue_order SET posted = now() - interval '2 hours'")
        _ = try await queue.add([jobs[1]], to: .listed, of: order)
        _ = try await queue.withdraw(.ofItems(jobs.map(\.key)))
        // Whoever begins another one forgets those that are done.
        _ = try await queue.begin(catalog: "d", QueueLimits(), isFollowed: false)
        let added = try await queue.add([jobs[2]], to: .listed, of: order)
        #expect(added.map(\.title) == ["a/3"])
    }
}

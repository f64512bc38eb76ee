import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import LocalQueueing
import PostgreSQLKeeping
import PostgreSQLQueueing
import Testing

@Suite(.enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(3)))
struct SharedQueueConformanceTests {
    @Test(arguments: SharedQueueConformance.checks)
    func `postgresql keeps the promises of a queue that machines share`(
        check: ConformanceCheck<SharedQueueConformance.Testbed>
    ) async throws {
        let address = try #require(PostgreSQLServer.shared).address
        let keeper = PostgreSQLKeeper(
            schema: PostgreSQLServer.newSchema(), reader: "somebody",
            cache: FileManager.default.temporaryDirectory
        ) { () throws(StoreError) in address }
        let library = try await keeper.open(.joined)
        try await check.run {
            SharedQueueConformance.Testbed(over: library) { lasts in
                try #require(
                    try await PostgreSQLQueues(LocalQueues(), lasts: lasts).sharedQueue(of: library))
            }
        }
    }
}

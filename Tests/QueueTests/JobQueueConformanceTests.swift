import CarrelStages
import CarrelTesting
import Foundation
import LocalQueueing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct JobQueueConformanceTests {
    @Test(arguments: JobQueueConformance.checks)
    func `the queue of a run keeps the promises of a queue`(
        check: ConformanceCheck<JobQueueConformance.Testbed>
    ) async throws {
        try await check.run {
            JobQueueConformance.Testbed { limits, clock in
                LocalQueues(clock: clock).makeQueue(limits) { Date() }
            }
        }
    }
}

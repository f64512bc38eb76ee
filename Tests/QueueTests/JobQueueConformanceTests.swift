import CarrelStages
import CarrelTesting
import LocalQueueing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct JobQueueConformanceTests {
    @Test(arguments: JobQueueConformance.checks)
    func `the queue of a run keeps the promises of a queue`(
        check: ConformanceCheck<JobQueueConformance.Testbed>
    ) async throws {
        try await check.run { JobQueueConformance.Testbed { LocalQueues(clock: $1).makeQueue($0) } }
    }
}

import CarrelStages
import CarrelViews
import Foundation
import Testing

struct MachineStateTests {
    @Test func `a machine that is late is gone as soon as it has no lease`() {
        var worker = SharedQueueStatus.Worker(
            number: 1, name: "desk", since: .distantPast, seen: .distantPast, isLate: true, leases: 1,
            jobs: 2, report: WorkerReport(), rate: 0)
        #expect(worker.state == "late")
        worker.leases = 0
        #expect(worker.state == "gone" && worker.isGone)
        worker.isLate = false
        #expect(worker.state == "idle" && !worker.isGone)
    }
}

import CarrelStages
import CarrelTesting
import Foundation

/// Makes local queues whose leases wait for a gate on their way to the worker.
struct HeldLeases: QueueMaker {
    let queues: any QueueMaker
    /// Lets leases through once it is open.
    let gate = Gate()
    /// What is leased.
    let leased = Recorder<TransferJob>()

    func makeQueue(_ limits: QueueLimits, now: @escaping @Sendable () -> Date) -> any JobQueue {
        PassingQueue(
            queue: queues.makeQueue(limits, now: now),
            passLease: { [gate, leased] lease in
                for job in lease.jobs { leased.append(job) }
                try? await gate.wait()
                return lease
            })
    }
}

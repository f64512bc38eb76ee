import CarrelStages
import Foundation

/// Makes queues in memory, each for one run of this process.
public struct LocalQueues: QueueMaker {
    private let clock: any Clock<Duration>

    /// Makes a maker of queues.
    ///
    /// - Parameter clock: measures and waits.
    public init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    /// Makes an empty queue.
    public func makeQueue(_ limits: QueueLimits, now: @escaping @Sendable () -> Date) -> any JobQueue {
        LocalJobQueue(limits, clock: clock, now: now)
    }

    /// How config files name it.
    public static let plugin = Plugin<any QueueMaker>(
        "local", summary: "Holds the jobs of a run in memory, for this process"
    ) { _, context in LocalQueues(clock: context.clock) }
}

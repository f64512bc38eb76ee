import CarrelStages
import Foundation

/// Makes queues in memory, each for one run of this process.
public struct LocalQueues: QueueMaker {
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date

    /// Makes a maker of queues.
    ///
    /// - Parameters:
    ///   - clock: measures and waits.
    ///   - now: the time of day.
    public init(
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.clock, self.now) = (clock, now)
    }

    /// Makes an empty queue.
    public func makeQueue(_ limits: QueueLimits) -> any JobQueue {
        LocalJobQueue(limits, clock: clock, now: now)
    }

    /// How config files name it.
    public static let plugin = Plugin<any QueueMaker>(
        "local", summary: "Holds the jobs of a run in memory, for this process"
    ) { _, context in LocalQueues(clock: context.clock, now: context.now) }
}

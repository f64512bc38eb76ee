import CarrelBasics
import CarrelPostgreSQL
import CarrelStages
import Foundation

/// Queues of a library whose machines share its jobs; each holds those that it has leased in a queue of its own.
public struct PostgreSQLQueues: QueueMaker {
    private let own: any QueueMaker
    private let lasts: Duration

    /// Makes a maker of queues.
    ///
    /// - Parameters:
    ///   - own: makes the queue of a run.
    ///   - lasts: how long a lease lasts, from 2 seconds.
    public init(_ own: any QueueMaker, lasts: Duration = .seconds(30)) {
        (self.own, self.lasts) = (own, lasts)
    }

    /// All machines of the library take jobs from its database.
    public var isShared: Bool { true }

    /// Makes an empty queue for one run.
    public func makeQueue(_ limits: QueueLimits, now: @escaping @Sendable () -> Date) -> any JobQueue {
        own.makeQueue(limits, now: now)
    }

    /// The jobs of the library, in the database of its records.
    public func sharedQueue(of library: any Library) async throws(StoreError) -> (any SharedQueue)? {
        guard let library = library as? any PostgreSQLBacked else {
            throw StoreError(
                .system, subject: "queue.use", reason: "the queue is in PostgreSQL, the records are not",
                remedy: "Set library.use = \"postgresql\", too")
        }
        let (address, schema) = (library.address, library.schema)
        // To connect takes as long as the network does.
        return try await Task(executorPreference: BlockingExecutor(label: "carrel.queue.opening")) {
            Result { () throws(StoreError) in
                try PostgreSQLSharedQueue(address, schema: schema, lasts: lasts)
            }
        }.value.get()
    }

    private static let lease = Setting<Duration>(
        "lease", default: .seconds(30), constraint: .within(.seconds(5) ... .seconds(600)),
        help: "How long a machine that is not heard of keeps its jobs; others take them over then")

    /// How config files name it.
    ///
    /// - Parameter own: the plug-in that makes the queue of a run.
    /// - Returns: the plug-in.
    public static func plugin(holding own: Plugin<any QueueMaker>) -> Plugin<any QueueMaker> {
        Plugin<any QueueMaker>(
            "postgresql", summary: "Shares the jobs of a library among machines, in its PostgreSQL database",
            settings: [lease], features: [.sharesJobs]
        ) { (settings, context) throws(PluginError) in
            PostgreSQLQueues(try own.make(Settings(), context), lasts: settings[lease])
        }
    }
}

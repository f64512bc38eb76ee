import Foundation

/// Makes the queue of each run; made by a plug-in of the kind `queue`.
public protocol QueueMaker: Sendable {
    /// Makes a queue for one run.
    ///
    /// - Parameters:
    ///   - limits: how many jobs run at once, how often a try is repeated, and how hosts are treated.
    ///   - now: the time of day, by which hosts are held that ask to wait.
    /// - Returns: the queue, open and empty.
    func makeQueue(_ limits: QueueLimits, now: @escaping @Sendable () -> Date) -> any JobQueue

    /// Whether the machines of a library share its jobs.
    var isShared: Bool { get }

    /// Connects to the jobs that a library's machines share.
    ///
    /// - Parameter library: the library, open in any way.
    /// - Returns: the shared queue; `nil` if each run has its jobs to itself.
    /// - Throws: `StoreError` if the queue cannot be reached, or not be with such records.
    func sharedQueue(of library: any Library) async throws(StoreError) -> (any SharedQueue)?
}

extension QueueMaker {
    /// As nearly always, each run has its jobs to itself.
    public var isShared: Bool { false }

    /// There is none to share.
    public func sharedQueue(of library: any Library) async throws(StoreError) -> (any SharedQueue)? { nil }
}

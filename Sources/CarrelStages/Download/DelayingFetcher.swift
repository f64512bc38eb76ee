import CarrelBasics
import CarrelHTTP
import Foundation

/// Waits a random time before every request, as on a slow network.
public struct DelayingFetcher: WrappingFetcher {
    /// The wrapped fetcher.
    public let fetcher: any Fetcher
    private let timer: DelayTimer
    private let activity: NetworkActivity

    /// Makes a fetcher that waits.
    ///
    /// - Parameters:
    ///   - fetcher: sends the requests.
    ///   - timer: says how long to wait.
    ///   - activity: is told of the wait.
    public init(_ fetcher: any Fetcher, timer: DelayTimer, activity: NetworkActivity = NetworkActivity()) {
        (self.fetcher, self.timer, self.activity) = (fetcher, timer, activity)
    }

    /// None: no exchange follows another at once.
    public var taskExecutor: (any TaskExecutor)? { nil }

    /// Waits, then sends the request.
    public func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        let delay = timer.draw()
        let pause = RequestPause(.delay, at: HostName.of(request.target.text), left: delay)
        do {
            try await activity.pausing(pause) { () async throws(CancellationError) in
                try await timer.wait(delay)
            }
        } catch {
            throw FetchError.cancelled(request.target.text)
        }
        try await fetcher.exchange(request, into: sink)
    }
}

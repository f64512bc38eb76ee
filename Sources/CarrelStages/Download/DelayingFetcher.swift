import CarrelBasics
import CarrelHTTP
import Foundation

/// Waits a random time before every request, as on a slow network.
public struct DelayingFetcher: Fetcher {
    private let fetcher: any Fetcher
    private let timer: DelayTimer

    public init(_ fetcher: any Fetcher, timer: DelayTimer) { (self.fetcher, self.timer) = (fetcher, timer) }

    /// Makes the wrapped fetcher ready.
    public func prepare() { fetcher.prepare() }

    /// Waits, then sends the request.
    public func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        do {
            try await timer.wait()
        } catch {
            throw FetchError.cancelled(request.target.text)
        }
        try await fetcher.exchange(request, into: sink)
    }

    /// The mixed connections of the wrapped fetcher.
    public func mixedConnections() async -> Set<ConnectionID> { await fetcher.mixedConnections() }
}

import Foundation

/// Keeps requests to one host their distance: every request, also those of redirects, of checksum files and of another
/// try that follows at once.
///
/// The queue of a run starts one job of a host at a time in that distance; what a job sends besides waits here.
final class PacedFetcher: Fetcher {
    private let fetcher: any Fetcher
    private let interval: Duration
    private let time: MonotonicTime
    private let nextRequests = Locked<[String: Duration]>([:])

    init(_ fetcher: any Fetcher, interval: Duration, time: MonotonicTime) {
        (self.fetcher, self.interval, self.time) = (fetcher, interval, time)
    }

    func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        let host = HostName.of(request.url.absoluteString)
        let now = time.elapsed()
        let turn = nextRequests.withLock { next in
            let turn = max(now, next[host] ?? .zero)
            next[host] = turn + interval
            return turn
        }
        if turn > now {
            do {
                try await time.sleep(turn - now)
            } catch {
                throw FetchError(.cancelled, url: request.url.absoluteString, reason: "cancelled")
            }
        }
        try await fetcher.exchange(request, into: sink)
    }

    func mixedConnections() async -> Set<ConnectionID> { await fetcher.mixedConnections() }
}

import CarrelBasics
import CarrelHTTP
import CarrelStages
import Foundation

/// Has every request wait for its turn at its host, and asks nothing of a host that is left alone: also requests of
/// redirects, of checksum files and of another try that follows at once.
final class MannersFetcher: Fetcher {
    private let fetcher: any Fetcher
    private let queue: any JobQueue
    private let time: MonotonicTime

    init(_ fetcher: any Fetcher, _ queue: any JobQueue, time: MonotonicTime) {
        (self.fetcher, self.queue, self.time) = (fetcher, queue, time)
    }

    func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        let url = request.url.absoluteString
        let host = HostName.of(url)
        try check(host, url)
        let wait = queue.wait(before: host)
        if wait > .zero {
            do {
                try await time.sleep(wait)
            } catch {
                throw FetchError(.cancelled, url: url, reason: "cancelled")
            }
            try check(host, url)
        }
        try await fetcher.exchange(request, into: sink)
    }

    func mixedConnections() async -> Set<ConnectionID> { await fetcher.mixedConnections() }

    private func check(_ host: String, _ url: String) throws(FetchError) {
        guard let why = queue.reasonToLeaveAlone(host) else { return }
        throw FetchError(.refusedURL, url: url, reason: why)
    }
}

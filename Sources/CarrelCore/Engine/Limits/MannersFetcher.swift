import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Makes every request wait for its turn at its host, and refuses requests to skipped hosts and to those that asked to
/// wait; this includes requests for redirects, checksum files and immediate retries.
final class MannersFetcher: WrappingFetcher {
    let fetcher: any Fetcher
    private let queue: any JobQueue
    private let time: MonotonicTime
    private let activity: NetworkActivity
    /// The turns of a lease; `nil` for a run whose hosts nobody else asks.
    private let turns: LeaseTurns?

    init(
        _ fetcher: any Fetcher, _ queue: any JobQueue, time: MonotonicTime,
        activity: NetworkActivity, turns: LeaseTurns?
    ) {
        (self.fetcher, self.queue, self.time) = (fetcher, queue, time)
        (self.activity, self.turns) = (activity, turns)
    }

    func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        try await waitForTurn(request.target.text)
        try await fetcher.exchange(request, into: sink)
    }

    /// Waits for the turn of a request.
    ///
    /// - Returns: the host that the request goes to.
    @discardableResult
    fileprivate func waitForTurn(_ url: String) async throws(FetchError) -> String {
        let host = HostName.of(url)
        try check(host, url)
        let wait = max(queue.takeTurn(at: host), try await turns?.takeTurn(at: host, url) ?? .zero)
        guard wait > .zero else { return host }
        do {
            try await activity.pausing(RequestPause(.pace, at: host, left: wait)) {
                try await time.sleep(wait)
            }
        } catch {
            throw FetchError.cancelled(url)
        }
        try check(host, url)
        if turns?.lasts == false { throw LeaseTurns.over(url) }
        return host
    }

    var batches: (any BatchFetcher)? {
        // Each request of a batch would need a turn of its own.
        if turns?.isPaced == true { return nil }
        return fetcher.batches.map { MannersBatchFetcher(fetcher: $0, manners: self) }
    }

    /// Whether a host may get a further request without a turn of its own.
    fileprivate func mayAsk(_ host: String) -> Bool {
        turns?.lasts != false && queue.mayAskAtOnce(host)
    }

    private func check(_ host: String, _ url: String) throws(FetchError) {
        let state = queue.state(of: host)
        if let why = state.leftAlone { throw FetchError(.refusedURL, url: url, reason: why) }
        let wait = state.wait
        guard wait > .zero else { return }
        let left = "\(Int(wait.seconds.rounded(.up))) s"
        let told = state.isFailing ? "fails, and is asked again in" : "asked to wait, for another"
        // Waiting here would take the place of a document of another host.
        throw FetchError(.held, url: url, reason: "\(host) \(told) \(left)", wait: wait)
    }
}

/// Continues a batch only while its host may get requests.
///
/// All requests of a batch go to one host, like those of a lease.
private struct MannersBatchFetcher: BatchFetcher {
    let fetcher: any BatchFetcher
    let manners: MannersFetcher

    func exchange(
        batch requests: [FetchRequest], while goesOn: @escaping @Sendable () -> Bool
    ) async -> ExchangeBatch {
        guard let first = requests.first else { return ExchangeBatch() }
        let host: String
        do throws(FetchError) {
            host = try await manners.waitForTurn(first.target.text)
        } catch {
            return ExchangeBatch(ended: [CollectedExchange(error: error)])
        }
        return await fetcher.exchange(batch: requests) { goesOn() && manners.mayAsk(host) }
    }
}

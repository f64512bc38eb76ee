import Foundation

/// Counts the requests of a fetcher that are on the network.
package struct CountingFetcher: WrappingFetcher {
    package let fetcher: any Fetcher
    private let activity: NetworkActivity

    package init(fetcher: any Fetcher, activity: NetworkActivity) {
        (self.fetcher, self.activity) = (fetcher, activity)
    }

    package var batches: (any BatchFetcher)? {
        fetcher.batches.map { CountingBatchFetcher(fetcher: $0, activity: activity) }
    }

    package func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        try await activity.during(request.url.host ?? "") { () async throws(FetchError) in
            try await fetcher.exchange(request, into: sink)
        }
    }
}

/// Counts the requests of a batch as one, because they are sent one after the other.
private struct CountingBatchFetcher: BatchFetcher {
    let fetcher: any BatchFetcher
    let activity: NetworkActivity

    func exchange(
        batch requests: [FetchRequest], while goesOn: @escaping @Sendable () -> Bool
    ) async -> ExchangeBatch {
        let host = requests.first?.url.host ?? ""
        var batch = await activity.during(host) { await fetcher.exchange(batch: requests, while: goesOn) }
        batch.open = batch.open.map { CountingExchange(exchange: $0, host: host, activity: activity) }
        return batch
    }
}

/// Counts an open exchange until it ends.
private struct CountingExchange: OpenExchange {
    let exchange: any OpenExchange
    let host: String
    let activity: NetworkActivity

    func exchange(into sink: any ResponseSink) async throws(FetchError) {
        try await activity.during(host) { () async throws(FetchError) in
            try await exchange.exchange(into: sink)
        }
    }
}

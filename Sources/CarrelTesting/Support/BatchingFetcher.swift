import CarrelHTTP

/// Makes each exchange as a batch of its own: a batch keeps the promises of a fetcher, too.
public struct BatchingFetcher: Fetcher {
    private let fetcher: any Fetcher & BatchFetcher

    /// Wraps a fetcher.
    public init(_ fetcher: any Fetcher & BatchFetcher) { self.fetcher = fetcher }

    /// Those of the fetcher.
    public var batches: (any BatchFetcher)? { fetcher.batches }

    /// Makes a batch of one request, and delivers what came of it.
    public func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        let batch = await fetcher.exchange(batch: [request]) { true }
        if let open = batch.open { return try await open.exchange(into: sink) }
        try await batch.ended.first?.exchange(into: sink)
    }

    /// What the fetcher says.
    public func mixedConnections() async -> Set<ConnectionID> { await fetcher.mixedConnections() }
}

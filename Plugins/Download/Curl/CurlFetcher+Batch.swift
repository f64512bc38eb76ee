import CarrelHTTP

extension CurlFetcher: BatchFetcher {
    /// Itself.
    public var batches: (any BatchFetcher)? { self }

    /// Sends requests one after the other, as `BatchFetcher` says.
    public func exchange(
        batch requests: [FetchRequest], while goesOn: @escaping @Sendable () -> Bool
    ) async -> ExchangeBatch {
        defer { withExtendedLifetime(self) {} }
        let checked = Array(requests.prefix { Self.refusal(of: $0) == nil })
        guard !checked.isEmpty else {
            let refusal = requests.first.flatMap(Self.refusal)
            return ExchangeBatch(ended: refusal.map { [CollectedExchange(error: $0)] } ?? [])
        }
        let loop = loops.begin(batchTo: checked[0].target)
        defer { loops.end(batchOn: loop) }
        let ticket = loop.makeTicket()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.start(
                    CurlBatchOrder(
                        requests: checked, goesOn: goesOn, ticket: ticket, continuation: continuation))
            }
        } onCancel: {
            loop.cancel(ticket)
        }
        return ExchangeBatch(
            ended: result.ended,
            open: result.open.map {
                CurlOpenExchange(collector: $0, ticket: ticket, loop: loop, fetcher: self)
            })
    }

    private static func refusal(of request: FetchRequest) -> FetchError? {
        do throws(FetchError) {
            try request.check()
            return nil
        } catch {
            return error
        }
    }
}

/// An exchange that a batch handed over; it is cancelled if nobody wants it.
private final class CurlOpenExchange: OpenExchange {
    private let collector: CurlCollector
    private let ticket: CurlTicket
    private let loop: CurlLoop
    // The threads end with the fetcher.
    private let fetcher: CurlFetcher

    init(collector: CurlCollector, ticket: CurlTicket, loop: CurlLoop, fetcher: CurlFetcher) {
        (self.collector, self.ticket, self.loop, self.fetcher) = (collector, ticket, loop, fetcher)
    }

    deinit { loop.cancel(ticket) }

    func exchange(into sink: any ResponseSink) async throws(FetchError) {
        defer { withExtendedLifetime(self) {} }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.attach(
                    CurlAttachment(
                        ticket: ticket, collector: collector, sink: sink, continuation: continuation))
            }
        } onCancel: {
            loop.cancel(ticket)
        }
        try result.get()
    }
}

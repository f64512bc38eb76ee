/// Performs small exchanges in a row with little overhead: an optional part of a fetcher.
///
/// Each request of a batch is sent after the response to the one before. Responses that come at once, whole and small
/// are collected on the fetcher's thread, without a task and a sink for each. The batch ends at the first other
/// response, which continues as an ordinary exchange. The promises of `Fetcher` hold for each exchange.
///
/// **Cancellation.** A cancelled task ends the batch: the exchange under way ends with `.cancelled`.
public protocol BatchFetcher: Sendable {
    /// Sends requests one after the other.
    ///
    /// A batch also ends after a failed exchange, after a response that asks for patience or says that the server is in
    /// trouble (`ResponseHead.isTransient`), and as soon as it has taken `BatchLimits.patience` or collected more
    /// than `BatchLimits.maxContent`.
    ///
    /// - Parameters:
    ///   - requests: what to ask for, in order.
    ///   - goesOn: whether the next request may be sent; called before each but the first, on the fetcher's thread, and
    ///     must not block.
    /// - Returns: the results of the first requests; the others were not sent.
    func exchange(
        batch requests: [FetchRequest], while goesOn: @escaping @Sendable () -> Bool
    ) async -> ExchangeBatch
}

/// The limits of a batch and its exchanges.
public enum BatchLimits {
    /// The most bytes of content of one response; also the bytes of a batch after which it sends no further request.
    public static let maxContent: Int64 = 256 << 10
    /// The longest time for one response; also the time of a batch after which it sends no further request.
    public static let patience = Duration.milliseconds(50)
}

/// The result of a batch.
public struct ExchangeBatch: Sendable {
    /// The exchanges that have ended, in the order of their requests.
    public var ended: [CollectedExchange]
    /// The next exchange, if it was begun and goes on; if it gets no sink, it is cancelled.
    public var open: (any OpenExchange)?

    public init(ended: [CollectedExchange] = [], open: (any OpenExchange)? = nil) {
        (self.ended, self.open) = (ended, open)
    }
}

/// An exchange that was begun and does not have a sink yet.
public protocol OpenExchange: Sendable {
    /// Delivers the response into a sink, as `Fetcher.exchange(_:into:)` does; call it once.
    func exchange(into sink: any ResponseSink) async throws(FetchError)
}

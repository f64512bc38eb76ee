/// Makes small exchanges in a row, at the price of a few: a part that a fetcher may have.
///
/// Each request of a batch is sent when the one before has been answered. What comes at once, whole and small is
/// collected where it arrives, without a task and a sink of its own. The batch ends at the first response that is not
/// like that, which goes on as any other exchange does. What `Fetcher` promises of an exchange holds for each.
///
/// **Cancellation.** A cancelled task ends the batch: the exchange under way ends with `.cancelled`.
public protocol BatchFetcher: Sendable {
    /// Sends requests one after the other.
    ///
    /// A batch also ends after an exchange that failed, and before a request is sent once it has taken
    /// `BatchLimits.patience` or collected more than `BatchLimits.maxContent`.
    ///
    /// - Parameters:
    ///   - requests: what to ask for, in order.
    ///   - goesOn: whether the next request may be sent; called before each but the first, from the fetcher's thread,
    ///     which it must not hold up.
    /// - Returns: what became of the first requests; the others were not sent.
    func exchange(
        batch requests: [FetchRequest], while goesOn: @escaping @Sendable () -> Bool
    ) async -> ExchangeBatch
}

/// How small and how quick exchanges are that a batch collects.
public enum BatchLimits {
    /// The most bytes of content of one response, and of a batch after which no further request is sent.
    public static let maxContent: Int64 = 256 << 10
    /// The longest time for the response to one request, and for a batch after which no further request is sent.
    public static let patience = Duration.milliseconds(50)
}

/// What became of a batch.
public struct ExchangeBatch: Sendable {
    /// The exchanges that have ended, in the order of their requests.
    public var ended: [CollectedExchange]
    /// The exchange after them, where it was begun and goes on; without a sink it is given up.
    public var open: (any OpenExchange)?

    public init(ended: [CollectedExchange] = [], open: (any OpenExchange)? = nil) {
        (self.ended, self.open) = (ended, open)
    }
}

/// An exchange that was begun and has no sink yet.
public protocol OpenExchange: Sendable {
    /// Delivers the response into a sink, once, as `Fetcher.exchange(_:into:)` does.
    ///
    /// - Throws: `FetchError`.
    func exchange(into sink: any ResponseSink) async throws(FetchError)
}

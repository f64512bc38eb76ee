/// Performs HTTP exchanges: the fourth stage.
///
/// A fetcher does one exchange a call: it sends one request and pushes the response into a sink as it
/// arrives. Redirects, the size limit and the check of the URL are the same for every fetcher, so they are
/// not its task: callers use `fetch(_:into:)`, which adds them.
///
/// **Calls.** `exchange` calls `sink.receive(head:)` once, then `sink.receive(bytes:)` any number of times
/// with at least one byte each, in order and never overlapping, all before it returns. An interim response
/// (1xx) is not reported. A 3xx response is reported like any other.
///
/// **Memory.** At most a few hundred KiB are held an exchange: a slow sink slows the transfer.
///
/// **Pauses.** A sink that answers `.pause` is left alone for that long. The time counts for
/// `FetchLimits.totalTimeout` but is not a stall, and cancelling ends it.
///
/// **Cancellation.** A cancelled task makes `exchange` throw `.cancelled` within 0.2 s, also while nothing
/// arrives; after it has thrown the sink is not called again.
///
/// **Errors.** A response with any status is not an error. No response, a response cut short (fewer bytes than
/// `Content-Length`, a missing last chunk), one that leaves open where it ends (`ResponseHead.framingFault`), a
/// failed TLS verification and a passed time limit are: each is a `FetchError`. If the sink throws, the transfer is
/// abandoned and the error is `.stopped`. Interim responses do not prolong the wait for the response.
///
/// **Addresses.** With `AddressPolicy.publicOnly` no connection is made to, and none is reused of, an address
/// that is not public: that is `.refusedAddress`.
///
/// **Content codings.** `Accept-Encoding: identity` is sent, or the codings that the fetcher can decode where
/// the limits accept them. Coded content is decoded on the way, also if none was asked for, within
/// `FetchLimits.maxRatio`; the head says so (`ResponseHead.decodedCodings`) and has no length. A part (206) is
/// delivered as it came.
///
/// **Connections.** A connection carries one exchange after the other, and what it brings belongs to the exchange under
/// way only while the server sends one response a request. So a fetcher uses no connection on which something waits to
/// be read before the request is sent, closes one that brought more than a response announced or content if none may
/// be, and where something came over a used connection that is not a head, it sends the request again at once over a new
/// one. A head names its connection (`ResponseHead.connection`), and `mixedConnections()` those that brought more than
/// was asked for: what came over one of them may be the answer to another request. HTTP/2 keeps responses apart by
/// itself. A fetcher that cannot do this says so in its documentation and names no connection; one of its own
/// (`FetchRequest.usesOwnConnection`) every fetcher makes.
///
/// **Concurrency.** Calls may overlap. The sink is called from the fetcher's own threads, never from a
/// cooperative thread, so it may write to a file but should not wait for anything else.
public protocol Fetcher: Sendable {
    /// Where tasks best run that await one exchange after the other: where these end, so that the next one begins at
    /// once. They must not block there, nor compute for long. `nil` for no such place.
    var taskExecutor: (any TaskExecutor)? { get }

    /// Makes small exchanges in a row; `nil` if the fetcher makes each by itself.
    var batches: (any BatchFetcher)? { get }

    /// Sends one request and pushes its response into a sink.
    ///
    /// - Parameters:
    ///   - request: what to ask for, with its limits.
    ///   - sink: takes the response.
    /// - Throws: `FetchError`.
    func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError)

    /// Looks at every idle connection, waiting for nothing.
    ///
    /// - Returns: those of all connections so far that brought more than was asked for. What comes later is found
    ///   later: when a connection is used again, closed, or looked at the next time.
    func mixedConnections() async -> Set<ConnectionID>
}

extension Fetcher {
    /// None.
    public var taskExecutor: (any TaskExecutor)? { nil }

    /// None: also for one that wraps another, unless it says how.
    public var batches: (any BatchFetcher)? { nil }

    /// None, for fetchers that name no connections; one that wraps another passes the question on.
    public func mixedConnections() async -> Set<ConnectionID> { [] }
}

/// Takes a response as it arrives.
///
/// See `Fetcher` for order and threads.
public protocol ResponseSink: AnyObject, Sendable {
    /// Takes the head of the response, once, before any content.
    ///
    /// - Returns: whether the content is wanted.
    /// - Throws: `SinkStopped` to abandon the transfer.
    func receive(head: ResponseHead) throws(SinkStopped) -> ContentDemand

    /// Takes the next bytes of the content. The buffer is valid during the call only.
    ///
    /// - Returns: whether more may follow at once.
    /// - Throws: `SinkStopped` to abandon the transfer.
    func receive(bytes: UnsafeRawBufferPointer) throws(SinkStopped) -> Pace
}

/// How soon a sink wants what follows the bytes that it has just taken.
public enum Pace: Sendable, Hashable {
    /// As it comes.
    case proceed
    /// Not before so long: the fetcher leaves the response unread, and the sender slows down.
    ///
    /// This keeps a rate, or gives a slow disk time. A response that is whole may end before its pause does.
    case pause(Duration)
}

/// Whether a sink wants the content of a response.
public enum ContentDemand: Sendable {
    /// Deliver it.
    case deliver
    /// Do not deliver it. The fetcher may read up to 64 KiB and drop them, to keep the connection.
    case skip
}

/// Thrown by a sink that wants nothing further.
///
/// The sink itself knows why.
public struct SinkStopped: Error, Sendable, Hashable {
    public init() {}
}

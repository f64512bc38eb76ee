/// Performs HTTP exchanges: the fourth stage.
///
/// A fetcher performs one exchange for each call: it sends one request and pushes the response into a sink as it
/// arrives. Redirects, the size limit and the check of the URL are the same for every fetcher, so callers use
/// `fetch(_:into:)`, which adds them.
///
/// **Calls.** `exchange` calls `sink.receive(head:)` once, then `sink.receive(bytes:)` any number of times
/// with at least one byte each, in order and never overlapping, all before it returns. An interim response
/// (1xx) is not reported. A 3xx response is reported like any other. A head says how long it took to come
/// (`ResponseHead.elapsed`).
///
/// **Memory.** At most a few hundred KiB are held for each exchange: a slow sink slows the transfer.
///
/// **Pauses.** A sink that returns `.pause` is not called for that long. The time counts for
/// `FetchLimits.totalTimeout`, but is not a stall, and cancelling ends it.
///
/// **Cancellation.** A cancelled task makes `exchange` throw `.cancelled` within 0.2 s, also while nothing
/// arrives; after it has thrown the sink is not called again.
///
/// **Errors.** No status is an error. Each of these is a `FetchError`: no response, a response cut short (fewer bytes
/// than `Content-Length`, a missing last chunk), one whose end is not clear (`ResponseHead.framingFault`), a failed TLS
/// verification and a passed time limit. If the sink throws, the transfer is abandoned with `.stopped`. Interim
/// responses do not prolong the wait for the response.
///
/// **Addresses.** With `AddressPolicy.publicOnly` the fetcher neither makes nor reuses a connection to an address that
/// is not public, but throws `.refusedAddress`.
///
/// **Content codings.** The fetcher sends `Accept-Encoding: identity`, or the codings that it can decode if the limits
/// accept them. It decodes coded content even if it asked for none, within `FetchLimits.maxRatio`; the head then says
/// so (`ResponseHead.decodedCodings`) and has no length. It does not decode a part (206).
///
/// **Connections.** A connection carries one exchange after the other. What arrives belongs to the current exchange
/// only as long as the server sends one response for each request. So a fetcher sends no request on a connection with
/// unread bytes, and closes a connection that brought more than a response announced, or content where there must be
/// none. If something other than a head arrives over a reused connection, it repeats the request at once over a new
/// one. A head names its connection (`ResponseHead.connection`). `mixedConnections()` names those that brought more
/// than was requested: whatever came over one of them may be the answer to another request. HTTP/2 keeps responses
/// apart by itself. A fetcher that cannot do this says so in its documentation and names no connections. Every fetcher
/// honours `FetchRequest.usesOwnConnection`.
///
/// **Concurrency.** Calls may overlap. The sink is called from the fetcher's own threads, never from a
/// cooperative thread, so it may write to a file but should not wait for anything else.
public protocol Fetcher: Sendable {
    /// The executor on which exchanges end, for tasks that await one exchange after the other; `nil` for none.
    ///
    /// There the next exchange begins at once. Tasks must not block it or compute for long.
    var taskExecutor: (any TaskExecutor)? { get }

    /// Performs small exchanges in a row; `nil` if the fetcher cannot.
    var batches: (any BatchFetcher)? { get }

    /// Makes ready for exchanges that will come soon, and returns at once; each does so itself if nobody asked before.
    func prepare()

    /// Sends one request and pushes its response into a sink.
    ///
    /// - Parameters:
    ///   - request: what to ask for, with its limits.
    ///   - sink: takes the response.
    func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError)

    /// Checks every idle connection without waiting.
    ///
    /// - Returns: all connections so far that brought more than was requested. Bytes that arrive later are found when
    ///   the connection is used again, closed, or checked the next time.
    func mixedConnections() async -> Set<ConnectionID>
}

extension Fetcher {
    /// None.
    public var taskExecutor: (any TaskExecutor)? { nil }

    /// Does nothing, for fetchers that are always ready.
    public func prepare() {}

    /// None, even for a fetcher that wraps another, unless it implements them.
    public var batches: (any BatchFetcher)? { nil }

    /// None, for fetchers that name no connections.
    public func mixedConnections() async -> Set<ConnectionID> { [] }
}

/// A fetcher that passes what it does not do itself on to another one.
public protocol WrappingFetcher: Fetcher {
    /// The wrapped fetcher.
    var fetcher: any Fetcher { get }
}

extension WrappingFetcher {
    /// That of the wrapped fetcher.
    public var taskExecutor: (any TaskExecutor)? { fetcher.taskExecutor }

    /// Makes the wrapped fetcher ready.
    public func prepare() { fetcher.prepare() }

    /// Those of the wrapped fetcher.
    public func mixedConnections() async -> Set<ConnectionID> { await fetcher.mixedConnections() }
}

/// Takes a response as it arrives.
///
/// `Fetcher` describes the order of calls and the threads.
public protocol ResponseSink: AnyObject, Sendable {
    /// Takes the head of the response, once, before any content.
    ///
    /// - Returns: whether the content is wanted.
    /// - Throws: `SinkStopped` to abandon the transfer.
    func receive(head: ResponseHead) throws(SinkStopped) -> ContentDemand

    /// Takes the next bytes of the content; the buffer is only valid during the call.
    ///
    /// - Returns: whether more may follow at once.
    /// - Throws: `SinkStopped` to abandon the transfer.
    func receive(bytes: UnsafeRawBufferPointer) throws(SinkStopped) -> Pace
}

/// How soon a sink wants the next bytes.
public enum Pace: Sendable, Hashable {
    /// As soon as they arrive.
    case proceed
    /// Not before that time: the fetcher does not read the response, so that the sender slows down.
    ///
    /// This limits the rate, or gives a slow disk time. A response that is already whole may end before its pause does.
    case pause(Duration)
}

/// Whether a sink wants the content of a response.
public enum ContentDemand: Sendable {
    /// Deliver it.
    case deliver
    /// Do not deliver it. The fetcher may read up to 64 KiB and drop them, to keep the connection.
    case skip
}

/// Thrown by a sink to abandon the transfer.
///
/// The sink itself knows the reason.
public struct SinkStopped: Error, Sendable, Hashable {
    public init() {}
}

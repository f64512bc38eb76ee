import CarrelBasics
import CarrelHTTP

/// Fetches over HTTP with libcurl: connections are reused, TLS connections carry HTTP/2 where the server
/// offers it.
///
/// The transfers of a fetcher run on a thread of its own, which also calls the sinks; a second one helps with batches
/// over plain HTTP. Each begins with its first transfer, for most commands fetch nothing, and ends when the fetcher is
/// released; a running exchange keeps its fetcher.
///
/// Connections are looked at before each request, when a response begins, when they are closed and by
/// `mixedConnections()`: into the kernel's buffer, and into libcurl's log, which alone tells what libcurl has read and
/// dropped. Over TLS OpenSSL says whether content waits. Where an idle connection is closed, or TLS is done with something
/// else, the kind and length of a waiting record have to do. What a server sends unasked once the next request has reached
/// it is noticed when its true answer comes, if that is before the last look.
///
/// A single field line of a response may be at most 100 KiB long, whatever `FetchLimits.maxHeadSize` says:
/// libcurl reads no longer ones.
public final class CurlFetcher: Fetcher {
    let loops: CurlLoops

    public init(_ options: CurlOptions = CurlOptions()) { loops = CurlLoops(options) }

    deinit { loops.stop() }

    /// The thread of the transfers.
    public var taskExecutor: (any TaskExecutor)? { loops.first }

    /// Loads libcurl and begins the thread, on another one.
    public func prepare() { loops.prepare() }

    /// Sends one request and pushes its response into a sink, as `Fetcher` says.
    ///
    /// - Parameters:
    ///   - request: what to ask for, with its limits.
    ///   - sink: takes the response.
    /// - Throws: `FetchError`.
    public func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        // Otherwise the last reference could go while the exchange runs, and the thread with it.
        defer { withExtendedLifetime(self) {} }
        try request.check()
        let loop = loops.first
        let ticket = loop.makeTicket()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<CurlResult, Never>) in
                let refusal = loop.start(
                    CurlOrder(request: request, sink: sink, ticket: ticket, receiver: .task(continuation)))
                if let refusal { continuation.resume(returning: .failure(refusal)) }
            }
        } onCancel: {
            loop.cancel(ticket)
        }
        try result.get()
    }

    /// Looks at every idle connection, as `Fetcher` says.
    public func mixedConnections() async -> Set<ConnectionID> {
        defer { withExtendedLifetime(self) {} }
        var mixed: Set<ConnectionID> = []
        for loop in loops.all { mixed.formUnion(await loop.lookAtConnections()) }
        return mixed
    }
}

import CarrelBasics
import CarrelHTTP
import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fetches over HTTP with Foundation's URLSession: proxies, HTTP/2 and TLS are as the system does them.
///
/// What URLSession does not tell, this fetcher does not know either:
///
/// - Field lines come in no order and lines of one name are joined to one.
/// - Connecting cannot be told from waiting, so the head may take `connectTimeout` and `stallTimeout`
///   together, and is `.stalled` after that.
/// - How many coded bytes came is not known while they are decoded: `FetchLimits.maxRatio` is kept where the
///   server gives the length, otherwise only `maxSize` is. A coded part (206) is decoded all the same.
/// - On Linux all sessions of a process share one queue: a slow sink, or a server faster than this machine,
///   holds up the others, and so does a sink that pauses.
/// - Which address it connects to cannot be told. With `AddressPolicy.publicOnly` every address of the host is
///   judged before the request; a resolver that answers differently a moment later would not be noticed. A name that
///   redirects counts as a public host.
/// - Each exchange under way has a session, and with it a connection, of its own (`SessionPool`): HTTP/2 carries one at a time.
/// - Cookies are neither sent nor kept, and proxies are those of the system.
/// - On Linux a connection that ends behind the status line and before the empty line of a head stops the whole process
///   unless a field gives a length or chunks: libcurl calls that a success, and Foundation takes a response for granted
///   then, before it asks anybody. For servers that are not trusted, use libcurl.
/// - On Linux a TLS connection that is cut off, and a stream of HTTP/2 that is reset without an error, look like ones
///   that have ended: a document over https that has no length and does not come in chunks is refused.
/// - On Linux nobody can be asked which connection brought a response, or whether something waits on one: where a server
///   sends more than it was asked for over a connection that is used again, that may be taken for the answer to the next
///   request. No response names its connection, and none is fetched again. Only an exchange with a connection of its own
///   is safe from that (`FetchRequest.usesOwnConnection`), as catalogues have. For servers that are not trusted, use
///   libcurl.
/// - On Linux the trailer fields behind chunks are neither shown nor counted.
/// - What a request sends is held in memory.
/// - On Linux nothing is requested from IPv6 addresses, nor from IPv4 addresses that are not written as four numbers.
/// - On Linux a redirect is reported only after its content has come, and the content is not delivered.
public final class URLSessionFetcher: Fetcher {
    private let sessions: SessionPool
    private let userAgent: String
    private let proxies: ProxyRules
    private let watchdog: Watchdog
    /// URLSession holds up whoever makes or cancels a task until it has time for it.
    ///
    /// That must never be a cooperative thread, nor one of its own.
    private let control = DispatchQueue(label: "carrel.urlsession.control")

    /// Makes a fetcher with sessions of its own, which keep no cookies, cache or credentials.
    ///
    /// - Parameters:
    ///   - userAgent: the `User-Agent` of requests that name none.
    ///   - proxies: the proxies that URLSession takes from the system, to know when it is one that connects.
    public init(
        userAgent: String = UserAgent.text,
        proxies: ProxyRules = ProxyRules(nil, environment: ProcessEnvironment.variables)
    ) {
        let queue = BoundedQueue()
        sessions = SessionPool(queue)
        watchdog = Watchdog(queue)
        self.userAgent = userAgent
        self.proxies = proxies
    }

    deinit {
        let sessions = sessions
        control.async { sessions.close() }
    }

    /// Sends one request and pushes its response into a sink, as `Fetcher` says.
    ///
    /// - Parameters:
    ///   - request: what to ask for, with its limits.
    ///   - sink: takes the response.
    public func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        // Otherwise the last reference could go while the exchange runs, and the sessions with it.
        defer { withExtendedLifetime(self) {} }
        try request.check()
        if request.clientCertificate != nil {
            throw FetchError(
                .tls, url: request.target.text, reason: "urlsession sends no client certificate",
                remedy: URLSessionFailure.useCurl)
        }
        let usesProxy = proxies.proxy(for: request.url) != nil
        if !usesProxy { try await request.checkAddresses() }
        if let content = request.content, RequestContentReader(content) == nil {
            throw FetchError(
                .stopped, url: request.target.text, reason: "what was to be sent cannot be read")
        }
        let exchange = URLSessionExchange(request, sink, watchdog: watchdog, usesProxy: usesProxy)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchange.end.begin(continuation)
                start(exchange)
            }
        } onCancel: {
            exchange.fail(.cancelled, "cancelled")
        }
        watchdog.remove(exchange)
        try result.get()
    }

    private func start(_ exchange: URLSessionExchange) {
        let urlRequest = Self.urlRequest(exchange.request, userAgent: userAgent)
        let control = control
        watchdog.add(exchange)
        control.async { [sessions] in
            guard !exchange.end.hasEnded else { return }
            let content = exchange.request.content.map { RequestContentReader.all(of: $0) }
            if case .some(nil) = content {
                return exchange.fail(.stopped, "what was to be sent can no longer be read")
            }
            let lent = sessions.lend(for: exchange.request)
            let task =
                if case .some(.some(let bytes)) = content {
                    lent.session.uploadTask(with: urlRequest, from: Data(bytes))
                } else {
                    lent.session.dataTask(with: urlRequest)
                }
            lent.router.add(exchange, for: task) { sessions.takeBack(lent, after: $0) }
            exchange.end.onEnd { _ in
                // Never from a callback of the session: cancelling waits for its queue.
                control.async { task.cancel() }
            }
            task.resume()
        }
    }

    private static func urlRequest(_ request: FetchRequest, userAgent: String) -> URLRequest {
        // The limits are kept by the watchdog: those of URLSession count whole seconds.
        var urlRequest = URLRequest(
            url: url(of: request), cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 7 * 24 * 3600)
        urlRequest.httpMethod = request.method.rawValue
        urlRequest.httpShouldHandleCookies = false
        // What Foundation decodes it also takes for whole where the coded stream ends too early.
        urlRequest.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        urlRequest.setValue(userAgent, forHTTPHeaderField: "User-Agent")
        var named: Set<String> = []
        for line in request.fields.lines {
            if named.insert(line.name.lowercased()).inserted {
                urlRequest.setValue(line.value, forHTTPHeaderField: line.name)
            } else {
                urlRequest.addValue(line.value, forHTTPHeaderField: line.name)
            }
        }
        return urlRequest
    }

    /// The requested URL with its scheme in lower case, because Foundation on Linux takes no other.
    private static func url(of request: FetchRequest) -> URL {
        let text = request.target.text
        let scheme = text.prefix { $0 != ":" }
        return URL(string: scheme.lowercased() + text[scheme.endIndex...]) ?? request.url
    }
}

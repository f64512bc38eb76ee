import CarrelCore
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
///   judged before the request; a resolver that answers differently a moment later would not be noticed.
/// - Cookies are neither sent nor kept, and proxies are those of the system.
/// - On Linux a connection that ends within the head of a response stops the whole process: Foundation takes a
///   response for granted there. For servers that are not trusted, use libcurl.
/// - On Linux a redirect is reported only after its content has come, and the content is not delivered.
public final class URLSessionFetcher: Fetcher {
    private let session: URLSession
    private let router: ExchangeRouter
    private let userAgent: String
    private let proxies: ProxyRules
    private let watchdog: Watchdog
    /// URLSession holds up whoever makes or cancels a task until it has time for it.
    ///
    /// That must never be a cooperative thread, nor one of its own.
    private let control = DispatchQueue(label: "carrel.urlsession.control")

    /// Makes a fetcher with a session of its own, which keeps no cookies, cache or credentials.
    ///
    /// - Parameters:
    ///   - userAgent: the `User-Agent` of requests that name none.
    ///   - proxies: the proxies that URLSession takes from the system, to know when it is one that connects.
    public init(
        userAgent: String = "Carrel/0.1",
        proxies: ProxyRules = ProxyRules(nil, environment: ProcessInfo.processInfo.environment)
    ) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = 64
        let queue = BoundedQueue()
        let router = ExchangeRouter()
        session = URLSession(configuration: configuration, delegate: router, delegateQueue: queue)
        watchdog = Watchdog(queue)
        self.router = router
        self.userAgent = userAgent
        self.proxies = proxies
    }

    deinit {
        let session = session
        control.async { session.invalidateAndCancel() }
    }

    /// Sends one request and pushes its response into a sink, as `Fetcher` says.
    ///
    /// - Parameters:
    ///   - request: what to ask for, with its limits.
    ///   - sink: takes the response.
    /// - Throws: `FetchError`.
    public func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        // Otherwise the last reference could go while the exchange runs, and the session with it.
        defer { withExtendedLifetime(self) {} }
        try request.check()
        if request.clientCertificate != nil {
            throw FetchError(
                .tls, url: request.url.absoluteString, reason: "urlsession sends no client certificate",
                remedy: "Set download.use to \"curl\"")
        }
        try await checkAddresses(of: request)
        let exchange = URLSessionExchange(request, sink, watchdog: watchdog)
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

    private func checkAddresses(of request: FetchRequest) async throws(FetchError) {
        let limits = request.limits
        guard limits.addresses != .any, proxies.proxy(for: request.url) == nil else { return }
        let addresses = try await HostResolver.addresses(of: request.url, timeout: limits.connectTimeout)
        for address in addresses where !limits.addresses.allows(address) {
            throw .refused(address, url: request.url.absoluteString)
        }
    }

    private func start(_ exchange: URLSessionExchange) {
        let urlRequest = Self.urlRequest(exchange.request, userAgent: userAgent)
        let control = control
        watchdog.add(exchange)
        control.async { [session, router] in
            guard !exchange.end.hasEnded else { return }
            let task = session.dataTask(with: urlRequest)
            router.add(exchange, for: task)
            exchange.end.onEnd {
                // Never from a callback of the session: cancelling waits for its queue.
                control.async { task.cancel() }
            }
            task.resume()
        }
    }

    private static func urlRequest(_ request: FetchRequest, userAgent: String) -> URLRequest {
        // The limits are kept by the watchdog: those of URLSession count whole seconds.
        var urlRequest = URLRequest(
            url: request.url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 7 * 24 * 3600)
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
}

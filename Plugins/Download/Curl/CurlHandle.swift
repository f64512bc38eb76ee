import CLibcurl
import CarrelBasics
import CarrelHTTP
import Foundation

/// One of libcurl's easy handles, with the exchange that it carries now.
///
/// Handles are reused. What is set stays set, so that only what differs from the exchange before is set again.
final class CurlHandle {
    /// libcurl's handle.
    let easy: CurlEasy
    /// The exchange under way.
    private(set) var exchange: CurlExchange?

    private let options: CurlOptions
    private let jar: CookieJar?
    private let connections: CurlConnections
    /// The field lines that are set.
    private var fields = HTTPFields()
    private var connectTimeout: Duration?
    private var usesHTTP2: Bool?
    private var mayShare: Bool?
    /// The proxy that is set; libcurl's own choice is never used, because what is judged depends on it.
    private var proxy: String?
    private var acceptsCodings: Bool?
    /// Whether the field lines are those of a request with content.
    private var expectsNothing = false
    private var certificate: ClientCertificate?
    private var usesJar: Bool?
    private var method = FetchRequest.Method.get
    private var sendsContent = false
    /// What the exchange sends.
    private var content: RequestContentReader?
    private var makesConnection = false
    private var closesConnection = false
    /// Whether libcurl's log is read.
    private var readsLog = false

    /// Makes a handle whose connections are those of a multi handle.
    ///
    /// - Throws: `CurlRefusal`.
    init(_ options: CurlOptions, _ jar: CookieJar?, for multi: CurlMulti) throws(CurlRefusal) {
        easy = try CurlEasy(refusing: options.refused)
        (self.options, self.jar, connections) = (options, jar, multi.connections)
        try easy.report(to: self, connections: connections)
        try setUp()
        try CurlTLS.watch(easy, multi.turn)
    }

    private func setUp() throws(CurlRefusal) {
        try easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try easy.set(CURLOPT_NOSIGNAL, true)
        // libcurl does not notice a coded stream that ends too early inside an intact framing.
        try easy.set(CURLOPT_HTTP_CONTENT_DECODING, false)
        try easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        try easy.set(CURLOPT_QUICK_EXIT, true)
        if let file = options.certificatesFile { try easy.set(CURLOPT_CAINFO, file) }
        if let file = options.netrcFile { try easy.set(CURLOPT_NETRC_FILE, file) }
        try easy.set(CURLOPT_RESOLVE, options.resolved)
        try easy.set(CURLOPT_PROXY, "")
        try easy.set(CURLOPT_NOPROXY, "")
    }

    // MARK: An exchange

    /// Prepares the handle for an exchange.
    ///
    /// - Throws: `CurlRefusal`; the handle must not be used any more then.
    func begin(_ exchange: CurlExchange) throws(CurlRefusal) {
        self.exchange = exchange
        easy.clearMessage()
        let request = exchange.order.request
        try easy.set(CURLOPT_URL, exchange.url)
        try choose(request.method, sending: request.content)
        if request.limits.connectTimeout != connectTimeout {
            connectTimeout = request.limits.connectTimeout
            try easy.set(CURLOPT_CONNECTTIMEOUT_MS, request.limits.connectTimeout.curlMilliseconds)
        }
        try chooseVersion(for: exchange)
        let proxy = options.proxies.isEmpty ? nil : options.proxies.proxy(for: request.url)
        if proxy != self.proxy {
            try easy.set(CURLOPT_PROXY, proxy ?? "")
            // For the proxy alone: servers get the field line, which costs libcurl less.
            try easy.set(CURLOPT_USERAGENT, proxy == nil ? nil : options.userAgent)
            self.proxy = proxy
        }
        exchange.usesProxy = proxy != nil
        // Where a service's key goes along, a cookie could bring it back, into the file of cookies.
        try useJar(!request.asksForKey)
        exchange.usesSecureProxy = proxy?.hasPrefix("https:") == true
        try makeConnection(request.usesOwnConnection || exchange.order.usesNewConnection)
        try closeConnection(request.usesOwnConnection)
        try send(
            request.fields, acceptsCodings: request.acceptsCodings, hasContent: request.content != nil)
        try show(request)
    }

    /// Lets go of the exchange.
    ///
    /// - Throws: `CurlRefusal`; the handle must not be used any more then.
    func end() throws(CurlRefusal) {
        exchange = nil
        content = nil
        try readLog(false)
    }

    /// Sets the method, and whether content goes along.
    private func choose(
        _ method: FetchRequest.Method, sending content: RequestContent?
    ) throws(CurlRefusal) {
        self.content = content.flatMap(RequestContentReader.init)
        if content == nil, method == self.method, !sendsContent { return }
        // Also takes back what an upload or HEAD has set.
        try easy.set(CURLOPT_HTTPGET, true)
        sendsContent = content != nil
        if let content {
            try easy.set(CURLOPT_UPLOAD, true)
            try easy.set(CURLOPT_INFILESIZE_LARGE, size: content.length)
        }
        if method == .head { try easy.set(CURLOPT_NOBODY, true) }
        self.method = method
        try easy.set(CURLOPT_CUSTOMREQUEST, method == .get || method == .head ? nil : method.rawValue)
    }

    private func chooseVersion(for exchange: CurlExchange) throws(CurlRefusal) {
        let usesHTTP2 = options.allowsHTTP2 && !exchange.order.avoidsHTTP2 && Self.knowsHTTP2
        if usesHTTP2 != self.usesHTTP2 {
            self.usesHTTP2 = usesHTTP2
            try easy.set(
                CURLOPT_HTTP_VERSION, Int(usesHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1))
        }
        // Waiting for a connection that may be shared pays off only where HTTP/2 may be spoken.
        let mayShare = usesHTTP2 && exchange.isSecure
        if mayShare != self.mayShare {
            self.mayShare = mayShare
            try easy.set(CURLOPT_PIPEWAIT, mayShare)
        }
    }

    private static let knowsHTTP2 = carrel_curl_knows_http2()

    /// Sets what shows the server who asks.
    private func show(_ request: FetchRequest) throws(CurlRefusal) {
        if request.clientCertificate != certificate {
            certificate = request.clientCertificate
            try easy.set(CURLOPT_SSLCERT, certificate?.certificate)
            try easy.set(CURLOPT_SSLKEY, certificate?.key)
        }
        guard options.netrcFile != nil else { return }
        // A netrc file names hosts, whatever the scheme: a redirect to http must not take a password along.
        let origin = Origin(request.url)
        let mayUse = origin?.scheme == "https" || (origin != nil && origin == request.catalogOrigin)
        try easy.set(CURLOPT_NETRC, Int((mayUse ? CURL_NETRC_OPTIONAL : CURL_NETRC_IGNORED).rawValue))
    }

    /// Has cookies sent and kept, or neither.
    private func useJar(_ isUsed: Bool) throws(CurlRefusal) {
        guard let jar, isUsed != usesJar else { return }
        usesJar = isUsed
        try easy.use(isUsed ? jar.share : nil)
        // No file is named so; sharing alone does not turn the cookies on.
        try easy.set(CURLOPT_COOKIEFILE, isUsed ? "" : nil)
    }

    /// Sets the field lines; those of one exchange are mostly those of the one before.
    ///
    /// They say which content codings are asked for, too; all that are known are decoded in any case.
    private func send(
        _ fields: HTTPFields, acceptsCodings: Bool, hasContent: Bool
    ) throws(CurlRefusal) {
        guard
            fields != self.fields || acceptsCodings != self.acceptsCodings || hasContent != expectsNothing
        else { return }
        // Not to wait for a 100 that many servers never send.
        var own = hasContent ? ["Expect:"] : []
        expectsNothing = hasContent
        if fields["User-Agent"] == nil { own.append("User-Agent: \(options.userAgent)") }
        if fields["Accept-Encoding"] == nil {
            own.append("Accept-Encoding: \(acceptsCodings ? "gzip, deflate, br, zstd" : "identity")")
        }
        try easy.setFields(own, fields)
        self.fields = fields
        guard acceptsCodings != self.acceptsCodings else { return }
        // What one piece becomes may have to be kept while the sink pauses.
        try easy.set(CURLOPT_BUFFERSIZE, acceptsCodings ? 16 << 10 : 100 << 10)
        self.acceptsCodings = acceptsCodings
    }

    private func makeConnection(_ isNew: Bool) throws(CurlRefusal) {
        guard isNew != makesConnection else { return }
        makesConnection = isNew
        try easy.set(CURLOPT_FRESH_CONNECT, isNew)
    }

    /// Sets whether the connection is closed behind the exchange; libcurl looks at that when the response has ended.
    private func closeConnection(_ closes: Bool) throws(CurlRefusal) {
        guard closes != closesConnection else { return }
        closesConnection = closes
        try easy.set(CURLOPT_FORBID_REUSE, closes)
    }

    /// Reads libcurl's log, or not: it costs most before the head has come, and is of interest only behind it.
    private func readLog(_ reads: Bool) throws(CurlRefusal) {
        guard reads != readsLog else { return }
        readsLog = reads
        try easy.set(CURLOPT_VERBOSE, reads)
    }

    // MARK: What libcurl reports

    /// Whether a connection to an address may be made.
    func mayConnect(to address: IPAddress?) -> Bool { exchange?.mayConnect(to: address) == true }

    /// Notes a socket that was made for a connection.
    func opened(_ descriptor: Int32) { connections.opened(descriptor) }

    /// Whether the request may be sent over a connection.
    func connected(over route: CurlConnections.Route) -> Bool { exchange?.connected(over: route) == true }

    /// Takes a line of a head or of a trailer section; `false` abandons the transfer.
    func receive(headLine line: UnsafeRawBufferPointer) -> Bool {
        guard let exchange, exchange.receive(headLine: line) else { return false }
        guard exchange.isHeadWhole, !readsLog else { return true }
        do throws(CurlRefusal) {
            try readLog(true)
            if exchange.hasDoubtfulFraming { try closeConnection(true) }
        } catch {
            exchange.fail(error)
            return false
        }
        return true
    }

    /// What libcurl reads behind the end of a response it drops, and says so in its log only.
    func read(logLine line: UnsafeRawBufferPointer) {
        guard line.starts(with: "Excess found".utf8) || line.starts(with: "Leftovers after chunking".utf8)
        else { return }
        exchange?.foundExcess()
        do throws(CurlRefusal) { try closeConnection(true) } catch { exchange?.fail(error) }
    }

    /// Gives the next bytes to send.
    ///
    /// - Returns: how many, or that the transfer is abandoned.
    func send(into room: UnsafeMutableRawBufferPointer) -> Int {
        guard let exchange, let count = content?.read(into: room) else {
            exchange?.cannotSend()
            return Int(CURL_READFUNC_ABORT)
        }
        exchange.noteSent()
        return count
    }

    /// Has what was sent over a connection that turned out to be closed sent once more.
    func sendAgain(from place: Int64) -> Bool { content?.seek(to: place) ?? false }

    /// Takes a piece of content.
    ///
    /// - Returns: what libcurl's callback answers.
    func receive(_ content: UnsafeRawBufferPointer) -> Int {
        switch exchange?.receive(content: content) {
        case .taken: return content.count
        case .takenThenPause:
            // Pausing here, and not only when the next piece comes, closes an HTTP/2 stream's window at once. Where that
            // cannot be done, the next piece is held.
            _ = easy.pause()
            return content.count
        case .held: return Int(CURL_WRITEFUNC_PAUSE)
        case .refused, nil: return 0
        }
    }
}

extension Duration {
    /// Whole milliseconds for libcurl, where 0 would mean its own default.
    fileprivate var curlMilliseconds: Int { max(1, Int((seconds * 1000).rounded(.up))) }
}

import CLibcurl
import CarrelBasics
import CarrelHTTP
import Foundation

/// One of libcurl's easy handles, for one exchange.
///
/// Each exchange has its own: libcurl 7.88 keeps a pointer to freed memory from one transfer of a handle to the next,
/// which a head that begins with a folded line has it read, and it counts over all transfers of a handle how often a
/// connection died.
final class CurlHandle {
    /// libcurl's handle.
    let easy: CurlEasy
    /// The exchange under way; `nil` once it has ended.
    private(set) var exchange: CurlExchange?

    private let connections: CurlConnections
    /// What the exchange sends.
    private let content: RequestContentReader?
    /// Whether the connection is closed behind the exchange.
    private var closesConnection = false
    /// Whether libcurl's log is read.
    private var readsLog = false

    /// Prepares a handle, whose connections are those of a multi handle, for an exchange.
    ///
    /// - Throws: `CurlRefusal`.
    init(
        _ exchange: CurlExchange, _ options: CurlOptions, _ jar: CookieJar?, for multi: CurlMulti
    ) throws(CurlRefusal) {
        easy = try CurlEasy(refusing: options.refused)
        (self.exchange, connections) = (exchange, multi.connections)
        let request = exchange.order.request
        content = request.content.flatMap(RequestContentReader.init)
        try easy.report(to: self, connections: connections)
        try setUp(options)
        try CurlTLS.watch(easy, multi.turn)
        try easy.set(CURLOPT_URL, exchange.url)
        try choose(request.method, sending: request.content)
        try easy.set(CURLOPT_CONNECTTIMEOUT_MS, request.limits.connectTimeout.curlMilliseconds)
        try chooseVersion(for: exchange, options)
        try chooseProxy(for: exchange, options)
        // Where a service's key goes along, a cookie could bring it back, into the file of cookies.
        if let jar, !request.asksForKey { try use(jar) }
        if request.usesOwnConnection || exchange.order.usesNewConnection {
            try easy.set(CURLOPT_FRESH_CONNECT, true)
        }
        if request.usesOwnConnection { try closeConnection() }
        try send(request, options)
        try show(request, options)
    }

    private func setUp(_ options: CurlOptions) throws(CurlRefusal) {
        try easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try easy.set(CURLOPT_NOSIGNAL, true)
        // libcurl does not notice a coded stream that ends too early inside an intact framing.
        try easy.set(CURLOPT_HTTP_CONTENT_DECODING, false)
        try easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        try easy.set(CURLOPT_QUICK_EXIT, true)
        if let file = options.certificatesFile {
            try easy.set(CURLOPT_CAINFO, file)
            // Where libcurl knows a folder of the system's authorities, it would trust them besides.
            try easy.set(CURLOPT_CAPATH, nil)
        }
        if let file = options.netrcFile { try easy.set(CURLOPT_NETRC_FILE, file) }
        try easy.set(CURLOPT_RESOLVE, options.resolved)
    }

    /// Lets go of the exchange.
    func end() { exchange = nil }

    // MARK: The request

    /// Sets the method, and whether content goes along.
    private func choose(
        _ method: FetchRequest.Method, sending content: RequestContent?
    ) throws(CurlRefusal) {
        if let content {
            try easy.set(CURLOPT_UPLOAD, true)
            try easy.set(CURLOPT_INFILESIZE_LARGE, size: content.length)
        }
        switch method {
        case .get: break
        case .head: try easy.set(CURLOPT_NOBODY, true)
        default: try easy.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        }
    }

    private func chooseVersion(
        for exchange: CurlExchange, _ options: CurlOptions
    ) throws(CurlRefusal) {
        // Without TLS libcurl would take a server's word for it, and send requests over a connection that carries another.
        let usesHTTP2 =
            exchange.isSecure && options.allowsHTTP2 && exchange.order.version != .http1 && Self.knowsHTTP2
        try easy.set(
            CURLOPT_HTTP_VERSION, Int(usesHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1))
        // Waiting for a connection that may be shared pays off only where HTTP/2 may be spoken.
        if usesHTTP2 { try easy.set(CURLOPT_PIPEWAIT, true) }
    }

    private static let knowsHTTP2 = carrel_curl_knows_http2()

    /// Sets the proxy; libcurl's own choice is never used, because what is judged depends on it.
    private func chooseProxy(for exchange: CurlExchange, _ options: CurlOptions) throws(CurlRefusal) {
        let proxy =
            options.proxies.isEmpty ? nil : options.proxies.proxy(for: exchange.order.request.url)
        try easy.set(CURLOPT_PROXY, proxy ?? "")
        try easy.set(CURLOPT_NOPROXY, "")
        // For the proxy alone: servers get the field line, which costs libcurl less.
        if proxy != nil { try easy.set(CURLOPT_USERAGENT, options.userAgent) }
        exchange.usesProxy = proxy != nil
        exchange.usesSecureProxy = proxy?.lowercased().hasPrefix("https:") == true
        if exchange.usesSecureProxy, let file = options.certificatesFile {
            try easy.set(CURLOPT_PROXY_CAINFO, file)
            try easy.set(CURLOPT_PROXY_CAPATH, nil)
        }
    }

    /// Sets what shows the server who asks.
    private func show(_ request: FetchRequest, _ options: CurlOptions) throws(CurlRefusal) {
        if let certificate = request.clientCertificate {
            try easy.set(CURLOPT_SSLCERT, certificate.certificate)
            try easy.set(CURLOPT_SSLKEY, certificate.key)
            // Without a passphrase OpenSSL would ask for that of a locked key, and hold up the thread meanwhile.
            try easy.set(CURLOPT_KEYPASSWD, "")
        }
        guard options.netrcFile != nil else { return }
        // A netrc file names hosts, whatever the scheme: a redirect to http must not take a password along.
        let origin = Origin(request.url)
        let mayUse = origin?.scheme == "https" || (origin != nil && origin == request.catalogOrigin)
        try easy.set(CURLOPT_NETRC, Int((mayUse ? CURL_NETRC_OPTIONAL : CURL_NETRC_IGNORED).rawValue))
    }

    /// Has cookies sent and kept.
    private func use(_ jar: CookieJar) throws(CurlRefusal) {
        try easy.use(jar.share)
        // No file is named so; sharing alone does not turn the cookies on.
        try easy.set(CURLOPT_COOKIEFILE, "")
    }

    /// Sets the field lines.
    ///
    /// They say which content codings are asked for, too; all that are known are decoded in any case.
    private func send(_ request: FetchRequest, _ options: CurlOptions) throws(CurlRefusal) {
        let fields = request.fields
        // Not to wait for a 100 that many servers never send.
        var own = request.content == nil ? [] : ["Expect:"]
        if fields["User-Agent"] == nil { own.append("User-Agent: \(options.userAgent)") }
        if fields["Accept-Encoding"] == nil {
            own.append("Accept-Encoding: \(request.acceptsCodings ? "gzip, deflate, br, zstd" : "identity")")
        }
        try easy.setFields(own, fields)
        // What one piece becomes may have to be kept while the sink pauses.
        try easy.set(CURLOPT_BUFFERSIZE, request.acceptsCodings ? 16 << 10 : 100 << 10)
    }

    /// Has the connection closed behind the exchange; libcurl looks at that when the response has ended.
    private func closeConnection() throws(CurlRefusal) {
        guard !closesConnection else { return }
        closesConnection = true
        try easy.set(CURLOPT_FORBID_REUSE, true)
    }

    /// Reads libcurl's log: it costs most before the head has come, and is of interest only behind it.
    private func readLog() throws(CurlRefusal) {
        guard !readsLog else { return }
        readsLog = true
        try easy.set(CURLOPT_VERBOSE, true)
    }

    // MARK: What libcurl reports

    /// Whether a connection to an address may be made.
    func mayConnect(to address: IPAddress?) -> Bool { exchange?.mayConnect(to: address) == true }

    /// Notes a socket that was made for a connection.
    func opened(_ descriptor: Int32) { connections.opened(descriptor) }

    /// Notes that the system gave no socket for a connection, and why.
    func failedToOpen(_ code: Int32) { exchange?.failedToOpen(code) }

    /// Whether the request may be sent over a connection.
    func connected(over route: CurlConnections.Route) -> Bool {
        guard let exchange else { return false }
        // Without TLS it is never asked for.
        let speaksHTTP2 = exchange.isSecure ? CurlTLS.speaksHTTP2(easy) : false
        // Within the TLS of a proxy it does not read from the socket.
        let tls = exchange.isSecure && !exchange.usesSecureProxy ? CurlTLS.connection(of: easy) : nil
        return exchange.connected(over: route, tls: tls, speaksHTTP2: speaksHTTP2)
    }

    /// Takes a line of a head or of a trailer section; `false` abandons the transfer.
    func receive(headLine line: UnsafeRawBufferPointer) -> Bool {
        guard let exchange, exchange.receive(headLine: line) else { return false }
        guard exchange.isHeadWhole, !readsLog else { return true }
        do throws(CurlRefusal) {
            try readLog()
            if exchange.hasDoubtfulFraming { try closeConnection() }
        } catch {
            exchange.fail(error)
            return false
        }
        return true
    }

    /// How libcurl's log says that a connection is about to be closed, in several versions.
    private static let closing = ["Closing connection", "closing connection", "shutting down connection"]

    /// What libcurl reads behind the end of a response it drops, and says so in its log only.
    func read(logLine line: UnsafeRawBufferPointer) {
        // There are many lines for each exchange, and most begin otherwise.
        switch line.first.map({ UnicodeScalar($0) }) {
        case "C", "c", "s":
            if Self.closing.contains(where: { line.starts(with: $0.utf8) }) { exchange?.connectionCloses() }
        case "E", "L":
            guard line.starts(with: "Excess found".utf8) || line.starts(with: "Leftovers after chunking".utf8)
            else { return }
            exchange?.foundExcess()
            do throws(CurlRefusal) { try closeConnection() } catch { exchange?.fail(error) }
        default: break
        }
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

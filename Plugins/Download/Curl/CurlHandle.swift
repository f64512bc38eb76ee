import CarrelBasics
import CLibcurl
import CarrelHTTP
import Foundation

/// One of libcurl's easy handles, with the exchange that it carries now.
///
/// Handles are reused.
///
/// libcurl gets the object through its user-data pointers, unretained: `CurlEngine` holds every handle that
/// belongs to the multi handle, and callbacks only run while it does.
final class CurlHandle {
    /// libcurl's handle.
    let easy: UnsafeMutableRawPointer
    /// The exchange under way.
    private(set) var exchange: CurlExchange?

    private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var resolved: UnsafeMutablePointer<curl_slist>?
    /// The field lines that are set, and the list of them that libcurl was given.
    private var fields = HTTPFields()
    private var fieldList: UnsafeMutablePointer<curl_slist>?
    private var connectTimeout: Duration?
    private var usesHTTP2: Bool?
    private var mayShare: Bool?
    private let options: CurlOptions
    /// The proxy that is set; libcurl's own choice is never used, because what is judged depends on it.
    private var proxy: String?
    private var acceptsCodings: Bool?
    private var certificate: ClientCertificate?
    private let jar: CookieJar?
    private var usesJar: Bool?
    private let connections: CurlConnections
    private var makesConnection = false
    private var closesConnection = false
    /// Whether libcurl's log is read.
    private var readsLog = false

    /// Makes a handle; `nil` where libcurl has no memory for one.
    init?(
        _ options: CurlOptions, _ jar: CookieJar?, _ connections: CurlConnections, _ turn: ReadingTurn
    ) {
        guard let easy = curl_easy_init() else {
            errorBuffer.deallocate()
            return nil
        }
        self.easy = easy
        self.options = options
        self.jar = jar
        self.connections = connections
        errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        setUp(options)
        CurlTLS.watch(easy, turn)
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(resolved)
        curl_slist_free_all(fieldList)
        errorBuffer.deallocate()
    }

    /// The object of one of libcurl's handles.
    static func of(_ easy: UnsafeMutableRawPointer) -> CurlHandle? {
        var pointer: UnsafeMutableRawPointer?
        carrel_curl_get_pointer(easy, CURLINFO_PRIVATE, &pointer)
        return pointer.map { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Prepares the handle for an exchange.
    func begin(_ exchange: CurlExchange) {
        self.exchange = exchange
        errorBuffer[0] = 0
        let request = exchange.order.request
        carrel_curl_set_string(easy, CURLOPT_URL, exchange.url)
        if request.limits.connectTimeout != connectTimeout {
            connectTimeout = request.limits.connectTimeout
            carrel_curl_set_long(
                easy, CURLOPT_CONNECTTIMEOUT_MS, request.limits.connectTimeout.curlMilliseconds)
        }
        // Waiting for a connection that may be shared pays off only where HTTP/2 may be spoken.
        let usesHTTP2 = options.allowsHTTP2 && !exchange.order.avoidsHTTP2
        if usesHTTP2 != self.usesHTTP2 {
            self.usesHTTP2 = usesHTTP2
            let version = usesHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
            carrel_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(version))
        }
        let mayShare = usesHTTP2 && exchange.isSecure
        if mayShare != self.mayShare {
            self.mayShare = mayShare
            carrel_curl_set_long(easy, CURLOPT_PIPEWAIT, mayShare ? 1 : 0)
        }
        let proxy = options.proxies.proxy(for: request.url)
        if proxy != self.proxy {
            carrel_curl_set_string(easy, CURLOPT_PROXY, proxy ?? "")
            self.proxy = proxy
        }
        exchange.usesProxy = proxy != nil
        // Where a service's key goes along, a cookie could bring it back, into the file of cookies.
        useJar(!request.asksForKey)
        exchange.usesSecureProxy = proxy?.hasPrefix("https:") == true
        makeConnection(request.usesOwnConnection || exchange.order.usesNewConnection)
        closeConnection(request.usesOwnConnection)
        send(request.fields)
        accept(request.acceptsCodings)
        show(request)
    }

    /// Sets what shows the server who asks.
    private func show(_ request: FetchRequest) {
        if request.clientCertificate != certificate {
            certificate = request.clientCertificate
            carrel_curl_set_string(easy, CURLOPT_SSLCERT, certificate?.certificate)
            carrel_curl_set_string(easy, CURLOPT_SSLKEY, certificate?.key)
        }
        guard options.netrcFile != nil else { return }
        // A netrc file names hosts, whatever the scheme: a redirect to http must not take a password along.
        let origin = Origin(request.url)
        let mayUse = origin?.scheme == "https" || (origin != nil && origin == request.catalogOrigin)
        let choice = mayUse ? CURL_NETRC_OPTIONAL : CURL_NETRC_IGNORED
        carrel_curl_set_long(easy, CURLOPT_NETRC, Int(choice.rawValue))
    }

    /// Has cookies sent and kept, or neither.
    private func useJar(_ isUsed: Bool) {
        guard let jar, isUsed != usesJar else { return }
        usesJar = isUsed
        carrel_curl_set_pointer(easy, CURLOPT_SHARE, isUsed ? jar.share : nil)
        // No file is named so; sharing alone does not turn the cookies on.
        carrel_curl_set_string(easy, CURLOPT_COOKIEFILE, isUsed ? "" : nil)
    }

    /// Sets the field lines; those of one exchange are mostly those of the one before.
    private func send(_ fields: HTTPFields) {
        guard fields != self.fields else { return }
        let list = Self.list(fields)
        carrel_curl_set_list(easy, CURLOPT_HTTPHEADER, list)
        curl_slist_free_all(fieldList)
        (self.fields, fieldList) = (fields, list)
    }

    /// Sets which content codings are asked for; all that are known are decoded in any case.
    private func accept(_ acceptsCodings: Bool) {
        guard acceptsCodings != self.acceptsCodings else { return }
        carrel_curl_set_string(
            easy, CURLOPT_ACCEPT_ENCODING, acceptsCodings ? "gzip, deflate, br, zstd" : "identity")
        // What one piece becomes may have to be kept while the sink pauses.
        carrel_curl_set_long(easy, CURLOPT_BUFFERSIZE, acceptsCodings ? 16 << 10 : 100 << 10)
        self.acceptsCodings = acceptsCodings
    }

    /// Lets go of the exchange.
    func end() {
        exchange = nil
        readLog(false)
    }

    private func makeConnection(_ isNew: Bool) {
        guard isNew != makesConnection else { return }
        makesConnection = isNew
        carrel_curl_set_long(easy, CURLOPT_FRESH_CONNECT, isNew ? 1 : 0)
    }

    /// Sets whether the connection is closed behind the exchange; libcurl looks at that when the response has ended.
    private func closeConnection(_ closes: Bool) {
        guard closes != closesConnection else { return }
        closesConnection = closes
        carrel_curl_set_long(easy, CURLOPT_FORBID_REUSE, closes ? 1 : 0)
    }

    /// Reads libcurl's log, or not: it costs most before the head has come, and is of interest only behind it.
    private func readLog(_ reads: Bool) {
        guard reads != readsLog else { return }
        readsLog = reads
        carrel_curl_set_long(easy, CURLOPT_VERBOSE, reads ? 1 : 0)
    }

    /// What libcurl says about a failure; empty where it says nothing.
    var message: String { String(cString: errorBuffer) }

    private func setUp(_ options: CurlOptions) {
        let this = Unmanaged.passUnretained(self).toOpaque()
        carrel_curl_set_pointer(easy, CURLOPT_PRIVATE, this)
        carrel_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorBuffer)
        carrel_curl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        carrel_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // libcurl does not notice a coded stream that ends too early inside an intact framing.
        carrel_curl_set_long(easy, CURLOPT_HTTP_CONTENT_DECODING, 0)
        carrel_curl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        carrel_curl_set_quick_exit(easy)
        carrel_curl_set_string(easy, CURLOPT_USERAGENT, options.userAgent)
        if let file = options.certificatesFile { carrel_curl_set_string(easy, CURLOPT_CAINFO, file) }

        if let file = options.netrcFile { carrel_curl_set_string(easy, CURLOPT_NETRC_FILE, file) }
        for entry in options.resolved { resolved = curl_slist_append(resolved, entry) }
        carrel_curl_set_list(easy, CURLOPT_RESOLVE, resolved)
        carrel_curl_set_string(easy, CURLOPT_PROXY, "")
        carrel_curl_set_string(easy, CURLOPT_NOPROXY, "")

        carrel_curl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, this)
        carrel_curl_set_socket_callback(easy) { this, _, address in
            guard let address, CurlHandle.exchange(this)?.mayConnect(to: address) == true else {
                return CURL_SOCKET_BAD
            }
            let socket = CurlHandle.socket(for: address.pointee)
            if socket != CURL_SOCKET_BAD { CurlHandle.of(userData: this)?.connections.opened(socket) }
            return socket
        }
        // Connections outlive the handles that made them.
        carrel_curl_set_pointer(
            easy, CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(connections).toOpaque())
        carrel_curl_set_close_callback(easy) { connections, socket in
            if let connections {
                Unmanaged<CurlConnections>.fromOpaque(connections).takeUnretainedValue().closing(socket)
            }
            return close(socket)
        }
        carrel_curl_set_pointer(easy, CURLOPT_DEBUGDATA, this)
        carrel_curl_set_log_callback(easy) { _, kind, text, count, this in
            if kind == CURLINFO_TEXT, let text {
                CurlHandle.of(userData: this)?.read(
                    logLine: UnsafeRawBufferPointer(start: text, count: count))
            }
            return 0
        }
        carrel_curl_set_pointer(easy, CURLOPT_PREREQDATA, this)
        carrel_curl_set_request_callback(easy) { this, address, _, port, localPort in
            let route = CurlConnections.Route(
                localPort: localPort, port: port, address: address.map { String(cString: $0) } ?? "")
            let isAllowed = CurlHandle.exchange(this)?.connected(over: route) == true
            return isAllowed ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
        carrel_curl_set_pointer(easy, CURLOPT_HEADERDATA, this)
        carrel_curl_set_data_callback(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, this in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return CurlHandle.of(userData: this)?.receive(headLine: line) == true ? line.count : 0
        }
        carrel_curl_set_pointer(easy, CURLOPT_WRITEDATA, this)
        carrel_curl_set_data_callback(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, this in
            let content = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return CurlHandle.of(userData: this)?.receive(content) ?? 0
        }
    }

    /// Makes a socket as libcurl would, but one that child processes do not inherit.
    private static func socket(for address: curl_sockaddr) -> curl_socket_t {
        #if canImport(Glibc)
        let type = address.socktype | Int32(SOCK_CLOEXEC.rawValue)
        #else
        let type = address.socktype
        #endif
        return Foundation.socket(address.family, type, address.protocol)
    }

    private func receive(headLine line: UnsafeRawBufferPointer) -> Bool {
        guard let exchange, exchange.receive(headLine: line) else { return false }
        if exchange.isHeadWhole, !readsLog {
            readLog(true)
            if exchange.hasDoubtfulFraming { closeConnection(true) }
        }
        return true
    }

    /// What libcurl reads behind the end of a response it drops, and says so in its log only.
    private func read(logLine line: UnsafeRawBufferPointer) {
        guard line.starts(with: "Excess found".utf8) || line.starts(with: "Leftovers after chunking".utf8)
        else { return }
        exchange?.foundExcess()
        closeConnection(true)
    }

    /// Takes a piece of content.
    ///
    /// - Returns: what libcurl's callback answers.
    private func receive(_ content: UnsafeRawBufferPointer) -> Int {
        switch exchange?.receive(content: content) {
        case .taken: return content.count
        case .takenThenPause:
            // Pausing here, and not only when the next piece comes, closes an HTTP/2 stream's window at once.
            curl_easy_pause(easy, CURLPAUSE_RECV)
            return content.count
        case .held: return Int(CURL_WRITEFUNC_PAUSE)
        case .refused, nil: return 0
        }
    }

    /// Goes on after a pause; the callbacks are called from within.
    func resume() -> CURLcode { curl_easy_pause(easy, CURLPAUSE_RECV_CONT) }

    private static func of(userData: UnsafeMutableRawPointer?) -> CurlHandle? {
        userData.map { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func exchange(_ this: UnsafeMutableRawPointer?) -> CurlExchange? {
        of(userData: this)?.exchange
    }

    /// The field lines in libcurl's form; `nil` for none.
    private static func list(_ fields: HTTPFields) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in fields.lines {
            // A name with a colon and nothing behind it would mean: do not send this field.
            let text = line.value.isEmpty ? "\(line.name);" : "\(line.name): \(line.value)"
            list = curl_slist_append(list, text)
        }
        return list
    }
}

extension Duration {
    /// Whole milliseconds for libcurl, where 0 would mean its own default.
    fileprivate var curlMilliseconds: Int { max(1, Int((seconds * 1000).rounded(.up))) }
}

import CLibcurl
import CarrelHTTP
import Foundation

/// libcurl's easy handle: the options of one transfer at a time.
///
/// It belongs to the loop's thread, and is not freed while it belongs to a multi handle, which `CurlEngine` sees to.
/// Every option counts: what libcurl refuses is an error, but for `wishes`.
final class CurlEasy {
    /// What makes a transfer faster and nothing else; libcurl goes on without where it does not know it.
    private static let wishes: Set<UInt32> = [
        // A cancelled exchange leaves a name lookup behind instead of waiting for it; known since 7.87.
        CURLOPT_QUICK_EXIT.rawValue,
        // Exchanges wait for a connection that they may share.
        CURLOPT_PIPEWAIT.rawValue,
        // How much is read at once; what libcurl does by itself is the smaller of the two that are asked for.
        CURLOPT_BUFFERSIZE.rawValue,
    ]

    fileprivate let raw: UnsafeMutableRawPointer
    private let errorBuffer: UnsafeMutablePointer<CChar>
    /// The lists that libcurl was given, which it reads until it gets others.
    private var lists: [UInt32: UnsafeMutablePointer<curl_slist>] = [:]
    /// The cookies must be there as long as the handle shares them.
    private var share: CurlShare?
    private let refused: Set<String>

    /// Makes a handle.
    ///
    /// - Parameter refused: names of options that libcurl is taken to refuse; for tests.
    /// - Throws: `CurlRefusal`.
    init(refusing refused: Set<String>) throws(CurlRefusal) {
        guard let raw = curl_easy_init() else { throw .memory }
        self.raw = raw
        self.refused = refused
        let size = Int(CURL_ERROR_SIZE)
        errorBuffer = .allocate(capacity: size)
        errorBuffer.initialize(repeating: 0, count: size)
        try check(CURLOPT_ERRORBUFFER) { carrel_curl_set_pointer(raw, $0, errorBuffer) }
    }

    deinit {
        curl_easy_cleanup(raw)
        for list in lists.values { curl_slist_free_all(list) }
        errorBuffer.deallocate()
    }

    // MARK: Options

    /// Sets a number.
    func set(_ option: CURLoption, _ value: Int) throws(CurlRefusal) {
        try check(option) { carrel_curl_set_long(raw, $0, value) }
    }

    /// Sets a switch.
    func set(_ option: CURLoption, _ isOn: Bool) throws(CurlRefusal) { try set(option, isOn ? 1 : 0) }

    /// Sets a size in bytes.
    func set(_ option: CURLoption, size: Int64) throws(CurlRefusal) {
        try check(option) { carrel_curl_set_size(raw, $0, curl_off_t(size)) }
    }

    /// Sets a text, which libcurl copies; `nil` for its default.
    func set(_ option: CURLoption, _ text: String?) throws(CurlRefusal) {
        try check(option) { carrel_curl_set_string(raw, $0, text) }
    }

    /// Sets a list of lines; none for its default.
    func set(_ option: CURLoption, _ lines: [String]) throws(CurlRefusal) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = curl_slist_append(list, line) else {
                curl_slist_free_all(list)
                throw .memory
            }
            list = longer
        }
        try take(list, as: option)
    }

    /// Sets a list, which is this object's from now on.
    private func take(_ list: UnsafeMutablePointer<curl_slist>?, as option: CURLoption) throws(CurlRefusal) {
        do throws(CurlRefusal) {
            try check(option) { carrel_curl_set_list(raw, $0, list) }
        } catch {
            curl_slist_free_all(list)
            throw error
        }
        curl_slist_free_all(lists[option.rawValue])
        lists[option.rawValue] = list
    }

    /// Sets the field lines of a request: some that are whole, and others behind them.
    func setFields(_ lines: [String], _ fields: HTTPFields) throws(CurlRefusal) {
        var list: UnsafeMutablePointer<curl_slist>?
        var isWhole = true
        func append(_ line: UnsafePointer<CChar>) {
            guard isWhole, let longer = curl_slist_append(list, line) else {
                isWhole = false
                return
            }
            list = longer
        }
        for line in lines { append(line) }
        var line: [CChar] = []
        fields.forEachLine { name, value in
            line.removeAll(keepingCapacity: true)
            line.append(contentsOf: name.bindMemory(to: CChar.self))
            if value.isEmpty {
                // A name with a colon and nothing behind it would mean: do not send this field.
                line.append(CChar(UInt8(ascii: ";")))
            } else {
                line.append(CChar(UInt8(ascii: ":")))
                line.append(CChar(UInt8(ascii: " ")))
                line.append(contentsOf: value.bindMemory(to: CChar.self))
            }
            line.append(0)
            line.withUnsafeBufferPointer { line in
                if let start = line.baseAddress { append(start) }
            }
        }
        guard isWhole else {
            curl_slist_free_all(list)
            throw .memory
        }
        try take(list, as: CURLOPT_HTTPHEADER)
    }

    /// Shares cookies with other handles, or with none.
    func use(_ share: CurlShare?) throws(CurlRefusal) {
        try check(CURLOPT_SHARE) { carrel_curl_set_pointer(raw, $0, share?.raw) }
        self.share = share
    }

    /// Has everything that happens reported to an object, which must outlive the handle, as must the connections.
    func report(to handle: CurlHandle, connections: CurlConnections) throws(CurlRefusal) {
        let this = Unmanaged.passUnretained(handle).toOpaque()
        for option in [
            CURLOPT_PRIVATE, CURLOPT_OPENSOCKETDATA, CURLOPT_DEBUGDATA, CURLOPT_PREREQDATA,
            CURLOPT_HEADERDATA,
            CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA,
        ] {
            try check(option) { carrel_curl_set_pointer(raw, $0, this) }
        }
        // Connections outlive the handles that made them.
        let open = Unmanaged.passUnretained(connections).toOpaque()
        try check(CURLOPT_CLOSESOCKETDATA) { carrel_curl_set_pointer(raw, $0, open) }
        try check(CURLOPT_OPENSOCKETFUNCTION) { _ in
            carrel_curl_set_socket_callback(raw, CurlCallbacks.openSocket)
        }
        try check(CURLOPT_CLOSESOCKETFUNCTION) { _ in
            carrel_curl_set_close_callback(raw, CurlCallbacks.closeSocket)
        }
        try check(CURLOPT_READFUNCTION) { _ in carrel_curl_set_read_callback(raw, CurlCallbacks.sending) }
        try check(CURLOPT_SEEKFUNCTION) { _ in carrel_curl_set_seek_callback(raw, CurlCallbacks.sendingAgain)
        }
        try check(CURLOPT_DEBUGFUNCTION) { _ in carrel_curl_set_log_callback(raw, CurlCallbacks.log) }
        try check(CURLOPT_PREREQFUNCTION) { _ in carrel_curl_set_request_callback(raw, CurlCallbacks.request)
        }
        try check(CURLOPT_HEADERFUNCTION) { carrel_curl_set_data_callback(raw, $0, CurlCallbacks.headLine) }
        try check(CURLOPT_WRITEFUNCTION) { carrel_curl_set_data_callback(raw, $0, CurlCallbacks.content) }
    }

    /// Has the TLS of its connections watched by an object, which must outlive them.
    func watchTLS(_ turn: ReadingTurn) throws(CurlRefusal) {
        let data = Unmanaged.passUnretained(turn).toOpaque()
        try check(CURLOPT_SSL_CTX_DATA) { carrel_curl_set_pointer(raw, $0, data) }
        try check(CURLOPT_SSL_CTX_FUNCTION) { _ in carrel_curl_set_tls_callback(raw, CurlCallbacks.tls) }
    }

    private func check(_ option: CURLoption, _ set: (CURLoption) -> CURLcode) throws(CurlRefusal) {
        let isRefused = !refused.isEmpty && refused.contains(CurlRefusal.name(of: option))
        let code = isRefused ? CURLE_UNKNOWN_OPTION : set(option)
        if code == CURLE_OK || Self.wishes.contains(option.rawValue) { return }
        throw CurlRefusal(option, code)
    }

    // MARK: A transfer

    /// What libcurl says about a failure; empty if it says nothing.
    var message: String { String(cString: errorBuffer) }

    /// Whether a proxy has answered to CONNECT.
    var hasTunnel: Bool {
        var status = 0
        return carrel_curl_get_long(raw, CURLINFO_HTTP_CONNECTCODE, &status) == CURLE_OK && status != 0
    }

    /// The connection as the TLS library has it; `nil` while the transfer has none.
    var tls: UnsafeMutableRawPointer? { carrel_curl_tls_connection(raw) }

    /// Has the delivery of content pause; from within a callback.
    func pause() -> CURLcode { curl_easy_pause(raw, CURLPAUSE_RECV) }

    /// Goes on after a pause; the callbacks are called from within.
    func resume() -> CURLcode { curl_easy_pause(raw, CURLPAUSE_RECV_CONT) }

    /// The cookies that it shares, in the lines of a Netscape cookie file.
    var cookies: [String] {
        var list: UnsafeMutablePointer<curl_slist>?
        guard carrel_curl_get_list(raw, CURLINFO_COOKIELIST, &list) == CURLE_OK else { return [] }
        defer { curl_slist_free_all(list) }
        var lines: [String] = []
        var next = list
        while let entry = next?.pointee {
            if let line = entry.data { lines.append(String(cString: line)) }
            next = entry.next
        }
        return lines
    }
}

/// libcurl's share handle: the cookies of several easy handles, which hold it.
final class CurlShare {
    fileprivate let raw: UnsafeMutableRawPointer

    /// Makes a handle.
    ///
    /// - Throws: `CurlRefusal`.
    init() throws(CurlRefusal) {
        guard let raw = curl_share_init() else { throw .memory }
        self.raw = raw
        let code = carrel_curl_share_cookies(raw)
        guard code == CURLSHE_OK else { throw CurlRefusal(code) }
    }

    deinit { curl_share_cleanup(raw) }
}

/// libcurl's multi handle: the transfers that run, and the connections.
///
/// `@unchecked Sendable`: only the loop's thread uses it, except for `wakeUp`, which libcurl allows from any thread, and
/// for the last reference, which may go elsewhere once the thread has ended. What its connections report to it holds.
final class CurlMulti: @unchecked Sendable {
    /// Which turn of the thread it is.
    let turn = ReadingTurn()
    /// What is known of the connections.
    let connections: CurlConnections
    private let raw: UnsafeMutableRawPointer

    /// Connections that are kept for later.
    private static let connections = 128

    /// Sets up libcurl once a process.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Makes a handle; `nil` if libcurl could not be started, or the system opens no further files.
    ///
    /// - Parameter isSecond: whether another one of the fetcher gives its connections numbers, too.
    init?(isSecond: Bool) {
        guard Self.isReady, let raw = curl_multi_init() else { return nil }
        self.raw = raw
        connections = CurlConnections(after: isSecond ? 1 << 48 : 0)
        // Without a number it keeps too few connections: four for each transfer under way. And where too many files are open it
        // goes on without what wakes it: the thread would sleep through all that comes, also the end.
        let code = carrel_curl_multi_set_long(raw, CURLMOPT_MAXCONNECTS, Self.connections)
        guard code == CURLM_OK, curl_multi_wakeup(raw) == CURLM_OK else { return nil }
    }

    deinit { curl_multi_cleanup(raw) }

    /// Begins a transfer.
    func add(_ easy: CurlEasy) throws(CurlRefusal) { try check(curl_multi_add_handle(raw, easy.raw)) }

    /// Ends a transfer, wherever it is.
    func remove(_ easy: CurlEasy) { curl_multi_remove_handle(raw, easy.raw) }

    /// Moves every transfer as far as it goes without waiting; the callbacks are called from within.
    func perform() throws(CurlRefusal) {
        var running: Int32 = 0
        try check(curl_multi_perform(raw, &running))
    }

    /// Waits until a transfer can be moved, for a time, or to be woken up.
    func poll(milliseconds: Int32) throws(CurlRefusal) {
        try check(curl_multi_poll(raw, nil, 0, milliseconds, nil))
    }

    /// Ends the waiting; from any thread.
    func wakeUp() { curl_multi_wakeup(raw) }

    /// The next transfer that has ended, and how.
    func nextEnded() -> (handle: CurlHandle, code: CURLcode)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(raw, &left) {
            var owner: UnsafeMutableRawPointer?
            guard let easy = carrel_curl_ended_handle(message),
                carrel_curl_get_pointer(easy, CURLINFO_PRIVATE, &owner) == CURLE_OK,
                let handle = CurlCallbacks.handle(owner)
            else { continue }
            return (handle, carrel_curl_result(message))
        }
        return nil
    }

    private func check(_ code: CURLMcode) throws(CurlRefusal) {
        guard code == CURLM_OK else { throw CurlRefusal(code) }
    }
}

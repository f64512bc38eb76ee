import CLibcurl
import CTLSReading

/// Counts the turns of the loop's thread, where connections can look.
///
/// It belongs to the loop's thread. The loop holds it until libcurl has closed the last connection.
final class ReadingTurn {
    fileprivate let number = UnsafeMutablePointer<UInt>.allocate(capacity: 1)

    init() { number.initialize(to: 0) }

    deinit { number.deallocate() }

    /// Begins the next turn.
    func begin() { number.pointee &+= 1 }
}

/// What libcurl itself leaves open about TLS.
enum CurlTLS {
    /// Whether a connection that is cut off is told from one that has ended.
    ///
    /// Only what OpenSSL 3 reads is watched; elsewhere an end that only the connection tells is none.
    static let isWatched = carrel_curl_tls().map { String(cString: $0).hasPrefix("OpenSSL/3") } ?? false

    /// Has a handle make no connection with less than TLS 1.2, and its connections watched.
    static func watch(_ easy: UnsafeMutableRawPointer, _ turn: ReadingTurn) {
        // Whatever this machine's own settings allow (RFC 8996).
        for option in [CURLOPT_SSLVERSION, CURLOPT_PROXY_SSLVERSION] {
            carrel_curl_set_long(easy, option, Int(CURL_SSLVERSION_TLSv1_2))
        }
        guard isWatched else { return }
        carrel_curl_set_pointer(easy, CURLOPT_SSL_CTX_DATA, turn.number)
        carrel_curl_set_tls_callback(easy) { _, context, turn in
            let turn = turn?.assumingMemoryBound(to: UInt.self)
            return carrel_watch_tls(context, turn) == 1 ? CURLE_OK : CURLE_SSL_CONNECT_ERROR
        }
    }
}

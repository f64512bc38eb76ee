import CLibcurl
import CTLSReading

/// Counts the turns of the loop's thread, where connections can look.
///
/// It belongs to the loop's thread. The multi handle holds it until libcurl has closed the last connection.
final class ReadingTurn {
    private let number = UnsafeMutablePointer<UInt>.allocate(capacity: 1)

    init() { number.initialize(to: 0) }

    deinit { number.deallocate() }

    /// Begins the next turn.
    func begin() { number.pointee &+= 1 }

    /// Has the connections of an OpenSSL context watched, which is lent for the call.
    func watch(_ context: UnsafeMutableRawPointer?) -> Bool { carrel_watch_tls(context, number) == 1 }
}

/// What libcurl itself leaves open about TLS.
enum CurlTLS {
    /// What TLS is done with, such as `OpenSSL/3.0.19`; `nil` for no TLS.
    private static let library = carrel_curl_tls().map { String(cString: $0) }

    /// Whether a connection that is cut off is told from one that has ended.
    ///
    /// Only what OpenSSL 3 reads is watched; elsewhere an end that only the connection tells is none.
    static let isWatched = library?.hasPrefix("OpenSSL/3") ?? false

    /// Whether both sides have settled on HTTP/2 when TLS was set up; `nil` if that cannot be asked.
    ///
    /// libcurl also takes it from a status line of HTTP/1.1.
    static func speaksHTTP2(_ easy: CurlEasy) -> Bool? {
        connection(of: easy).map { carrel_tls_speaks_http2($0) == 1 }
    }

    /// The connection of a transfer as OpenSSL has it; `nil` while there is none, or if something else does TLS.
    static func connection(of easy: CurlEasy) -> UnsafeMutableRawPointer? { isWatched ? easy.tls : nil }

    /// What waits on a connection that carries nothing; what OpenSSL sends and gets for itself is dealt with.
    static func input(of connection: UnsafeMutableRawPointer, _ descriptor: Int32) -> CurlConnections.Input {
        switch carrel_tls_input(connection, descriptor) {
        case 1: .unasked
        case 0: .nothing
        default: .farewell
        }
    }

    /// Has a handle make no connection with less than TLS 1.2, and its connections watched.
    static func watch(_ easy: CurlEasy, _ turn: ReadingTurn) throws(CurlRefusal) {
        // A libcurl without TLS knows no option of it, and fetches nothing over https.
        guard library != nil else { return }
        // Whatever this machine's own settings allow (RFC 8996).
        for option in [CURLOPT_SSLVERSION, CURLOPT_PROXY_SSLVERSION] {
            try easy.set(option, Int(CURL_SSLVERSION_TLSv1_2))
        }
        if isWatched { try easy.watchTLS(turn) }
    }
}

import CLibcurl
import CarrelHTTP

/// Keeps requests off connections to a server that were given up, and lets them share others.
///
/// libcurl offers the oldest connection as long as others use it, but none that was made with other options of TLS. These are of
/// Windows alone: OpenSSL does not heed them.
struct ConnectionGroups {
    /// What tells the groups apart; after the last comes the first, whose connections have ended by then.
    private static let options = [
        0, Int(CURLSSLOPT_NO_REVOKE), Int(CURLSSLOPT_REVOKE_BEST_EFFORT),
        Int(CURLSSLOPT_NO_REVOKE | CURLSSLOPT_REVOKE_BEST_EFFORT),
    ]

    private var numbers: [Origin: Int] = [:]

    /// Has the next requests to the server of an exchange use connections of their own group.
    mutating func beginNext(for order: CurlOrder) {
        if let origin = Origin(order.request.url) { numbers[origin, default: 0] += 1 }
    }

    /// The options of TLS for an exchange.
    func options(for order: CurlOrder) -> Int {
        guard !numbers.isEmpty, let origin = Origin(order.request.url) else { return 0 }
        return Self.options[(numbers[origin] ?? 0) % Self.options.count]
    }
}

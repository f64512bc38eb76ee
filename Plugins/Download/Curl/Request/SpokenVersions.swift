import CarrelHTTP

/// Which version of HTTP is spoken with servers that do not say over HTTP/2 where a document ends.
struct SpokenVersions {
    private var versions: [Origin: CurlOrder.Version] = [:]
    /// When servers first let a request over HTTP/1.1 go unanswered.
    private var refusals: [Origin: ContinuousClock.Instant] = [:]

    /// Shorter than all waits before the last try of a document.
    private static let moment = Duration.milliseconds(500)

    /// Has an exchange begin with the version that its server was found to need.
    func choose(for order: inout CurlOrder) {
        guard order.version == .any, !versions.isEmpty, let version = version(of: order) else { return }
        order.version = version
    }

    /// Notes which version tells most.
    mutating func note(_ version: CurlOrder.Version, of order: CurlOrder) {
        if let origin = Origin(order.request.url) { versions[origin] = version }
    }

    /// Whether a server says over HTTP/1.1 where documents end.
    func isHTTP1(for order: CurlOrder) -> Bool { version(of: order) == .http1 }

    /// Notes that a server let a request over HTTP/1.1 go unanswered.
    ///
    /// - Returns: whether it does so for longer than a moment, in which it may have had too much to do.
    mutating func isRefused(for order: CurlOrder) -> Bool {
        guard let origin = Origin(order.request.url) else { return false }
        let now = ContinuousClock.now
        let first = refusals[origin] ?? now
        refusals[origin] = first
        return now - first >= Self.moment
    }

    private func version(of order: CurlOrder) -> CurlOrder.Version? {
        Origin(order.request.url).flatMap { versions[$0] }
    }
}

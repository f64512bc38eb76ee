import CarrelHTTP

/// A document that somebody discarded from the quarantine; the server may go on sending it.
public struct DiscardedDocument: Sendable, Hashable {
    /// Why it was set aside.
    public var reason: String
    /// Its SHA-256.
    public var sha256: String
    /// Where it came from, with its validators.
    public var origin: DocumentOrigin

    public init(reason: String, sha256: String, origin: DocumentOrigin) {
        (self.reason, self.sha256, self.origin) = (reason, sha256, origin)
    }

    /// Whether it was set aside because its catalogue promised something else, and that promises just this by now, or nothing.
    package func isExpected(size: Int64?, _ digest: ExpectedDigest?) -> Bool {
        let hasSize = size.map { BrokenPromise(size: $0).isTold(by: reason) }
        guard let digest else { return hasSize ?? BrokenPromise.isOfCatalog(reason) }
        if BrokenPromise(digest.algorithm, digest.hex).isTold(by: reason) { return true }
        return hasSize == true && digest.algorithm == .sha256 && digest.hex == sha256
    }
}

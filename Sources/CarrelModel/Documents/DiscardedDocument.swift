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

    /// Whether it was set aside for a promise that its catalogue has taken back, unless it has another SHA-256 than is promised now.
    ///
    /// Whether it keeps any other promise shows when it comes.
    package func isExpected(size: Int64?, _ digest: ExpectedDigest?) -> Bool {
        guard BrokenPromise.isOfCatalog(reason), !BrokenPromise.stands(reason, size: size, digest) else {
            return false
        }
        return digest?.algorithm != .sha256 || digest?.hex == sha256
    }
}

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
}

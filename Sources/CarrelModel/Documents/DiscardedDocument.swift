/// What came for an item and was thrown away by somebody: the server may go on sending it.
public struct DiscardedDocument: Sendable, Hashable {
    /// Why it was set aside.
    public var reason: String
    /// The SHA-256 of what came.
    public var sha256: String
    /// Where it came from, with its validators.
    public var origin: DocumentOrigin

    public init(reason: String, sha256: String, origin: DocumentOrigin) {
        (self.reason, self.sha256, self.origin) = (reason, sha256, origin)
    }
}

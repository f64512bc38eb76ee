/// What is new about a stored document, until somebody has looked at it.
public enum News: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nobody has looked at it yet, in any version.
    case new
    /// It is not the version that was looked at last.
    case updated

    /// What is new about a document that was just stored; `nil` if it is the one that was there before.
    ///
    /// - Parameters:
    ///   - digest: what was stored.
    ///   - stored: the SHA-256 of the version before, if one is recorded.
    ///   - read: the SHA-256 of the version that was looked at last, if none is recorded.
    package init?(of digest: ContentDigest, after stored: String?, read: String?) {
        guard let known = stored ?? read else {
            self = .new
            return
        }
        guard known != digest.sha256 else { return nil }
        self = .updated
    }
}

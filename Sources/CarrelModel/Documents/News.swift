/// Whether a stored document is new or updated, until somebody looks at it.
public enum News: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nobody has looked at any version of it.
    case new
    /// Somebody has looked at another version of it.
    case updated

    /// Tells whether a document that was just stored is new or updated; `nil` if the same version was there before.
    ///
    /// - Parameters:
    ///   - digest: what was stored.
    ///   - stored: the SHA-256 of the recorded earlier version, if there is one.
    ///   - read: the SHA-256 of the version that was last looked at, used if none is recorded.
    package init?(of digest: ContentDigest, after stored: String?, read: String?) {
        guard let known = stored ?? read else {
            self = .new
            return
        }
        guard known != digest.sha256 else { return nil }
        self = .updated
    }
}

/// One thing that the profile of a folder may do beyond it.
public struct GrantRow: Encodable, Sendable {
    /// The profile's file, the key that does it, what it may do, and where it is written.
    public var profile, key, may, origin: String

    /// A thing that a profile may do.
    public init(profile: String, key: String, may: String, origin: String) {
        (self.profile, self.key, self.may, self.origin) = (profile, key, may, origin)
    }
}

/// Whether the profile of a folder is trusted.
public struct TrustRow: Encodable, Sendable {
    /// The profile's file.
    public var profile: String
    /// Whether it is trusted, until it changes.
    public var isTrusted: Bool
    /// What speaks against trusting it.
    public var doubts: [String]

    /// An answer.
    public init(profile: String, isTrusted: Bool, doubts: [String]) {
        (self.profile, self.isTrusted, self.doubts) = (profile, isTrusted, doubts)
    }
}
